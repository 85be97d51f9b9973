import ApusSchema
import ApusTestSupport
import Foundation

/// Makes valid schemas with everything that a model file can say, and names and values that are hard to carry.
struct SchemaGenerator {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func schema() -> Schema {
        var names: [String] = Self.entityNames.shuffled(using: &random)
        names.removeLast(Int.random(in: 0...names.count, using: &random))
        if random.oneIn(40) { names.append("E" + String(repeating: "x", count: 1200)) }
        var schema = Schema(model: random.pick(["Trips", "yes", "null", "Größe"]))
        schema.entities = names.map { name in
            var entity = Entity(name, codegen: random.pick(Entity.Codegen.allCases))
            if random.oneIn(3) { entity.originalName = random.pick(Self.originalNames) }
            return entity
        }
        for index in schema.entities.indices { schema.entities[index].attributes = attributes() }
        for index in schema.entities.indices {
            for number in 0..<Int.random(in: 0..<4, using: &random) { relate(index, number, in: &schema) }
        }
        return schema
    }

    private mutating func attributes() -> [Attribute] {
        let names: ArraySlice<String> = Self.propertyNames.shuffled(using: &random).prefix(
            Int.random(in: 0...Self.propertyNames.count, using: &random)
        )
        return names.map { name in
            let type: ScalarType = random.pick(ScalarType.allCases)
            return Attribute(
                name,
                .scalar(type),
                isOptional: random.oneIn(2),
                default: random.oneIn(2) ? value(type) : nil,
                originalName: random.oneIn(5) ? random.pick(Self.originalNames) : nil
            )
        }
    }

    /// Adds a relationship, with its inverse at the far end in one of two cases.
    private mutating func relate(_ index: Int, _ number: Int, in schema: inout Schema) {
        let far: Int = Int.random(in: schema.entities.indices, using: &random)
        let (name, back) = ("r\(index)_\(number)", "b\(index)_\(number)")
        let (hasInverse, isToMany, isBackToMany) = (random.oneIn(2), random.oneIn(2), random.oneIn(2))
        let holdsKey: Bool? =
            random.oneIn(3) && (!hasInverse || isToMany == isBackToMany) ? (hasInverse ? random.oneIn(2) : true) : nil
        schema.entities[index].relationships.append(
            relationship(
                name,
                schema.entities[far].name,
                isToMany,
                inverse: hasInverse ? back : nil,
                holdsKey: holdsKey
            )
        )
        if hasInverse {
            schema.entities[far].relationships.append(
                relationship(
                    back,
                    schema.entities[index].name,
                    isBackToMany,
                    inverse: name,
                    holdsKey: holdsKey.flatMap { random.oneIn(2) ? !$0 : nil }
                )
            )
        }
    }

    private mutating func relationship(
        _ name: String,
        _ destination: String,
        _ isToMany: Bool,
        inverse: String?,
        holdsKey: Bool?
    ) -> Relationship {
        let deleteRule: Relationship.DeleteRule = random.pick(Relationship.DeleteRule.allCases)
        let originalName: String? = random.oneIn(5) ? random.pick(Self.originalNames) : nil
        let isPlain: Bool = inverse == nil && random.oneIn(2)
        if isPlain {
            return isToMany ? .toMany(name, destination) : .toOne(name, destination, isOptional: random.oneIn(2))
        }
        return isToMany
            ? .toMany(
                name,
                destination,
                inverse: inverse,
                deleteRule: deleteRule,
                originalName: originalName,
                holdsKey: holdsKey
            )
            : .toOne(
                name,
                destination,
                isOptional: random.oneIn(2),
                inverse: inverse,
                deleteRule: deleteRule,
                originalName: originalName,
                holdsKey: holdsKey
            )
    }

    private mutating func value(_ type: ScalarType) -> Value {
        switch type {
        case .int16, .int32, .int64:
            let range: ClosedRange<Int64> = type.integerRange ?? 0...0
            return .int(
                random.pick([range.lowerBound, -1, 0, 1, range.upperBound, .random(in: range, using: &random)])
            )
        case .decimal: return .decimal(decimal())
        case .double:
            let any = Double(bitPattern: random.next())
            let extremes: [Double] = [
                0, -0.0, 1, -1.5, .pi, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
                .infinity, -.infinity,
                any.isNaN ? 0.1 : any,
            ]
            return .double(random.pick(extremes))
        case .float:
            let any = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
            let extremes: [Float] = [
                0, -0.0, 0.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.infinity, any.isNaN ? 0.1 : any,
            ]
            return .double(Double(random.pick(extremes)))
        case .string: return .string(text())
        case .bool: return .bool(random.oneIn(2))
        case .date:
            let extremes: [Double] = [
                0, -0.0, 0.5, 0.001, 799_286_400, -1e9, .leastNonzeroMagnitude, 1e300, -6e10, 123_456_789.123_456_789,
                .random(in: -1e10...1e10, using: &random),
            ]
            return .date(random.pick(extremes))
        case .data:
            return .data(Data((0..<random.pick([0, 1, 2, 3, 40])).map { _ in .random(in: 0...255, using: &random) }))
        case .uuid:
            let (one, two) = (random.next(), random.next())
            let bytes: [UInt8] =
                (0..<8).map { UInt8(truncatingIfNeeded: one >> ($0 * 8)) }
                + (0..<8).map { UInt8(truncatingIfNeeded: two >> ($0 * 8)) }
            return .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
        case .url:
            return .url(random.pick(["https://example.org/a?b=c&d#e", "a", "yes", "mailto:a@b.c", "/x%20y", "null"]))
        }
    }

    private mutating func decimal() -> Decimal {
        let texts: [String] = [
            "0", "1", "-1", "0.1", "12.50", "99999999999999999999999999999999999999",
            "-99999999999999999999999999999999999999", "1e127", "1e-128", "-1.5e-100",
            "0.00000000000000000000000000000000000001",
        ]
        return Decimal(canonicalText: random.pick(texts)) ?? 0
    }

    private mutating func text() -> String {
        if random.oneIn(3) { return random.pick(Self.texts) }
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
            text.append(random.pick(Array("aZ09 _-=?\"'\\:#,{}[]\n\t\0\u{301}é🚲\u{200D}\u{2028}".unicodeScalars)))
        }
        return String(text)
    }

    private static let entityNames: [String] = [
        "Trip", "order", "yes", "null", "No", "Größe", "日本", "E1", "_private", "Type", "y", "on", "toMany", "class",
    ]

    private static let propertyNames: [String] = [
        "name", "order", "group", "yes", "no", "null", "true", "on", "off", "y", "n", "größe", "名前", "é",
        "_a", "class", "default", "type", "to", "\u{E9}\u{301}", "x1", "optional", "originalName", "ℵ",
    ]

    private static let originalNames: [String] = ["old", "start_date", "null", "~", "yes", "1", "a: b", "ö", " ", "#"]

    private static let texts: [String] = [
        "", " ", "a", "yes", "null", "~", "1", "0x1", "1e3", "2026-05-01", "a b", " a", "a ", "\"", "'", "\"a\"", "'a'",
        "a=b", "= a", "?", "a?", "#", "a #b", "a: b", "a:", "- a", "{a}", "[a]", "a\nb\n", "\r\n", "\\", "\\n", "\0",
        "\u{FEFF}", "\u{301}", "e\u{301}", "é", "👩‍👩‍👧", "%", "@a", "| a", "\"a", "a\"", "it's",
    ]
}
