public import Foundation

extension Schema {
    /// Reads the canonical JSON form that ``json`` writes.
    ///
    /// - Throws: `DecodingError` where the text is no such form.
    public init(json: Data) throws {
        self = try JSONDecoder().decode(Schema.self, from: json)
    }

    /// The canonical JSON form: one line, keys in the order of their bytes. Equal schemas give equal bytes, whatever
    /// the platform and the release of Foundation.
    public var json: Data { form.data }
}

extension Entity {
    /// The canonical JSON form, as it stands in that of the schema.
    public var json: Data { form.data }
}
