/// A value with an identifier of its own, such as that of a server.
public protocol CoreModel {
    /// The type of the identifier: `String`, an integer type, `UUID`.
    associatedtype UidType: PredicateValue & Hashable & Sendable

    /// The identifier, which no two objects have.
    var uid: UidType { get }
}

/// A class whose objects are found by an identifier of their own. With `uid: personId` in the model, the generated class conforms.
public protocol DataRecord: PersistentModel {
    /// The name of the entity.
    static var entityName: String { get }

    /// The name of the attribute with the identifier. It must be unique.
    static var uidKey: String { get }
}

extension DataRecord {
    /// The name of the class's entity.
    public static var entityName: String {
        apusPlan.entities.first { $0.type == Self.self }?.name ?? "\(Self.self)"
    }
}

/// A class of objects that values are made of, or that are made of values.
public protocol ModelRepresentable {
    /// The type of the values.
    associatedtype ModelType: CoreModel
}

/// A class whose objects take over the values of a model.
public protocol RecordFromModel: ModelRepresentable {
    /// Takes over the values of a model.
    func fromModel(_ model: ModelType) throws
}

/// A class whose objects are copied as models.
public protocol RecordToModel: ModelRepresentable {
    /// Returns the object's values as a model.
    func toModel() throws -> ModelType
}
