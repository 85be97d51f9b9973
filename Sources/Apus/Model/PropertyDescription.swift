/// What the runtime knows about a property before any store is open. Generated code makes it.
public enum PropertyDescription: Sendable {
    /// An attribute: its name and its type, as a model file writes them in short (`int32`, `string?`), and how many
    /// columns hold a value: none of one that no store keeps, several of a composite.
    case attribute(_ name: String, _ type: String, columns: Int = 1)
    /// A relationship.
    case relationship(RelationshipDescription)

    /// The property's name.
    var name: String {
        switch self {
        case .attribute(let name, _, _): name
        case .relationship(let relationship): relationship.name
        }
    }
}

extension PropertyDescription {
    /// Describes a to-one relationship.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - destination: The entity at the far end, asked for when it is needed: two entities can lead to each other.
    ///   - isOptional: Whether it may lead to no object.
    ///   - inverse: The position of the far entity's relationship back; `nil` where there is none.
    ///   - deleteRule: What becomes of the far end when an object is deleted.
    ///   - storage: Where the references are kept.
    /// - Returns: The description.
    public static func toOne(
        _ name: String,
        to destination: @autoclosure @escaping @Sendable () -> EntityDescription,
        isOptional: Bool = false,
        inverse: Int? = nil,
        deleteRule: RelationshipDescription.DeleteRule = .nullify,
        storage: RelationshipDescription.Storage = .ownKey
    ) -> PropertyDescription {
        .relationship(
            RelationshipDescription(
                name: name,
                makeDestination: destination,
                isToMany: false,
                isOptional: isOptional,
                isOrdered: false,
                inverse: inverse,
                deleteRule: deleteRule,
                storage: storage
            )
        )
    }

    /// Describes a to-many relationship.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - destination: The entity at the far end, asked for when it is needed: two entities can lead to each other.
    ///   - isOptional: Whether it may lead to no object.
    ///   - isOrdered: Whether the objects have an order of their own.
    ///   - inverse: The position of the far entity's relationship back; `nil` where there is none.
    ///   - deleteRule: What becomes of the far end when an object is deleted.
    ///   - storage: Where the references are kept.
    /// - Returns: The description.
    public static func toMany(
        _ name: String,
        to destination: @autoclosure @escaping @Sendable () -> EntityDescription,
        isOptional: Bool = true,
        isOrdered: Bool = false,
        inverse: Int? = nil,
        deleteRule: RelationshipDescription.DeleteRule = .nullify,
        storage: RelationshipDescription.Storage
    ) -> PropertyDescription {
        .relationship(
            RelationshipDescription(
                name: name,
                makeDestination: destination,
                isToMany: true,
                isOptional: isOptional,
                isOrdered: isOrdered,
                inverse: inverse,
                deleteRule: deleteRule,
                storage: storage
            )
        )
    }
}
