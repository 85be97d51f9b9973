import ApusSchema

/// The values that a deleted object has left: those of attributes with `preserveValueOnDeletion`.
///
/// A value in a file beside the store is not kept. Of a composite, the parts are, by names such as `address.city`.
public struct HistoryTombstone: Sendable {
    /// The name of the object's entity.
    let entityName: String

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
        let entities = Model.apusPlan.entities
        guard let own = entities.first(where: { $0.name == entityName }),
            let entity = entities.first(where: { $0.type == Model.self }), own.isKind(of: entity),
            let position = entity.keyPaths().firstIndex(of: keyPath), position < entity.properties.count
        else { return nil }
        return self[entity.properties[position].name].flatMap { DynamicValue.converted($0, to: Value.self) }
    }
}
