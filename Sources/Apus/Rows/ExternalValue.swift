public import Foundation

/// The value of an attribute with external storage, read from its file on first access. Generated code has one per
/// attribute.
@_spi(Generated)
public struct ExternalValue<Transformer: AttributeTransformer> {
    /// Where the value is.
    enum State {
        /// There is no value.
        case none
        /// In memory.
        case value(Transformer.Value)
        /// In a file.
        case file(File)
    }

    /// A file, and its value as soon as that was read. It is a class so that reading the file needs no exclusive access to
    /// the property: a transformer may read the same object.
    final class File {
        let name: String
        var value: Transformer.Value?
        /// Whether the value was written to another file since, which is that of the row if the save succeeded.
        var isCopied = false

        init(_ name: String) { self.name = name }
    }

    let state: State

    /// Creates an absent value.
    public init() {
        state = .none
    }

    /// Creates a value in memory; `nil` for an absent one.
    public init(_ value: Transformer.Value?) {
        state = value.map { .value($0) } ?? .none
    }

    init(_ state: State) {
        self.state = state
    }
}

/// The transformer of attributes of type `data`: the bytes themselves.
@_spi(Generated)
public enum DataTransformer: AttributeTransformer {
    /// Returns the value.
    public static func data(from value: Data) -> Data { value }

    /// Returns the bytes.
    public static func value(from data: Data) -> Data { data }
}

/// The transformer of attributes of type `string`: UTF-8.
@_spi(Generated)
public enum StringTransformer: AttributeTransformer {
    /// Encodes the text as UTF-8.
    public static func data(from value: String) -> Data { Data(value.utf8) }

    /// Decodes the text from UTF-8.
    public static func value(from data: Data) -> String { String(decoding: data, as: UTF8.self) }
}

/// The transformer of attributes of type `codable`: JSON, with sorted keys so that equal values have equal bytes.
public enum CodableTransformer<Value: Codable>: AttributeTransformer {
    /// Encodes the value as JSON.
    ///
    /// - Throws: The error of the value's `encode(to:)`, or of the encoder if JSON cannot represent the value.
    public static func data(from value: Value) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    /// Decodes the value from JSON.
    ///
    /// - Throws: The error of the value's `init(from:)`, or of the decoder.
    public static func value(from data: Data) throws -> Value { try JSONDecoder().decode(Value.self, from: data) }
}
