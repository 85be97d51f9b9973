import ApusSchema

/// The values that a deleted object has left: those of attributes with `preserveValueOnDeletion`.
///
/// A value in a file beside the store is not kept. Of a composite, the parts are, by names such as `address.city`.
public struct HistoryTombstone: Sendable {
    /// The values, by the present names of their attributes.
    let values: [String: Value]

    /// Why values cannot be read, by the names of their attributes: they are encrypted with another key, or damaged.
    public let unreadableValues: [String: String]

    /// The names of the attributes whose values are kept and can be read.
    public var names: [String] { values.keys.sorted() }

    /// The value of an attribute; `nil` if the object had none, or if it was not kept. Of an enum, it is the raw value, and of a
    /// transformable or codable attribute the bytes.
    public subscript(name: String) -> Any? { values[name]?.swiftValue }

    /// The value of an attribute; `nil` if the object had none, if it was not kept, or if it is not of the property's type.
    public subscript<Model: PersistentModel, Value>(keyPath: KeyPath<Model, Value>) -> Value? {
        for entity in Model.apusPlan.entities where entity.type is Model.Type {
            for (property, known) in zip(entity.properties, entity.keyPaths()) where known == keyPath {
                return self[property.name].flatMap { DynamicValue.converted($0, to: Value.self) }
            }
        }
        return nil
    }
}
