import ApusSchema

/// The references between objects, for all relationships of a schema.
struct ReferencePlan: Sendable {
    /// The keys of a to-one relationship.
    struct Keys: Sendable {
        /// The identity of the first source.
        let first: Int
        /// The target of each source, or 0 for none.
        var targets: [Int]
        /// The order key of each source among those with the same target, if the inverse is ordered.
        var orderKeys: [Int64]?
    }

    /// The keys of to-one relationships, by the relationship that holds them.
    private(set) var keys: [ElementPath: Keys] = [:]

    /// The rows of join tables, by the relationship that holds them.
    private(set) var joinRows: [ElementPath: JoinRows] = [:]

    /// The distance between neighbouring order keys, which leaves space for insertions.
    static let gap: Int64 = 1 << 32

    /// Chooses the references between the objects of a population.
    ///
    /// - Throws: `SeedProblem` if a relationship's counts cannot be obeyed.
    init(
        for relationships: [SeedRelationship],
        among population: Population,
        schema: Schema,
        seed: UInt64
    ) throws(SeedProblem) {
        for relationship in Self.limited(relationships, among: population, schema: schema) {
            let path: ElementPath = relationship.references.holder
            let stream = RandomStream(seed: seed, [path.entity, path.property ?? ""])
            let sources: Range<Int> = population.identities(of: relationship.source)
            let targets: Range<Int> = population.identities(of: relationship.target)
            if relationship.references.usesJoinTable {
                var maker = JoinRowsMaker(
                    relationship: relationship,
                    sources: sources,
                    targets: targets,
                    random: stream.numbers(of: 0)
                )
                guard let rows = maker.rows() else {
                    throw SeedProblem(
                        "the counts of '\(path)' cannot be obeyed with \(sources.count) and \(targets.count) objects",
                        help: ["ask for more rows"]
                    )
                }
                joinRows[path] = rows
            } else {
                let concrete = population.concrete
                let spans = (concrete.span(relationship.source), concrete.span(relationship.target))
                var maker = KeyMaker(
                    relationship: relationship,
                    sources: sources,
                    targets: targets,
                    isWithinItself: spans.0.overlaps(spans.1),
                    random: stream.numbers(of: 0)
                )
                keys[path] = Keys(first: sources.lowerBound, targets: maker.keys())
            }
        }
        for entity in schema.entities {
            for names in entity.uniquenessConstraints {
                try makeUnique(names, of: entity, in: schema, among: population, seed: seed)
            }
        }
        for references in relationships.map(\.references) where !references.usesJoinTable && references.isInverseOrdered
        {
            keys[references.holder]?.order()
        }
    }

    /// The relationships with limits for unique constraints that cover keys alone: no object is referenced more often
    /// than there are other keys to combine it with.
    private static func limited(
        _ relationships: [SeedRelationship],
        among population: Population,
        schema: Schema
    ) -> [SeedRelationship] {
        var relationships = relationships
        for entity in schema.entities {
            for names in entity.uniquenessConstraints where names.count > 1 {
                let indices: [Int] = names.compactMap { name in
                    guard let owner = schema.relationship(name, of: entity)?.entity.name else { return nil }
                    return relationships.firstIndex { $0.references.holder == ElementPath(owner, name) }
                }
                guard indices.count == names.count else { continue }
                let counts = indices.map { population.identities(of: relationships[$0].target).count }
                for (number, index) in indices.enumerated() where counts[number] > 0 {
                    let others: Int = counts.enumerated().reduce(1) { product, one in
                        one.offset == number ? product : min(product * max(1, one.element), 1 << 31)
                    }
                    // Only two thirds of the combinations are used, unless that is not enough.
                    let needed: Int = population.identities(of: entity.name).count / counts[number] + 1
                    let limit: Int = min(others, max(others * 2 / 3, needed))
                    relationships[index].limit = min(relationships[index].limit ?? limit, max(1, limit))
                }
            }
        }
        return relationships
    }

    /// The key of an object, or 0 for none.
    func key(_ path: ElementPath, of identity: Int) -> Int {
        guard let keys = keys[path] else { return 0 }
        let index: Int = identity - keys.first
        return keys.targets.indices.contains(index) ? keys.targets[index] : 0
    }

    /// Swaps keys between objects until a unique constraint that covers keys alone is obeyed.
    private mutating func makeUnique(
        _ names: [String],
        of entity: Entity,
        in schema: Schema,
        among population: Population,
        seed: UInt64
    ) throws(SeedProblem) {
        guard names.count > 1 else { return }
        var paths: [ElementPath] = []
        for name in names {
            guard let (owner, _) = schema.relationship(name, of: entity) else { return }
            paths.append(ElementPath(owner.name, name))
        }
        guard let last = paths.last, paths.allSatisfy({ keys[$0] != nil }) else { return }
        var random: SplitMix64 = RandomStream(seed: seed, [entity.name] + names).numbers(of: 0)
        var taken: Set<[Int]> = []
        var done: [Int] = []
        let isOptional = schema.entity(last.entity)?.relationship(last.property ?? "")?.isOptional ?? false
        for identity in population.identities(of: entity.name) {
            let own: [Int] = paths.map { key($0, of: identity) }
            guard !own.contains(0) else { continue }
            if taken.insert(own).inserted {
                done.append(identity)
                continue
            }
            var isSettled = false
            for _ in 0..<200 where !isSettled && !done.isEmpty {
                let other: Int = random.pick(done)
                let theirs: [Int] = paths.map { key($0, of: other) }
                let mine: [Int] = own.dropLast() + theirs.suffix(1)
                let given: [Int] = theirs.dropLast() + own.suffix(1)
                guard mine != given, !taken.contains(mine), !taken.contains(given) else { continue }
                taken.remove(theirs)
                taken.formUnion([mine, given])
                set(last, of: identity, to: mine.last ?? 0)
                set(last, of: other, to: given.last ?? 0)
                done.append(identity)
                isSettled = true
            }
            if isSettled { continue }
            guard isOptional else {
                throw SeedProblem(
                    "there are not enough objects to make "
                        + names.map { "'\(entity.name).\($0)'" }.joined(separator: " with ") + " unique",
                    help: ["ask for fewer rows"]
                )
            }
            set(last, of: identity, to: 0)
        }
    }

    private mutating func set(_ path: ElementPath, of identity: Int, to target: Int) {
        guard let first = keys[path]?.first else { return }
        keys[path]?.targets[identity - first] = target
    }
}

extension ReferencePlan.Keys {
    /// Assigns order keys to the sources of each target.
    fileprivate mutating func order() {
        var last: [Int: Int64] = [:]
        orderKeys = targets.map { target -> Int64 in
            guard target != 0 else { return 0 }
            let orderKey: Int64 = last[target, default: 0] + ReferencePlan.gap
            last[target] = orderKey
            return orderKey
        }
    }
}
