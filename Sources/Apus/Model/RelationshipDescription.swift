/// What the runtime knows about a relationship before any store is open.
public struct RelationshipDescription: Sendable {
    /// Where the references are kept.
    public enum Storage: Hashable, Sendable {
        /// In a column of the entity's own table.
        case ownKey
        /// In the column of the inverse.
        case inverseKey
        /// In the table of pairs that this relationship owns.
        case ownPairs
        /// In the table of pairs that the inverse owns.
        case inversePairs
        /// In memory only.
        case memory
    }

    /// What becomes of the objects at the far end when the object at this end is deleted.
    public enum DeleteRule: Hashable, Sendable {
        /// Nothing; the far end's reference back is left to the app.
        case noAction
        /// The far end's reference back is set to nil.
        case nullify
        /// The far end is deleted too.
        case cascade
        /// The deletion is refused while there is a far end.
        case deny
    }

    /// The relationship's name.
    public let name: String

    let makeDestination: @Sendable () -> EntityDescription

    /// Whether it leads to any number of objects.
    public let isToMany: Bool

    /// Whether it may lead to no object.
    public let isOptional: Bool

    /// Whether the objects that it leads to have an order of their own.
    public let isOrdered: Bool

    /// The position of the far entity's relationship back; `nil` where there is none.
    public let inverse: Int?

    /// What becomes of the far end when an object is deleted.
    public let deleteRule: DeleteRule

    /// Where the references are kept.
    public let storage: Storage

    /// The entity at the far end.
    public var destination: EntityDescription { makeDestination() }

    /// The far end's relationship back, or `nil`.
    var inverseDescription: RelationshipDescription? {
        inverse.map { destination.relationship(at: $0) }
    }
}
