import Apus
import Foundation

/// A type of the user's own, which a codable attribute keeps.
nonisolated struct Colour: Codable, Hashable {
    var red: Double
    var name: String
}

/// A type of the user's own, which no store keeps.
nonisolated final class Draft {
    var text: String = "empty"
}

/// A type of the user's own, which a transformer turns into bytes.
nonisolated struct Code: Hashable {
    var number: UInt8
}

/// Keeps a code in one byte; refuses zero in both directions.
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
