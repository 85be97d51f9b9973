import Apus
import Foundation

/// A custom type of a codable attribute.
nonisolated struct Colour: Codable, Hashable {
    /// Called before a value is decoded: a coder may do anything.
    @TaskLocal static var onDecoding: (@Sendable () -> Void)?

    var red: Double
    var name: String
}

nonisolated extension Colour {
    init(from decoder: any Decoder) throws {
        Self.onDecoding?()
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            red: try values.decode(Double.self, forKey: .red),
            name: try values.decode(String.self, forKey: .name)
        )
    }
}

/// A custom type of a transient attribute.
nonisolated final class Draft {
    var text: String = "empty"
}

/// A custom type with a transformer.
nonisolated struct Code: Hashable {
    var number: UInt8
}

/// Encodes a code as one byte; rejects zero in both directions.
nonisolated enum CodeTransformer: AttributeTransformer {
    struct IsZero: Error {}

    static func data(from value: Code) throws -> Data {
        if value.number == 0 { throw IsZero() }
        return Data([value.number])
    }

    static func value(from data: Data) throws -> Code {
        guard let number = data.first, number != 0 else { throw IsZero() }
        return Code(number: number)
    }
}
