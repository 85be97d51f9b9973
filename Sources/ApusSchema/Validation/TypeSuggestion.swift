import ApusDiagnostics

/// Suggestions for unknown types, including their names in other languages and tools.
package enum TypeSuggestion {
    /// Returns the type that was probably meant by an unknown word.
    ///
    /// - Parameters:
    ///   - word: The word.
    ///   - names: The names of the model's own types.
    /// - Returns: The type's name, or `nil`.
    package static func meant(by word: String, among names: [String]) -> String? {
        // Only attributes are of this type.
        if word == Attribute.intName { return ScalarType.int64.rawValue }
        return foreign[word.lowercased().filter { $0 != " " }]
            // A list or a dictionary of a type is not a typing error.
            ?? (word.contains { "[]<>:".contains($0) }
                ? nil : NearMiss.suggestion(for: word, among: AttributeType.reservedNames + names))
    }

    /// Returns the help for an unknown type.
    package static func help(for word: String, among names: [String]) -> [String] {
        let all = AttributeType.reservedNames + names
        return [
            meant(by: word, among: names).map { "did you mean '\($0)'?" }
                ?? "expected one of \(all.map { "'\($0)'" }.joined(separator: ", "))"
        ]
    }

    /// The names of types in other languages, Xcode and databases.
    private static let foreign: [String: String] = [
        "int": "int", "integer": "int64", "int8": "int16", "uint8": "int16", "uint16": "int32", "uint32": "int64",
        "integer16": "int16", "integer32": "int32", "integer64": "int64", "long": "int64", "short": "int16",
        "text": "string", "varchar": "string", "boolean": "bool", "binary": "data", "blob": "data",
        "binarydata": "data", "bytes": "data", "timestamp": "date", "datetime": "date", "uri": "url", "guid": "uuid",
        "number": "double", "real": "double", "cgfloat": "double", "timeinterval": "double", "numeric": "decimal",
    ]
}
