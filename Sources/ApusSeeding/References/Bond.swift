import ApusSchema

/// A relationship with its inverse, as far as it matters which objects it leads to.
struct Bond: Sendable {
    /// The references.
    let references: References

    /// The relationship that holds them.
    let holder: Relationship

    /// The other side, where there is one.
    let inverse: Relationship?

    /// Whether no object is led to twice.
    let isInjective: Bool

    /// How many may lead to one object, because they are to differ in a few values otherwise.
    var limit: Int?

    /// The entity whose objects lead to others.
    var source: String { references.holder.entity }

    /// The entity whose objects they lead to.
    var target: String { holder.destination }

    /// Whether an object leads to one that leads back to it by the same relationship.
    var isOwnInverse: Bool { references.inverse == references.holder }

    /// How many objects one that leads to any leads to.
    var forth: ClosedRange<Int> { holder.isToMany ? holder.counts : 1...1 }

    /// How many objects lead to one that any leads to.
    var back: ClosedRange<Int> {
        if isInjective { return 1...1 }
        let counts: ClosedRange<Int> = inverse?.counts ?? 1...Int(Int32.max)
        return counts.lowerBound...max(counts.lowerBound, min(counts.upperBound, limit ?? .max))
    }

    /// Whether something leads to each object.
    var isBackRequired: Bool { inverse.map { !$0.isOptional } ?? false }

    /// The bonds of a schema, in its order.
    static func all(of schema: Schema) -> [Bond] {
        schema.entities.flatMap { entity in
            entity.relationships.compactMap { relationship -> Bond? in
                let path = ElementPath(entity.name, relationship.name)
                guard let references = schema.references(of: relationship, in: entity), references.holder == path else {
                    return nil
                }
                let back: Relationship? = schema.inverse(of: relationship, in: entity)?.relationship
                let isAlone: Bool = entity.uniquenessConstraints.contains([relationship.name])
                return Bond(
                    references: references,
                    holder: relationship,
                    inverse: back,
                    isInjective: !references.isPairs && (relationship.isUnique || isAlone || back?.isToMany == false)
                )
            }
        }
    }

    /// What objects need of each other because of the bond.
    func demands(_ list: KindList) -> [Demand] {
        let sources: Range<Int> = list.span(source)
        let targets: Range<Int> = list.span(target)
        var demands: [Demand] = []
        func need(_ need: Demand.Need, of some: Range<Int>, by others: Range<Int>) {
            demands.append(Demand(source: others, target: some, need: need))
        }
        if !holder.isOptional {
            need(.some(forth.lowerBound), of: targets, by: sources)
            need(.ratio(forth.lowerBound, per: back.upperBound), of: targets, by: sources)
            if !references.isPairs, back.lowerBound > 1 { need(.groups(back), of: sources, by: sources) }
        }
        if isBackRequired {
            need(.some(back.lowerBound), of: sources, by: targets)
            need(.ratio(back.lowerBound, per: forth.upperBound), of: sources, by: targets)
        }
        return demands
    }
}

extension Relationship {
    /// How many objects the relationship leads to where it leads to any.
    fileprivate var counts: ClosedRange<Int> {
        guard isToMany else { return 1...1 }
        let least: Int = max(1, minimumModelCount ?? 1)
        let most: Int = maximumModelCount.map { $0 > 0 ? $0 : Int(Int32.max) } ?? Int(Int32.max)
        return least...max(least, most)
    }
}
