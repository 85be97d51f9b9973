public import Foundation

/// The value of an attribute that may lie in a file beside the store; the file is read when somebody asks for the value.
/// Generated code stores one an attribute.
public struct ExternalValue<Transformer: AttributeTransformer> {
    /// Where the value is.
    enum State {
        /// There is none.
        case none
        /// Here.
        case value(Transformer.Value)
        /// In the file of that name.
        case file(String)
    }

    var state: State

    /// There is no value.
    public init() {
        state = .none
    }

    /// A value that is here.
    public init(_ value: Transformer.Value?) {
        state = value.map { .value($0) } ?? .none
    }

    init(_ state: State) {
        self.state = state
    }
}

/// The bytes of an attribute of type `data`: themselves.
public enum DataTransformer: AttributeTransformer {
    /// The value's own bytes.
    public static func data(from value: Data) -> Data { value }

    /// The bytes themselves.
    public static func value(from data: Data) -> Data { data }
}

/// The bytes of an attribute of type `string`: UTF-8.
public enum StringTransformer: AttributeTransformer {
    /// The text in UTF-8.
    public static func data(from value: String) -> Data { Data(value.utf8) }

    /// The text that the bytes are in UTF-8.
    public static func value(from data: Data) -> String { String(decoding: data, as: UTF8.self) }
}

/// The bytes of an attribute of type `codable`: JSON in UTF-8, equal for equal values.
public enum CodableTransformer<Value: Codable>: AttributeTransformer {
    /// The value in JSON.
    ///
    /// - Throws: What the value's `encode(to:)` throws, or the encoder of what JSON cannot hold.
    public static func data(from value: Value) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    /// The value that the JSON is.
    ///
    /// - Throws: What the value's `init(from:)` throws, or the decoder.
    public static func value(from data: Data) throws -> Value { try JSONDecoder().decode(Value.self, from: data) }
}
