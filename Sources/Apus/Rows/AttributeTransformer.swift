public import Foundation

/// Encodes the values of a transformable attribute as bytes and decodes them, like Core Data's value transformers.
///
/// The model names the type: `colour: { type: transformable, swiftType: Colour, transformer: ColourTransformer }`.
public protocol AttributeTransformer {
    /// The Swift type of the attribute.
    associatedtype Value

    /// Encodes a value.
    ///
    /// - Parameter value: The value.
    /// - Returns: The bytes to store.
    /// - Throws: An error if the value cannot be encoded; saving the object fails then.
    static func data(from value: Value) throws -> Data

    /// Decodes a value.
    ///
    /// - Parameter data: The result of ``data(from:)``, possibly from an older version of the app.
    /// - Returns: The value.
    /// - Throws: An error if the bytes cannot be decoded; reading the object fails then.
    static func value(from data: Data) throws -> Value
}
