/// Records what objects were before they change.
protocol ChangeRecorder: AnyObject {
    /// Records the value of an attribute.
    func recordAttribute(of object: ModelObject, at position: Int)

    /// Records the object of a to-one relationship.
    func recordOne(of object: ModelObject, at position: Int)

    /// Records whether an object is in a to-many relationship, and where.
    func recordMember(_ other: ModelObject, of object: ModelObject, at position: Int)

    /// Records the order of a relationship's objects.
    func recordOrder(of object: ModelObject, at position: Int)

    /// Records that an object was not in the context.
    func recordInsertion(of object: ModelObject)

    /// Records all that an object is, which leaves the context or is deleted.
    func recordRemoval(of object: ModelObject)
}
