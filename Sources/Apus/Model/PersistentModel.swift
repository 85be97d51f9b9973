/// The class of an entity's objects. Generated code conforms to it.
///
/// Objects compare by identity: within a context, a row of the store is one object.
public protocol PersistentModel: ModelObject, Identifiable, Hashable, SendableMetatype {
    /// The generated schema of the class's model.
    static var apusPlan: any SchemaMigrationPlan.Type { get }
}

extension PersistentModel {
    /// The object's identifier, unless the model has a property of this name.
    public var id: PersistentIdentifier { persistentModelID }

    /// Whether both are the same object.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs === rhs }

    /// Hashes the object's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
