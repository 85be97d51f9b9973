import ApusDiagnostics

/// The names of types, and what other languages and tools call them.
package enum TypeSuggestion {
    /// The type that was probably meant by a word that is none.
    ///
    /// - Parameters:
    ///   - word: The word.
    ///   - names: The names of the model's own types.
    /// - Returns: The type's name, or `nil`.
    package static func meant(by word: String, among names: [String]) -> String? {
        foreign[word.lowercased().filter { $0 != " " }]
            // A list or a dictionary of a type is no slip of the keyboard.
            ?? (word.contains { "[]<>:".contains($0) }
                ? nil : NearMiss.suggestion(for: word, among: AttributeType.reservedNames + names))
    }

    /// The help lines for a word that is no type.
    package static func help(for word: String, among names: [String]) -> [String] {
        let all: [String] = AttributeType.reservedNames + names
        return [
            meant(by: word, among: names).map { "did you mean '\($0)'?" }
                ?? "possible are \(all.map { "'\($0)'" }.joined(separator: ", "))"
        ]
    }

    /// What other languages, Xcode and databases call the types.
    private static let foreign: [String: String] = [
        "int": "int64", "integer": "int64", "int8": "int16", "uint8": "int16", "uint16": "int32", "uint32": "int64",
        "integer16": "int16", "integer32": "int32", "integer64": "int64", "long": "int64", "short": "int16",
        "text": "string", "varchar": "string", "boolean": "bool", "binary": "data", "blob": "data",
        "binarydata": "data", "bytes": "data", "timestamp": "date", "datetime": "date", "uri": "url", "guid": "uuid",
        "number": "double", "real": "double", "cgfloat": "double", "timeinterval": "double", "numeric": "decimal",
    ]
}
