public import Foundation

extension Schema {
    /// Reads the canonical JSON form that ``json`` writes.
    ///
    /// - Throws: `DecodingError` where the text is no such form.
    public init(json: Data) throws {
        self = try JSONDecoder().decode(Schema.self, from: json)
    }

    /// The canonical JSON form, on one line, keys in the order of the alphabet: equal schemas give equal bytes.
    public var json: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A schema has only strings, booleans and arrays of them: encoding cannot fail.
        return (try? encoder.encode(self)) ?? Data()
    }
}
