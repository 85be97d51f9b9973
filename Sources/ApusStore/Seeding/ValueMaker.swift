import ApusSchema
import Foundation

/// Makes values that look like those of an app, and now and then one at the edge of its type.
struct ValueMaker {
    var random: SplitMix64

    /// A value of an attribute.
    mutating func value(of attribute: Attribute, row: Int) -> StoredValue {
        if attribute.isOptional, random.oneIn(6) { return .null }
        if random.oneIn(50) { return extreme(attribute.columnType) }
        switch attribute.columnType {
        case .int16, .int32, .int64: return .integer(Int64(random.below(1000)))
        case .bool: return .integer(Int64(random.below(2)))
        case .double: return .real(Double(random.below(1_000_000)) / 64)
        case .float: return .real(Double(Float(random.below(100_000)) / 16))
        case .decimal:
            return .text(
                Decimal(sign: .plus, exponent: -2, significand: Decimal(random.below(1_000_000))).canonicalText
            )
        case .string: return .text(text(named: attribute.name, row: row))
        case .date: return .real(Double(450_000_000 + random.below(350_000_000)))
        case .data: return .blob(bytes(random.below(48)))
        case .uuid: return .blob(bytes(16))
        case .url: return .text("https://\(pick(Self.words)).example/\(pick(Self.words))/\(row)")
        }
    }

    private mutating func extreme(_ type: ScalarType) -> StoredValue {
        if let range = type.integerRange { return .integer(random.oneIn(2) ? range.lowerBound : range.upperBound) }
        switch type {
        case .double: return .real(pick([.greatestFiniteMagnitude, -.leastNonzeroMagnitude, .infinity, 0.1]))
        case .float: return .real(pick([Double(Float.greatestFiniteMagnitude), -Double(Float.leastNonzeroMagnitude)]))
        case .decimal:
            return .text(pick(["-99999999999999999999999999999999999999", "0.00000000000000000000000000000000000001"]))
        case .string: return .text(pick(Self.oddTexts))
        case .date: return .real(pick([-63_114_076_800, 252_423_993_599.999, 0.000_000_1]))
        case .data: return .blob(pick([Data(), Data([0]), Data(repeating: 0xFF, count: 5000)]))
        case .uuid: return .blob(Data(repeating: random.oneIn(2) ? 0 : 0xFF, count: 16))
        case .url: return .text("file:///tmp/%F0%9F%9B%AB?q=%27%22#end")
        case .bool, .int16, .int32, .int64: return .integer(1)
        }
    }

    /// Words that suit a property's name.
    private mutating func text(named name: String, row: Int) -> String {
        let folded: String = name.lowercased()
        if folded.contains("mail") { return "\(pick(Self.people).lowercased())\(row)@example.com" }
        if folded.contains("destination") || folded.contains("city") || folded.contains("place") {
            return pick(Self.places)
        }
        if folded.contains("street") || folded.contains("address") {
            return "\(1 + random.below(200)) \(pick(Self.places)) Street"
        }
        if folded.hasSuffix("id") || folded.contains("identifier") || folded.contains("code") {
            return String(format: "%08x", UInt32(truncatingIfNeeded: random.next()))
        }
        if folded.contains("name") || folded.contains("title") || folded.contains("label") {
            return "\(pick(Self.people)) in \(pick(Self.places))"
        }
        return (0...random.below(6)).map { _ in pick(Self.words) }.joined(separator: " ")
    }

    private mutating func bytes(_ count: Int) -> Data {
        Data((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    }

    private mutating func pick<Element>(_ list: [Element]) -> Element {
        list[random.below(list.count)]
    }

    private static let people: [String] = [
        "Ada", "Björn", "Chiara", "Dmitri", "Élodie", "Farid", "Grace", "Hana", "Íris", "Joaquín", "Kofi", "Lě",
        "Maya", "Noor", "Oluwaseun", "Priya", "Quentin", "Rosa", "Søren", "Tomoko", "Uma", "Víctor", "Wanjiru", "Zoë",
    ]

    private static let places: [String] = [
        "Athens", "Bogotá", "Cairo", "Dakar", "Edinburgh", "Fès", "Geneva", "Hà Nội", "İzmir", "Jaipur", "Kyōto",
        "Lisbon", "Malmö", "Nairobi", "Oaxaca", "Porto", "Quito", "Reykjavík", "São Paulo", "Tbilisi", "Zürich", "東京",
    ]

    private static let words: [String] = [
        "window", "early", "harbour", "two", "quiet", "market", "north", "ticket", "river", "late", "garden", "bridge",
        "station", "blue", "coffee", "map", "museum", "island", "evening", "train",
    ]

    private static let oddTexts: [String] = [
        "", " ", "it's \"quoted\"", "line\nbreak\ttab", "e\u{301}\u{327}", "👩‍👩‍👧‍👦🛫", "\u{0}nul", "; DROP TABLE Trip; --",
        "𝒜𝓅𝓊𝓈",
        String(repeating: "long ", count: 2000),
    ]
}
