public import Foundation

extension Schema {
    /// Reads the canonical JSON form that ``json`` writes.
    ///
    /// - Throws: `DecodingError` if the data is not in that form.
    public init(json: Data) throws {
        self = try JSONDecoder().decode(Schema.self, from: json)
    }

    /// The canonical JSON form: on one line, with keys in the order of their bytes. Equal schemas give equal bytes on
    /// every platform and with every release of Foundation.
    public var json: Data { form.data }
}

extension Entity {
    /// The canonical JSON form, as it is in that of the schema.
    public var json: Data { form.data }
}
