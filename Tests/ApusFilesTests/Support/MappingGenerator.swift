import ApusMigration
import ApusSchema
import ApusTestSupport

/// Mappings with names and texts that files have trouble with.
enum MappingGenerator {
    private static let names: [String] = [
        "Trip", "Größe", "yes", "null", "NULL", "no", "y", "true", "on", "_1", "旅", "nights", "a", "uuid", "now",
        "accept", "fill", "o'clock", "a b", " a", "a: b", "#a", "a #b", "[a]", "{a", "\"q\"", "-", "- a", "?", "&a",
        "!a", "|", ">", "%", "@a", "`", "a\nb", "\t", "a\\b", "12", "1e3", "0x1F", "~", "=", "<<", "🚲", "e\u{301}",
        "\u{202E}x", "uuid()", "---", "%YAML", "a,b", String(repeating: "k", count: 1100),
    ]

    private static let texts: [String] = [
        "", " ", "none", "uuid()", "now()", "rowNumber()", "UUID()", "random()", "rowNumber(1, 2)", "uuid(a: b)",
        "uuid(\n)", "uuid() ", "f() # x", "1", "-1", "01", "1.5", "1.50", "-0.0", "1e3", "inf", "nan", ".inf", "true",
        "false", "True", "yes", "no", "null", "~", "2026-01-01", "12:30", "it's", "\"quoted\"", "'", "\"", "a: b", "a:",
        ":", "#", "a # b", "- a", "two\nlines", "two\nlines\n", "\n", "\n\n", " a\nb", "a \nb", "a\r\nb", "\r", "\t",
        "a\n  Trip.a: uuid()\nb", "\0", "\u{7}", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{202E}x", "e\u{301}", "\u{301}",
        "🚲", "\\", "\\n", "{a}", "[a]", "*a", "&a", "!a", "%a", "|", ">", "?", "---", "...",
        String(repeating: "long ", count: 500),
    ]

    /// A mapping without locations.
    static func mapping(_ from: Schema.Version, _ to: Schema.Version?, _ random: inout SplitMix64) -> Mapping {
        let texts: [String] = texts + (0..<4).map { _ in text(&random) }
        let wholes: [String] = random.some(4, of: names)
        let wildcards: [String] = random.some(3, of: names)
        // A property beside its entity's wildcard would be accepted twice.
        let lost: [ElementPath] = paths(&random).filter { !wildcards.contains($0.entity) }
        let accept: [Mapping.Line] =
            wholes.map { Mapping.Line.accept(ElementPath($0)) }
            + wildcards.map { Mapping.Line.accept(ElementPath($0), isWildcard: true) }
            + lost.map { Mapping.Line.accept($0) }
        let fill: [Mapping.Line] = paths(&random).map { path in
            let isGenerated = random.chance(20)
            return Mapping.Line.fill(
                path,
                isGenerated ? .generated(random.pick(Fill.Generator.allCases)) : .literal(random.pick(texts))
            )
        }
        let conversions: [String] = ["rounded", "parsedOrNull", "exact", "cases", "bytes"]
        var lines: [Mapping.Line] = random.chance(80) ? random.shuffled(accept) : []
        if random.chance(80) { lines += fill }
        lines += paths(&random).map { .convert($0, random.pick(conversions)) }
        if random.chance(50) { lines += paths(&random).map { .require($0) } }
        var origins = 0
        lines += random.some(3, of: names).map { name in
            .entity(name, (0...random.below(3)).map { _ in origin(&origins, &random) })
        }
        let messages: [String] = texts.filter { text in
            !text.allSatisfy(\.isWhitespace)
                && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        lines += random.some(3, of: conditions + assertions).map { .assert($0, random.pick(messages)) }
        return Mapping(from: from, to: to, lines)
    }

    private static let assertions: [String] = [
        "Trip.count == $old.Trip.count", "SUBQUERY(A, $a, $a.b == \"x: y # z\").@count > 0", "A.@max.b >= 1.5",
    ]

    private static let conditions: [String] = [
        "a != nil", "$source.a BEGINSWITH 'a: b # c'", "a == \"two\nlines\"", "TRUEPREDICATE", "{1, 2} CONTAINS a",
    ]

    private static let expressions: [String] = [
        "$source", "a", "1", "same(Trip)", "ifNull(same(Trip), $source.a.b)", "a != nil", "YES",
        "TERNARY(a == nil, \"a: b\", '# c')", "NIL", "first + \"\n\" + last",
    ]

    /// An origin whose name, if it has one, is unique.
    private static func origin(_ count: inout Int, _ random: inout SplitMix64) -> Mapping.Origin {
        count += 1
        var origin = Mapping.Origin(random.some(3, of: names))
        if origin.sources.isEmpty { origin.sources = ["Trip"] }
        if random.chance(50) { origin.condition = random.pick(conditions) }
        if random.chance(50) { origin.name = random.pick(["yes", "größe", "origin", "旅"]) + "\(count)" }
        if random.chance(20) { origin.distinct = random.some(2, of: expressions.filter { $0 != "YES" && $0 != "1" }) }
        for name in random.some(3, of: names) { origin.values[name] = random.pick(expressions) }
        return origin
    }

    private static func paths(_ random: inout SplitMix64) -> [ElementPath] {
        let entities: [String] = random.some(3, of: names)
        return entities.flatMap { entity in random.some(4, of: names).map { ElementPath(entity, $0) } }
    }

    /// Characters that mean something to YAML, or to the reader of mappings, in any order.
    private static func text(_ random: inout SplitMix64) -> String {
        let parts: [String] = [
            "a", "B", "0", " ", "  ", "\n", "\t", "\"", "'", ":", "#", "-", "(", ")", "()", "uuid", "now", "{", "}",
            "[",
            "]", ",", "\\", "|", ">", "é", "\u{301}", "🚲",
        ]
        return (0..<random.below(12)).map { _ in random.pick(parts) }.joined()
    }
}

extension Mapping {
    /// The same mapping, as if it had not been read from a file.
    var withoutFile: Mapping { Mapping(from: from, to: to, lines) }
}
