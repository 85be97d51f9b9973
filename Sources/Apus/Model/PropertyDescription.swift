/// The runtime's description of a property. Generated code creates it.
public enum PropertyDescription: Sendable {
    /// An attribute: its name, its type in the short notation of model files (`int32`, `string?`), and its number of
    /// columns: 0 for a transient attribute, several for a composite.
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
    /// Creates the description of a to-one relationship.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - destination: The destination entity, evaluated lazily because two entities can refer to each other.
    ///   - isOptional: Whether the relationship may be nil.
    ///   - inverse: The position of the inverse in the destination; `nil` if there is none.
    ///   - deleteRule: What happens to the related object when this one is deleted.
    ///   - storage: Where the references are stored.
    /// - Returns: The description.
    @_spi(Generated)
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

    /// Creates the description of a to-many relationship.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - destination: The destination entity, evaluated lazily because two entities can refer to each other.
    ///   - isOptional: Whether the relationship may be empty.
    ///   - isOrdered: Whether the relationship is ordered.
    ///   - inverse: The position of the inverse in the destination; `nil` if there is none.
    ///   - deleteRule: What happens to the related objects when this one is deleted.
    ///   - storage: Where the references are stored.
    /// - Returns: The description.
    @_spi(Generated)
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
