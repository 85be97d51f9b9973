public import ApusSchema

extension Refusal {
    /// The reason why a stage cannot be carried out, with the facts.
    public enum Reason: Hashable, Sendable {
        // MARK: Matching

        /// Several newer elements claim one older element.
        case claimedTwice(older: ElementPath, newer: [ElementPath])
        /// An `originalName` may refer to several older elements.
        case ambiguousOriginalName(String, candidates: [String])
        /// An element was removed, and a new one is so similar that it may be the same, renamed.
        case likelyRename(older: ElementPath, type: String?)

        // MARK: Losses

        /// An entity was removed with all its rows; another one may have its name now.
        case entityRemoved(nameTakenBy: String?)
        /// An entity becomes abstract, so that objects of exactly this entity are lost.
        case entityBecameAbstract
        /// Separate hierarchies now share a root, and their objects may have the same identities.
        case hierarchiesMerged([String])
        /// A property was removed; another one may have its name now.
        case propertyRemoved(Kind, nameTakenBy: String?)
        /// The values of a removed attribute are kept by objects that no relationship relates to what its objects are otherwise.
        case valuesSeparated(keeper: String)
        /// The references of a relationship are kept by objects that no relationship relates to what the older objects are otherwise, or
        /// point to such objects of an older entity.
        case referencesSeparated(keeper: String, entity: String?)
        /// Some entities no longer have a property that they inherited.
        case inheritedPropertyLost(String, Kind)
        /// An attribute becomes derived.
        case becameDerived
        /// A property is no longer stored.
        case becameTransient
        /// A case of an enum was removed.
        case caseRemoved
        /// A part of a composite was removed.
        case partRemoved
        /// References to objects of some entities are no longer possible.
        case referencesNarrowed(entities: [String])
        /// A relationship is no longer ordered.
        case orderLost
        /// The mapping computes the values of an attribute without the older ones.
        case valuesReplaced
        /// An attribute became a relationship, or a relationship an attribute.
        case kindChanged(from: Kind, to: Kind)
        /// The type of an attribute changes; the possible conversions may lose values, or there are none.
        case typeChanged(from: String, to: String, isConvertible: Bool)
        /// The type of a composite's part changes.
        case partTypeChanged(from: String, to: String)

        // MARK: Missing values

        /// A new attribute is required, or a part of it is.
        case attributeAddedWithoutValue(part: String?)
        /// A new part is required.
        case partAddedWithoutValue
        /// An attribute becomes required.
        case becameRequiredWithoutValue
        /// A part is required.
        case partRequiredWithoutValue
        /// An attribute becomes stored and is required.
        case becameStoredWithoutValue
        /// A conversion or a removed case leaves rows of a required attribute without a value.
        case leftWithoutValue

        // MARK: References

        /// A relationship points to another entity; the older one may have a newer name.
        case destinationChanged(from: String, newerName: String?, to: String)
        /// A relationship's references differ from those of its newer inverse.
        case inverseChanged(InverseConflict)

        // MARK: Direct mappings

        /// A direct mapping makes other data of an element than the stages that it skips.
        case differsFromSteps(from: Stage.Point, to: Stage.Point, by: [Schema.Version])

        // MARK: Lines of the mapping

        /// A line of a mapping file that the stage does not need; the older schema may not even have the element.
        case needlessLine(Mapping.Line, isUnknown: Bool)
        /// A line that leaves the element open.
        case undecided
        /// A value that does not have the attribute's type.
        case unusableFill(String, type: String)
        /// An expression that cannot be computed, or whose values are not the attribute's.
        case unusableExpression(String, Problem)
        /// A line that says where objects come from, and cannot be carried out.
        case unusableOrigin(Problem)
        /// A condition that cannot be checked.
        case unusableAssertion(PredicateProblem)
        /// A conversion that does not support the two types.
        case unusableConversion(String, from: String, to: String)
    }

    /// The kind of a property.
    public enum Kind: String, Hashable, Sendable {
        /// A property with values.
        case attribute
        /// A property with references.
        case relationship
    }

