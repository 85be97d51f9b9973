public import Foundation

/// Turns the values of a transformable attribute into bytes and back, as Core Data's value transformers do.
///
/// A model names it: `colour: { type: transformable, swiftType: Colour, transformer: ColourTransformer }`.
public protocol AttributeTransformer {
    /// The Swift type of the attribute.
    associatedtype Value

    /// Turns a value into bytes.
    ///
    /// - Parameter value: The value.
    /// - Returns: The bytes that a store keeps.
    /// - Throws: Whatever keeps the value from being saved.
    static func data(from value: Value) throws -> Data

    /// Turns bytes back into a value.
    ///
    /// - Parameter data: What ``data(from:)`` gave, now or in an older version of the app.
    /// - Returns: The value.
    /// - Throws: Whatever keeps the object from being read.
    static func value(from data: Data) throws -> Value
}
