import ApusSchema

/// A relationship with its inverse, reduced to what limits the references between objects.
struct SeedRelationship: Sendable {
    /// The storage of the references.
    let references: References

    /// The relationship that holds the references.
    let holder: Relationship

    /// The inverse, if there is one.
    let inverse: Relationship?

    /// Whether each object is referenced at most once.
    let isInjective: Bool

    /// The greatest number of references to one object, because of a unique constraint with few other values.
    var limit: Int?

    /// The entity whose objects hold the references.
    var source: String { references.holder.entity }

    /// The destination entity.
    var target: String { holder.destination }

    /// Whether the relationship is its own inverse.
    var isOwnInverse: Bool { references.inverse == references.holder }

    /// The number of targets of a source that has any.
    var targetsPerSource: ClosedRange<Int> { holder.isToMany ? holder.counts : 1...1 }

    /// The number of sources of a target that has any.
    var sourcesPerTarget: ClosedRange<Int> {
        if isInjective { return 1...1 }
        let counts: ClosedRange<Int> = inverse?.counts ?? 1...Int(Int32.max)
        return counts.lowerBound...max(counts.lowerBound, min(counts.upperBound, limit ?? .max))
    }

    /// Whether there can be no reference: an object can be referenced only once, but the inverse asks for more.
    var isImpossible: Bool { isInjective && inverse?.counts.lowerBound ?? 1 > 1 }

    /// Whether each target must have a source.
    var isInverseRequired: Bool { inverse?.needsObject ?? false }

    /// The relationships of a schema, in its order.
    static func all(of schema: Schema) -> [SeedRelationship] {
        schema.entities.flatMap { entity in
            entity.relationships.compactMap { relationship -> SeedRelationship? in
                let path = ElementPath(entity.name, relationship.name)
                guard let references = schema.references(of: relationship, in: entity), references.holder == path else {
                    return nil
                }
                let inverse: Relationship? = schema.inverse(of: relationship, in: entity)?.relationship
                let isAlone = entity.uniquenessConstraints.contains([relationship.name])
                return SeedRelationship(
                    references: references,
                    holder: relationship,
                    inverse: inverse,
                    isInjective: !references.usesJoinTable
                        && (relationship.isUnique || isAlone || inverse?.isToMany == false)
                )
            }
        }
    }

    /// The objects that the relationship requires on both sides.
    func requirements(among concrete: ConcreteEntities) -> [Requirement] {
        let sources: Range<Int> = concrete.span(source)
        let targets: Range<Int> = concrete.span(target)
        var requirements: [Requirement] = []
        func need(_ need: Requirement.Need, of some: Range<Int>, by others: Range<Int>) {
            requirements.append(Requirement(source: others, target: some, need: need))
        }
        if holder.needsObject {
            need(.some(targetsPerSource.lowerBound), of: targets, by: sources)
            need(.ratio(targetsPerSource.lowerBound, per: sourcesPerTarget.upperBound), of: targets, by: sources)
            if !references.usesJoinTable, sourcesPerTarget.lowerBound > 1 {
                need(.groups(sourcesPerTarget), of: sources, by: sources)
            }
        }
        if isInverseRequired {
            need(.some(sourcesPerTarget.lowerBound), of: sources, by: targets)
            need(.ratio(sourcesPerTarget.lowerBound, per: targetsPerSource.upperBound), of: sources, by: targets)
        }
        return requirements
    }
}

extension Relationship {
    /// The number of objects that the relationship refers to, if any.
    fileprivate var counts: ClosedRange<Int> {
        guard isToMany else { return 1...1 }
        let least: Int = max(1, minimumModelCount ?? 1)
        let most: Int = maximumModelCount.map { $0 > 0 ? $0 : Int(Int32.max) } ?? Int(Int32.max)
        return least...max(least, most)
    }
}
