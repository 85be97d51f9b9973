import ApusSchema
public import Foundation

/// The transformer of a transformable attribute with a `Codable` type: a binary property list, as `PropertyListEncoder` writes
/// it.
///
/// The model names it with the type:
/// `palette: { type: transformable, swiftType: Palette, transformer: PropertyListTransformer<Palette> }`.
/// For JSON, make the attribute `codable`, or name ``CodableTransformer``.
public enum PropertyListTransformer<Value: Codable>: AttributeTransformer {
    /// Encodes the value as a binary property list.
    ///
    /// - Throws: The error of the value's `encode(to:)`, or of the encoder: a property list is an array or a dictionary.
    ///   `DecodingError` if the list is nested too deeply (200 levels) or too large (four million values) to be read again.
    public static func data(from value: Value) throws -> Data {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let data = try encoder.encode(value)
        try check(data)
        return data
    }

    /// Decodes the value from a binary property list.
    ///
    /// - Throws: The error of the value's `init(from:)`, or `DecodingError` if the bytes are not a binary property list.
    public static func value(from data: Data) throws -> Value {
        try check(data)
        return try PropertyListDecoder().decode(Value.self, from: data)
    }

    /// Throws at what Foundation's reader may end the process.
    private static func check(_ data: Data) throws {
        // Foundation takes other beginnings for lists in another format.
        if data.starts(with: "bplist0".utf8), BinaryPropertyList(data)?.isTree == true { return }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(codingPath: [], debugDescription: "The bytes are not a binary property list.")
        )
    }
}
