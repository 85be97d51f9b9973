import ApusDiagnostics
import ApusSchema
import ApusYAML
import Foundation

extension ModelReader {
    /// Reads an attribute in its short or its long form, `nil` where it cannot be used.
    mutating func readAttribute(_ entry: YAMLNode.Entry, _ path: ElementPath) -> Attribute? {
        switch entry.value.content {
        case .scalar:
            guard let text = entry.value.text(of: "the type of '\(path)'", into: &findings) else { return nil }
            return readShortAttribute(text, path)
        case .mapping: return readLongAttribute(entry.value, path)
        case .sequence:
            findings.error(
                "an attribute must be a type or keys with values, not a list",
                at: entry.value.location,
                help: ["write '\(entry.key.text): string', or '\(entry.key.text): { type: string }'"]
            )
            return nil
        }
    }

    private mutating func readLongAttribute(_ node: YAMLNode, _ path: ElementPath) -> Attribute? {
        let kinds = Keys.Kinds(
            owner: "an attribute",
            known: ["type", "optional", "default", "originalName"],
            later: Self.laterAttributeKeys
        )
        guard let keys = Keys(node, kinds, into: &findings) else { return nil }
        let originalName: String? = readOriginalName(keys, of: path)
        let isOptional: Bool = keys["optional"]?.truth(of: "optional", into: &findings) ?? false
        guard let typeNode = keys["type"] else {
            findings.error("the type of '\(path)' is missing", at: keys.location, help: ["write 'type: string'"])
            return nil
        }
        guard let word = typeNode.text(of: "the type of '\(path)'", into: &findings) else { return nil }
        if word.text.hasSuffix("?"), AttributeType(rawValue: String(word.text.dropLast())) != nil {
            findings.error(
                "'\(word.text)' is the short form",
                at: word.location,
                help: ["write 'type: \(word.text.dropLast())' and 'optional: true'"]
            )
            return nil
        }
        guard let type = readType(word.text, at: word.location) else { return nil }
        var value: Value?
        if let scalar = keys["default"]?.text(of: "the default of '\(path)'", into: &findings) {
            record(.defaultValue, of: path, at: scalar.location)
            value = readDefault(scalar.text, type, of: path, at: scalar.location)
        }
        return Attribute(path.property ?? "", type, isOptional: isOptional, default: value, originalName: originalName)
    }

    /// Reads the name of a type.
    mutating func readType(_ word: String, at location: SourceLocation) -> AttributeType? {
        if let type = AttributeType(rawValue: word) { return type }
        let names: [String] = AttributeType.allCases.map(\.rawValue)
        let folded: String = word.lowercased().filter { $0 != " " }
        let meant: String? = Self.foreignTypes[folded] ?? NearMiss.suggestion(for: word, among: names)
        if Self.laterTypes.contains(folded) {
            findings.error(
                "this version of Apus does not know the type '\(word)' yet",
                at: location,
                help: ["remove the attribute: Apus never ignores what a file says"]
            )
            return nil
        }
        findings.error(
            "'\(word)' is no type",
            at: location,
            help: (meant.map { ["did you mean '\($0)'?"] } ?? [])
                + ["possible are \(names.map { "'\($0)'" }.joined(separator: ", "))"]
        )
        return nil
    }

    /// Reads a default.
    mutating func readDefault(
        _ text: String,
        _ type: AttributeType,
        of path: ElementPath,
        at location: SourceLocation
    ) -> Value? {
        if let value = Value(text: text, type: type), !value.isDistorted(text) { return value }
        findings.error(
            "the default '\(text)' of '\(path)' is no \(type.rawValue)",
            at: location,
            help: ["write \(type.expectedDefault)"]
        )
        return nil
    }

    /// What an attribute of Core Data or SwiftData has more, and what DESIGN.md's later steps add.
    private static let laterAttributeKeys: Set<String> = [
        "transient", "ephemeral", "externalStorage", "unique", "indexed", "spotlight", "preserveValueOnDeletion",
        "allowsCloudEncryption", "hashModifier", "minimum", "maximum", "min", "max", "minLength", "maxLength", "regex",
        "transformer", "transformable", "derived", "derivation", "column", "userInfo", "scalar", "className", "values",
        "enum", "composite",
    ]

    /// Types that other models have.
    private static let laterTypes: Set<String> = ["transformable", "composite", "derived", "objectid", "undefined"]

    /// What other languages and Xcode call the types.
    private static let foreignTypes: [String: String] = [
        "int": "int64", "integer": "int64", "int8": "int16", "uint8": "int16", "uint16": "int32", "uint32": "int64",
        "integer16": "int16", "integer32": "int32", "integer64": "int64", "long": "int64", "short": "int16",
        "text": "string", "varchar": "string", "boolean": "bool", "binary": "data", "blob": "data",
        "binarydata": "data", "bytes": "data", "timestamp": "date", "datetime": "date", "uri": "url", "guid": "uuid",
        "number": "double", "real": "double", "numeric": "decimal",
    ]
}

extension Value {
    /// Whether a number is not the one that its text says, because it is too large or too small for its type.
    fileprivate func isDistorted(_ text: String) -> Bool {
        let mantissa = text.lowercased().prefix { $0 != "e" && $0 != "p" }
        let saysZero: Bool = !mantissa.contains { ("1"..."9").contains($0) }
        return switch self {
        case .double(let number): number.isInfinite ? !mantissa.contains("inf") : number.isZero && !saysZero
        case .decimal(let number): number.isZero && !saysZero
        case .date(let seconds): Double(text) == nil && !seconds.isMoment(text)
        default: false
        }
    }
}

extension Double {
    /// Whether the seconds since 2001 are the moment that a text says in UTC.
    ///
    /// Foundation reads the 30th of February as a day in March, 25 o'clock as the next day, and other zones.
    fileprivate func isMoment(_ text: String) -> Bool {
        let whole: String = text.count == 10 ? text + "T00:00:00Z" : text
        let said: String = Date(timeIntervalSinceReferenceDate: rounded(.down)).formatted(.iso8601)
        guard whole.hasSuffix("Z"), said.prefix(19) == whole.prefix(19) else { return false }
        let fraction: Double? = whole.count > 20 ? Double("0" + whole.dropFirst(19).dropLast()) : 0
        return fraction.map { abs($0 - (self - rounded(.down))) < 1e-6 } ?? false
    }
}

extension AttributeType {
    /// What a default of the type looks like.
    fileprivate var expectedDefault: String {
        switch self {
        case .int16, .int32, .int64:
            integerRange.map { "a whole number from \($0.lowerBound) to \($0.upperBound)" } ?? "a whole number"
        case .decimal: "a number of up to 38 digits, such as 12.50"
        case .double: "a number that 64 bits can hold, such as 12.5"
        case .float: "a number that 32 bits can hold, such as 12.5"
        case .string: "a text"
        case .bool: "true or false"
        case .date: "a moment in UTC, such as 2026-05-01 or 2026-05-01T12:30:00Z, or seconds since 2001-01-01"
        case .data: "bytes as Base64, such as aGVsbG8="
        case .uuid: "a UUID, such as 6D9E4C7A-3B5F-4D8E-9A1C-2F7B8E0D1A34"
        case .url: "a URL, such as https://example.org"
        }
    }
}
