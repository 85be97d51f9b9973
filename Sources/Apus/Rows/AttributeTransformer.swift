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

    /// Decodes a value. A context's objects are locked meanwhile: do not wait for another thread that uses them, or may drop the
    /// last reference to one.
    ///
    /// - Parameter data: The result of ``data(from:)``, possibly from an older version of the app.
    /// - Returns: The value.
    /// - Throws: An error if the bytes cannot be decoded; reading the object fails then.
    static func value(from data: Data) throws -> Value

    /// The value that a required attribute without a default has while its object has no values: the row was deleted by
    /// another process, or cannot be read. A save that would write it for that object throws.
    ///
    /// By default it is what the type decodes from nothing if it is `Decodable`: zeros, empty texts and empty lists.
    /// Return one for any other type, or give the attribute a `default` in the model: without, no container is opened.
    static var emptyValue: Value? { get }
}

extension AttributeTransformer {
    /// The value of a type that is `Decodable`, decoded from nothing.
    public static var emptyValue: Value? { EmptyDecoder.value(of: Value.self) }
}
