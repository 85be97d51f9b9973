/// A value for rows that have none, as the mapping gives it.
public enum Fill: Hashable, Sendable {
    /// A way to make a value of each row's own.
    public enum Generator: String, CaseIterable, Hashable, Sendable {
        /// A new UUID a row: for `uuid` and `string`.
        case uuid = "uuid()"
        /// The moment of the migration, the same for all rows: for `date`.
        case now = "now()"
        /// 1, 2, 3 … in the order of identities, over the entity and its sub-entities: for integers.
        case rowNumber = "rowNumber()"

        /// The types of the attributes that it can fill.
        public var types: [ScalarType] {
            switch self {
            case .uuid: [.uuid, .string]
            case .now: [.date]
            case .rowNumber: [.int16, .int32, .int64]
            }
        }
    }

    /// The same value for every row, in the form that a model's default has; its type is the attribute's.
    case literal(String)
    /// A value of each row's own.
    case generated(Generator)

    /// Whether it is the same value for every row.
    package var isLiteral: Bool { if case .literal = self { true } else { false } }
}

extension Fill {
    /// Returns what to write instead of an expression that calls a generator, for the attribute that it computes; `nil` if
    /// it calls none, or if the attribute is a part of a composite.
    package static func help(inPlaceOf expression: String, of path: ElementPath) -> String? {
        guard !path.isPart, let generator = Generator.allCases.first(where: { expression.contains($0.rawValue) }) else {
            return nil
        }
        return "only a fill makes such values, in rows that have none: 'fill: { \(path): \(generator.rawValue) }'"
    }

    /// The value as a mapping's author wrote it, without quotes.
    public var text: String {
        switch self {
        case .literal(let text): text
        case .generated(let generator): generator.rawValue
        }
    }

    /// The value for a line of YAML, in quotes unless it is plain beyond doubt.
    var quoted: String {
        guard case .literal(let text) = self, !text.isPlainScalar else { return text }
        let escaped: String = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
                "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
            default: String(scalar)
            }
        }.joined()
        return "\"\(escaped)\""
    }
}

extension String {
    /// Whether the text is a number, a truth value or a word that no reader of YAML takes for anything but itself.
    fileprivate var isPlainScalar: Bool {
        if [ScalarType.int64, .double, .bool].contains(where: { Value(text: self, type: $0)?.text == self }) {
            return true
        }
        let reserved: Set<String> = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan"]
        guard let first = utf8.first, !reserved.contains(lowercased()) else { return false }
        func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) || byte == 95 }
        return isLetter(first) && utf8.allSatisfy { isLetter($0) || (48...57).contains($0) }
    }
}
