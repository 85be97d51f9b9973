public import ApusSchema

/// Which entity and property of an older schema each one of a newer schema is.
public struct Matching: Hashable, Sendable {
    /// The entities that both schemas have.
    public var entities: [EntityMatch]

    /// The entities that only the newer schema has.
    public var added: [Entity]

    /// The entities that only the older schema has.
    public var removed: [Entity]

    /// The match whose newer entity has that name, or `nil`.
    public func match(newer name: String) -> EntityMatch? {
        entities.first { $0.new.name == name }
    }

    /// The match whose older entity has that name, or `nil`.
    public func match(older name: String) -> EntityMatch? {
        entities.first { $0.old.name == name }
    }

    /// The newer path of a relationship or attribute of the older schema, or `nil` where it is gone.
    public func newer(_ path: ElementPath) -> ElementPath? {
        guard let entity = match(older: path.entity) else { return nil }
        guard let property = path.property else { return ElementPath(entity.new.name) }
        return entity.properties.first { $0.old.name == property }
            .map { ElementPath(entity.new.name, $0.new.name) }
    }
}

/// An entity of an older schema and what it is in a newer one.
public struct EntityMatch: Hashable, Sendable {
    /// A property of the older entity and what it is in the newer one.
    public struct PropertyMatch: Hashable, Sendable {
        /// The older property.
        public let old: Property
        /// The newer property.
        public let new: Property
    }

    /// The older entity.
    public let old: Entity

    /// The newer entity.
    public let new: Entity

    /// The properties that both entities have.
    public var properties: [PropertyMatch]

    /// The properties that only the newer entity has.
    public var added: [Property]

    /// The properties that only the older entity has.
    public var removed: [Property]
}
