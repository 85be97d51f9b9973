/// The runtime's description of a relationship.
public struct RelationshipDescription: Sendable {
    /// Where the references are stored.
    public enum Storage: Hashable, Sendable {
        /// In a foreign key of the entity's own table.
        case ownKey
        /// In the foreign key of the inverse.
        case inverseKey
        /// In the join table that this relationship owns.
        case ownJoinTable
        /// In the join table that the inverse owns.
        case inverseJoinTable
        /// In memory only.
        case memory
    }

    /// What happens to the related objects when an object is deleted.
    public enum DeleteRule: Hashable, Sendable {
        /// Nothing; the app updates their references to the deleted object.
        case noAction
        /// Their references to the deleted object are set to nil.
        case nullify
        /// The related objects are deleted as well.
        case cascade
        /// Saving the deletion fails while there are related objects.
        case deny
    }

    /// The relationship's name.
    public let name: String

    let makeDestination: @Sendable () -> EntityDescription

    /// Whether the relationship is to-many.
    public let isToMany: Bool

    /// Whether the relationship may be nil or empty.
    public let isOptional: Bool

    /// Whether the relationship is ordered.
    public let isOrdered: Bool

    /// The position of the inverse in the destination; `nil` if there is none.
    public let inverse: Int?

    /// What happens to the related objects when an object is deleted.
    public let deleteRule: DeleteRule

    /// Where the references are stored.
    public let storage: Storage

    /// The destination entity.
    public var destination: EntityDescription { makeDestination() }

    /// The inverse relationship, or `nil`.
    var inverseDescription: RelationshipDescription? {
        inverse.map { destination.relationship(at: $0) }
    }
}
