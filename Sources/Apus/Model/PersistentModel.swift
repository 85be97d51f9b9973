/// An object of a model's entity. Generated code conforms the classes.
///
/// Objects compare by identity: within a context a row of the store is one object.
public protocol PersistentModel: ModelObject, Identifiable, Hashable, SendableMetatype {
    /// The values of an object. Generated.
    associatedtype ApusBacking: ModelBacking

    /// What the runtime knows about the entity. Generated.
    static var apusEntity: EntityDescription { get }
}

extension PersistentModel {
    /// The object's identifier, unless the model has a property of this name.
    public var id: PersistentIdentifier { persistentModelID }

    /// Whether both are the same object.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs === rhs }

    /// Hashes the object's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