    /// The reason why references differ from those of a newer inverse.
    public enum InverseConflict: Hashable, Sendable {
        /// A one-way relationship is now its own inverse.
        case ownInverse
        /// The older inverse is not the newer one under an older name.
        case replaced(older: ElementPath, newer: ElementPath)
        /// The two relationships were independent of each other.
        case independent(of: ElementPath?)
    }
}

extension Refusal {
    /// The stable code, one per meaning; `Documentation/Changes.md` has a section for each.
    public var code: String {
        switch reason {
        case .claimedTwice: "AP401"
        case .ambiguousOriginalName: "AP402"
        case .likelyRename(let older, _): older.property == nil ? "AP103" : "AP203"
        case .entityRemoved: EntityRemoved.code
        case .entityBecameAbstract: EntityBecameAbstract.code
        case .hierarchiesMerged: HierarchiesMerged.code
        case .propertyRemoved(.attribute, _), .valuesSeparated: AttributeRemoved.code
        case .propertyRemoved(.relationship, _), .referencesSeparated(_, entity: nil): RelationshipRemoved.code
        case .inheritedPropertyLost: InheritedPropertyLost.code
        case .becameDerived: BecameDerived.code
        case .becameTransient: BecameTransient.code
        case .caseRemoved: EnumCaseRemoved.code
        case .partRemoved: PartRemoved.code
        case .referencesNarrowed, .referencesSeparated: ReferencesNarrowed.code
        case .orderLost: BecameUnordered.code
        case .valuesReplaced: ValuesComputed.code
        case .kindChanged: KindChanged.code
        case .typeChanged: TypeChanged.code
        case .partTypeChanged: PartTypeChanged.code
        case .attributeAddedWithoutValue: AttributeAdded.code
        case .partAddedWithoutValue: PartAdded.code
        case .becameRequiredWithoutValue, .leftWithoutValue: BecameRequired.code
        case .partRequiredWithoutValue: PartBecameRequired.code
        case .becameStoredWithoutValue: BecameStored.code
        case .destinationChanged: DestinationChanged.code
        case .inverseChanged: InverseChanged.code
        case .needlessLine(let line, _): line.key.definition.needless.code
        case .differsFromSteps: "AP425"
        case .undecided: "AP410"
        case .unusableFill: "AP407"
        case .unusableConversion: "AP408"
        case .unusableExpression: "AP411"
        case .unusableOrigin: "AP415"
        case .unusableAssertion: "AP420"
        }
    }

    /// Whether the refused change loses objects, values, references or an order, or may lose them, unless the author says how they are
    /// kept.
    ///
    /// What stands for a change that may lose values counts, too: a conversion or an expression that cannot be used is the only
    /// finding of that change, and a loss that is not found is worse than one too many.
    package var isLoss: Bool {
        switch reason {
        case .likelyRename, .entityRemoved, .entityBecameAbstract, .hierarchiesMerged, .propertyRemoved,
            .valuesSeparated,
            .referencesSeparated, .inheritedPropertyLost, .becameDerived, .becameTransient, .caseRemoved, .partRemoved,
            .referencesNarrowed, .orderLost, .valuesReplaced, .kindChanged, .typeChanged, .partTypeChanged,
            .destinationChanged, .inverseChanged, .ambiguousOriginalName, .leftWithoutValue, .differsFromSteps,
            .unusableExpression, .unusableConversion, .unusableOrigin:
            true
        case .claimedTwice, .attributeAddedWithoutValue, .partAddedWithoutValue, .becameRequiredWithoutValue,
            .partRequiredWithoutValue, .becameStoredWithoutValue, .needlessLine, .undecided, .unusableFill,
            .unusableAssertion:
            false
        }
    }

    /// Whether the author has to give up one of two elements: a merged hierarchy, or a relationship that was
    /// independent.
    ///
    /// Each of the two elements may have such a refusal, but only one of them has to be lost.
    public var isChoice: Bool {
        switch reason {
        case .hierarchiesMerged, .inverseChanged: true
        default: false
        }
    }
}
