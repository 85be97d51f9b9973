import ApusSchema
import Foundation

// Names and texts that languages and formats trip over.

extension SchemaGenerator {
    static let hostilePropertyNames: [String] = [
        "order", "group", "internal", "deleted", "class", "default", "type", "to", "optional", "select", "yes", "no",
        "on", "off", "y", "n", "null", "true", "größe", "名前", "é", "_a", "x1", "ℵ", "originalName", "x" + long,
    ]

    static let hostileTypeNames: [String] = [
        "order", "yes", "null", "No", "Größe", "日本", "_private", "Group", "y", "on", "toMany", "class", "E" + long,
    ]

    private static let long = String(repeating: "x", count: 130)

    private static let hostileTexts: [String] = [
        "two\nlines", "a line and its end\n", "\n\n  indented\n", "\r\n", "tab\tand", "a \"quote\"", "it's", "'", "\"",
        "key: value", "a: ", "a #b", "# c", "- a", "? a", "{a}", "[a", "&a", "*a", "!a", "|", ">", "%", "@", "`", ",",
        " a", "a ", " ", "null", "~", "yes", "no", "true", "1", "1.0", "0x1", "1e3", "2026-05-01", "=", "<<", "---",
        "...", "é", "e\u{301}", "\u{301}", "👩‍👩‍👧", "🏔️", "\u{2028}", "\u{FEFF}", "\u{10FFFF}", "\u{85}", "\\", "\\n",
        "*/", "/*", "///", "\"\"\"", "\"\"\"#", "\\(a)", "</script>", "' OR 1=1 --", "$source.a", "العربية",
    ]

    /// A text, hard to carry, in so many of a hundred cases; never an empty one.
    mutating func text(_ percent: Int) -> String? {
        random.chance(percent) ? random.pick(Self.hostileTexts) : nil
    }

    /// A text that differs from every other one that is made so.
    mutating func uniqueText(_ percent: Int) -> String? {
        // A name in a store is composed.
        text(percent).map { "\($0) \(next())".precomposedStringWithCanonicalMapping }
    }

    /// Texts by name, empty ones among them.
    mutating func texts(_ percent: Int) -> [String: String] {
        guard random.chance(percent) else { return [:] }
        var texts: [String: String] = [:]
        for _ in 0...random.below(5) {
            texts[random.pick(Self.hostileTexts + ["b", "B", "a", "a10", "a9", "ａ", "Z"])] = text(80) ?? ""
        }
        return texts
    }

    /// The name of something in an older version.
    mutating func originalName() -> String? {
        random.chance(20) ? random.pick(["old", "start_date", "null", "~", "yes", "1", "a: b", "ö", "#"]) : nil
    }

    /// What people read instead of names.
    mutating func addLocalization() {
        for entity in schema.entities where random.chance(20) {
            schema.localization["Entity/\(entity.name)"] = text(90) ?? ""
            for property in entity.properties where random.chance(20) {
                schema.localization["Property/\(property.name)/Entity/\(entity.name)"] = text(90) ?? ""
                schema.localization["Property/\(property.name)"] = text(90) ?? ""
            }
            schema.localization["ErrorString/a: \"b\" #c"] = text(90) ?? ""
        }
    }
}
