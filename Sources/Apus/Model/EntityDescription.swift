/// The runtime's description of an entity. Generated code creates it.
///
/// A property's position is its index in ``properties``: first the inherited properties, then the attributes, then the
/// relationships, each in the model's order. So an inherited property has the same position in all classes.
public final class EntityDescription: Sendable {
    /// The entity's name.
    public let name: String

    /// The entity that this one inherits from, or `nil`.
    public let parent: EntityDescription?

    /// Whether only sub-entities have objects.
    public let isAbstract: Bool

    /// The class of the entity's objects.
    public let type: any PersistentModel.Type

    /// The properties by their positions.
    public let properties: [PropertyDescription]

    /// The positions of the relationships.
    let relationshipPositions: [Int]

    /// The positions of the relationships with a foreign key in the entity's own table.
    let keyPositions: [Int]

    /// The class of the values of the entity's objects.
    let valuesType: ModelBacking.Type

    /// The class of the entity's objects, to create instances.
    let objectType: ModelObject.Type

    /// The key paths of the properties, by their positions, followed by those of the object's identifier.
    let keyPaths: @Sendable () -> [AnyKeyPath]

    /// Whether the entity's own properties have a value while an object has none, of those whose type has to know one.
    let emptyValues: @Sendable () -> [String: Bool]

    /// Creates a description of an entity.
    ///
    /// - Parameters:
    ///   - form: The form of the generated code.
    ///   - name: The entity's name.
    ///   - type: The class of its objects.
    ///   - values: The class of their values.
    ///   - parent: The entity that this one inherits from.
    ///   - isAbstract: Whether only sub-entities have objects.
    ///   - keyPaths: Returns the key paths of all properties in the order of their positions, followed by those of the
    ///     object's identifier.
    ///   - emptyValues: Returns whether the transformers of own properties know an empty value, by the properties' names.
    ///   - own: The entity's own properties: the attributes, then the relationships.
    @_spi(Generated)
    public init<Model: PersistentModel, Values: ModelBacking>(
        _ form: GeneratedCode,
        _ name: String,
        _ type: Model.Type,
        _ values: Values.Type,
        parent: EntityDescription? = nil,
        isAbstract: Bool = false,
        keyPaths: @escaping @Sendable () -> [PartialKeyPath<Model>] = { [] },
        emptyValues: @escaping @Sendable () -> [String: Bool] = { [:] },
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
        self.emptyValues = emptyValues
    }

    /// The relationship at a property's position.
    func relationship(at position: Int) -> RelationshipDescription {
        guard case .relationship(let relationship) = properties[position] else {
            preconditionFailure("'\(name).\(properties[position].name)' is not a relationship: run 'apus generate'")
        }
        return relationship
    }

    /// The root entity of the hierarchy.
    var root: EntityDescription {
        var root = self
        while let parent = root.parent { root = parent }
        return root
    }

    /// Whether the entity is the other one, or inherits from it.
    func isKind(of other: EntityDescription) -> Bool {
        var next: EntityDescription? = self
        while let entity = next {
            if entity === other { return true }
            next = entity.parent
        }
        return false
    }
}
