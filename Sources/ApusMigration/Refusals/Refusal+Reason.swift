public import ApusSchema

extension Refusal {
    /// Why a stage cannot be carried out, with the facts.
    public enum Reason: Hashable, Sendable {
        // MARK: Matching

        /// Several newer elements claim one older element.
        case claimedTwice(older: ElementPath, newer: [ElementPath])
        /// An `originalName` may mean several older elements.
        case ambiguousOriginalName(String, candidates: [String])
        /// An element is gone, and a new one is so much like it that it may be the same, renamed.
        case likelyRename(older: ElementPath, type: String?)

        // MARK: Losses

        /// An entity is gone with all its rows; its name may be another one's now.
        case entityRemoved(nameTakenBy: String?)
        /// An entity becomes abstract, and the objects of exactly that entity have no entity.
        case entityBecameAbstract
        /// Hierarchies that were apart come together, and their objects may have the same identities.
        case hierarchiesMerged([String])
        /// A property is gone; its name may be another one's now.
        case propertyRemoved(Kind, nameTakenBy: String?)
        /// Some entities no longer have a property that they inherited.
        case inheritedPropertyLost(String, Kind)
        /// An attribute is computed from now on.
        case becameDerived
        /// A property is no longer kept in the store.
        case becameTransient
        /// A case of an enum is gone.
        case caseRemoved
        /// A part of a composite is gone.
        case partRemoved
        /// References to objects of some kinds are no longer possible.
        case referencesNarrowed(kinds: [String])
        /// An ordered relationship has no order any more.
        case orderLost
        /// An attribute has become a relationship, or a relationship an attribute.
        case kindChanged(from: Kind, to: Kind)
        /// The type of an attribute changes; there may be conversions that lose values, or none at all.
        case typeChanged(from: String, to: String, isConvertible: Bool)
        /// The type of a composite's part changes.
        case partTypeChanged(from: String, to: String)

        // MARK: Values that are missing

        /// A new attribute is required, or a part of it is.
        case attributeAddedWithoutValue(part: String?)
        /// A new part is required.
        case partAddedWithoutValue
        /// An attribute becomes required.
        case becameRequiredWithoutValue
        /// A part is required.
        case partRequiredWithoutValue
        /// An attribute is kept in the store from now on, and required.
        case becameStoredWithoutValue
        /// A conversion, or a case that is gone, leaves rows of a required attribute without a value.
        case leftWithoutValue
        /// A new to-one relationship is required.
        case relationshipAddedWithoutObject
        /// A to-one relationship becomes required.
        case relationshipBecameRequired
        /// A to-one relationship is kept in the store from now on, and required.
        case relationshipBecameStored
        /// A required to-one relationship would be empty if it pointed to an object of some kinds.
        case requiredReferencesNarrowed(kinds: [String])

        // MARK: References

        /// A to-many relationship becomes to-one.
        case toManyBecameToOne
        /// A relationship points to another entity; the older one may have a newer name.
        case destinationChanged(from: String, nowCalled: String?, to: String)
        /// A relationship's references are not those of its newer inverse.
        case inverseChanged(InverseConflict)

        // MARK: Lines of the mapping

        /// A line that the stage does not need, in a file; the older schema may not have the element at all.
        case needlessLine(Mapping.Line, file: String, isUnknown: Bool)
        /// A value that is not one of the attribute's type.
        case unusableFill(String, type: String)
        /// A conversion that does not convert from one type to the other: that of the newest version, or of the unreleased
        /// head that made the store.
        case unusableConversion(String, from: String, to: String, isOfUnreleasedHead: Bool)
    }

    /// What a property is.
    public enum Kind: String, Hashable, Sendable {
        /// It has values.
        case attribute
        /// It has references.
        case relationship
    }

    /// Why references are not those of a newer inverse.
    public enum InverseConflict: Hashable, Sendable {
        /// It pointed one way and is its own inverse now.
        case ownInverse
        /// It had another inverse, and that is not the newer one under its older name.
        case replaced(older: ElementPath, newer: ElementPath)
        /// The two were independent of each other.
        case independent(of: ElementPath?)
        /// The new inverse is to-one, but several objects may share one so far.
        case shared(isToMany: Bool)
    }
}

extension Refusal {
    /// The stable code, one for each meaning; `Documentation/Changes.md` has a page for each.
    public var code: String {
        switch reason {
        case .claimedTwice: "AP401"
        case .ambiguousOriginalName: "AP402"
        case .likelyRename(let older, _): older.property == nil ? "AP103" : "AP203"
        case .entityRemoved: EntityRemoved.code
        case .entityBecameAbstract: EntityBecameAbstract.code
        case .hierarchiesMerged: HierarchiesMerged.code
        case .propertyRemoved(.attribute, _): AttributeRemoved.code
        case .propertyRemoved(.relationship, _): RelationshipRemoved.code
        case .inheritedPropertyLost: InheritedPropertyLost.code
        case .becameDerived: BecameDerived.code
        case .becameTransient: BecameTransient.code
        case .caseRemoved: EnumCaseRemoved.code
        case .partRemoved: PartRemoved.code
        case .referencesNarrowed, .requiredReferencesNarrowed: ReferencesNarrowed.code
        case .orderLost: BecameUnordered.code
        case .kindChanged: KindChanged.code
        case .typeChanged: TypeChanged.code
        case .partTypeChanged: PartTypeChanged.code
        case .attributeAddedWithoutValue: AttributeAdded.code
        case .partAddedWithoutValue: PartAdded.code
        case .becameRequiredWithoutValue, .leftWithoutValue, .relationshipBecameRequired: BecameRequired.code
        case .partRequiredWithoutValue: PartBecameRequired.code
        case .becameStoredWithoutValue, .relationshipBecameStored: BecameStored.code
        case .relationshipAddedWithoutObject: RelationshipAdded.code
        case .toManyBecameToOne: CardinalityChanged.code
        case .destinationChanged: DestinationChanged.code
        case .inverseChanged: InverseChanged.code
        case .needlessLine(let line, _, _):
            switch line.key {
            case .accept: "AP403"
            case .fill: "AP404"
            case .convert: "AP405"
            case .require: "AP406"
            }
        case .unusableFill: "AP407"
        case .unusableConversion: "AP408"
        }
    }

    /// Whether one of two is to be given up: hierarchies that come together, relationships that were independent.
    ///
    /// Each of the two has such a refusal, and the author wants to lose one of them at most.
    public var isChoice: Bool {
        switch reason {
        case .hierarchiesMerged, .inverseChanged: true
        default: false
        }
    }
}
