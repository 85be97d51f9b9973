public import ApusSchema

extension Refusal {
    /// The reason why an expression of a mapping, or a line about the origins of objects, cannot be carried out, with the
    /// facts.
    public enum Problem: Hashable, Sendable {
        /// An expression cannot be computed, or its values are not those that are expected.
        case expression(PredicateProblem)

        // MARK: Computed references

        /// An entity is not the destination of the relationship, or below it.
        case otherEntity(String, destination: String)
        /// No origin with a name makes an object of the destination of the same older object, or of the same element.
        case nothingNamed(String, source: String, destination: String, isElement: Bool)
        /// Several origins with a name make objects.
        case ambiguousName(String)
        /// Objects of an older entity become none of the destination.
        case becomesNone(of: String, from: String)
        /// An object of an older entity becomes several of the destination.
        case becomesSeveral(of: String, from: String)
        /// An entity has no stored attribute of a name.
        case noAttribute(String, entity: String)
        /// An attribute is compared with a value of another type.
        case comparedUnlike(ElementPath, ScalarType, with: ScalarType)
        /// An element of a list would have a list of references.
        case listOfElement(String)

        // MARK: Computed properties

        /// A relationship that is computed is not stored.
        case notStored(ElementPath)
        /// A relationship is its own inverse, or has no references of its own.
        case notComputable(ElementPath, isOwnInverse: Bool)
        /// Both sides of a pair are computed.
        case bothComputed(ElementPath, inverse: ElementPath)
        /// Objects of an entity have references that only others compute.
        case partlyComputed(ElementPath, others: String)
        /// Nothing makes objects of the destination.
        case destinationNotMade(String, of: ElementPath)
        /// A composite is computed as a whole.
        case wholeComposite(ElementPath, parts: [ElementPath])
        /// An attribute has a default for the objects of an entity, and another type than before.
        case defaultOfOtherType(String, objects: String)
        /// An attribute has another type than in entities that stay.
        case otherTypeThanInherited(String)
        /// An attribute would have values of two types.
        case unlikeTypes(String, AttributeType, AttributeType, isComputed: Bool)

        // MARK: Origins

        /// The newer version has no such entity with objects.
        case noNewerEntity(String)
        /// The older version has no such entity.
        case noOlderEntity(String)
        /// A condition holds for no entity of an origin.
        case conditionOfNone
        /// The origins have no objects.
        case noObjects
        /// The objects of a newer entity would get new identities below a root, with those of others.
        case newIdentities(String, older: String, root: String)
        /// The objects of several entities would get new identities below a root.
        case severalIdentities([String], root: String)
        /// The objects of an older entity cannot join those below a newer root.
        case notJoined(String, root: String, HierarchyObstacle)
        /// Each object or element of a list would be two with one identity.
        case doubles(of: String, root: String, isElement: Bool)
        /// An origin takes the objects of a sub-entity that has other bearers, too; the condition leaves them out.
        case takenTwice(String, source: String, Bearer, condition: String)
        /// Two origins may take the same object, or element of a list; the condition leaves out what the others take, or is that of
        /// an origin of which they take everything.
        case overlap(of: String, condition: String, isElement: Bool, isWithin: Bool)
        /// Origins with conditions take objects of an older entity that all stay objects of a newer one; the condition leaves
        /// out what they take.
        case staysToo(String, newer: String, condition: String)
    }

    /// The reason why an older entity cannot move below another parent.
    public enum HierarchyObstacle: Hashable, Sendable {
        /// Some of its sub-entities do not stay below it.
        case subEntitiesLeave
        /// It was above entities that are above it now.
        case wasAbove
        /// A property has the name of one that it would inherit.
        case inheritedName(ElementPath)
    }

    /// What has the objects that an origin takes, too.
    public enum Bearer: Hashable, Sendable {
        /// An origin from an entity; `line` is the entity that another line makes, `nil` for the same line.
        case origin(from: String, line: String?)
        /// A newer entity, whose objects they stay.
        case entity(String)
    }
}
