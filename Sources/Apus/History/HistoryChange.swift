/// What a transaction has done to an object.
public enum HistoryChange: Sendable {
    /// The object is new.
    case insert(DefaultHistoryInsert)
    /// Properties of the object have changed.
    case update(DefaultHistoryUpdate)
    /// The object was deleted.
    case delete(DefaultHistoryDelete)

    /// The identifier of the object.
    public var changedPersistentIdentifier: PersistentIdentifier {
        switch self {
        case .insert(let change): change.changedPersistentIdentifier
        case .update(let change): change.changedPersistentIdentifier
        case .delete(let change): change.changedPersistentIdentifier
        }
    }
}

/// An object was inserted.
public struct DefaultHistoryInsert: Sendable {
    /// The identifier of the object.
    public let changedPersistentIdentifier: PersistentIdentifier
}

/// Properties of an object have changed.
public struct DefaultHistoryUpdate: Sendable {
    /// The identifier of the object.
    public let changedPersistentIdentifier: PersistentIdentifier

    /// The names of the changed attributes and relationships, by their present names, sorted. A relationship is on both sides of it: a
    /// new item of a trip changes the trip's `items`. A list is changed by another order, too.
    public let updatedProperties: [String]

    /// The key paths of the changed properties.
    ///
    /// - Parameter type: The class of the object, or one above it.
    /// - Returns: The key paths of the class's own and inherited properties; none if the object is of another class.
    public func updatedAttributes<Model: PersistentModel>(of type: Model.Type) -> Set<PartialKeyPath<Model>> {
        let names = Set(updatedProperties)
        guard let entity = type.apusPlan.entities.first(where: { $0.type == type }) else { return [] }
        let known = type.apusPlan.entities.first { $0.name == changedPersistentIdentifier.entityName }
        guard known?.isKind(of: entity) == true else { return [] }
        return Set(
            zip(entity.properties, entity.keyPaths()).compactMap { property, keyPath in
                names.contains(property.name) ? keyPath as? PartialKeyPath<Model> : nil
            }
        )
    }
}

/// An object was deleted.
public struct DefaultHistoryDelete: Sendable {
    /// The identifier of the object.
    public let changedPersistentIdentifier: PersistentIdentifier

    /// What the object has left: the values of attributes with `preserveValueOnDeletion`.
    public let tombstone: HistoryTombstone
}
