/// What the runtime knows about an entity before any store is open. Generated code makes it.
///
/// A property's position is its place among the inherited properties, then the attributes, then the relationships, all
/// in the model's order: so an inherited property has one position in all classes that have it.
public final class EntityDescription: Sendable {
    /// The entity's name.
    public let name: String

    /// The entity that this one inherits from, or `nil`.
    public let parent: EntityDescription?

    /// Whether there are no objects of the entity itself, only of its sub-entities.
    public let isAbstract: Bool

    /// The class of the entity's objects.
    public let type: any PersistentModel.Type

    /// The properties by their positions.
    public let properties: [PropertyDescription]

    /// The positions of the relationships.
    let relationshipPositions: [Int]

    /// The positions of the relationships that keep a key in the entity's own table.
    let keyPositions: [Int]

    /// The class of the values of the entity's objects.
    let valuesType: ModelBacking.Type

    /// The class of the entity's objects, to make one.
    let objectType: ModelObject.Type

    /// The key paths of the properties, by their positions; behind them those of the object's identifier.
    let keyPaths: @Sendable () -> [AnyKeyPath]

    /// Makes room for objects at the far end of a to-many relationship that leads here.
    let makeRelatedObjects: @Sendable () -> RelatedObjects

    /// Describes an entity.
    ///
    /// - Parameters:
    ///   - form: The form of the generated code.
    ///   - name: The entity's name.
    ///   - type: The class of its objects.
    ///   - values: The class of their values.
    ///   - parent: The entity that this one inherits from.
    ///   - isAbstract: Whether there are no objects of the entity itself.
    ///   - keyPaths: Makes the key paths of all properties, the inherited ones first, in the order of their positions, and
    ///     behind them those of the object's identifier.
    ///   - own: The entity's own properties: the attributes, then the relationships.
    public init<Model: PersistentModel, Values: ModelBacking>(
        _ form: GeneratedCode,
        _ name: String,
        _ type: Model.Type,
        _ values: Values.Type,
        parent: EntityDescription? = nil,
        isAbstract: Bool = false,
        keyPaths: @escaping @Sendable () -> [PartialKeyPath<Model>] = { [] },
        properties own: [PropertyDescription] = []
    ) {
        let properties: [PropertyDescription] = (parent?.properties ?? []) + own
        self.name = name
        self.parent = parent
        self.isAbstract = isAbstract
        self.type = type
        self.properties = properties
        relationshipPositions = properties.indices.filter {
            if case .relationship = properties[$0] { true } else { false }
        }
        keyPositions = properties.indices.filter {
            if case .relationship(let relationship) = properties[$0] { relationship.storage == .ownKey } else { false }
        }
        valuesType = values
        objectType = type
        self.keyPaths = keyPaths
        makeRelatedObjects = { TypedRelatedObjects<Model>() }
    }

    /// The relationship at a property's position.
    func relationship(at position: Int) -> RelationshipDescription {
        guard case .relationship(let relationship) = properties[position] else {
            preconditionFailure("'\(name).\(properties[position].name)' is no relationship: run 'apus generate'")
        }
        return relationship
    }

    /// The entity at the top of the hierarchy.
    var root: EntityDescription {
        var root: EntityDescription = self
        while let parent = root.parent { root = parent }
        return root
    }

    /// Whether the entity is another one, or inherits from it.
    func isKind(of other: EntityDescription) -> Bool {
        var next: EntityDescription? = self
        while let entity = next {
            if entity === other { return true }
            next = entity.parent
        }
        return false
    }
}
