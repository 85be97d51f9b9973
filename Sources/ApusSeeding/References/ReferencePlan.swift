import ApusSchema

/// Which object leads to which, for all relationships of a schema.
struct ReferencePlan: Sendable {
    /// The keys of a to-one relationship.
    struct Keys: Sendable {
        /// The identity of the first object that has one.
        let first: Int
        /// The object that each leads to, 0 where to none.
        var targets: [Int]
        /// The place of each among those that lead to the same, where they have an order.
        var places: [Int64]?
    }

    /// The keys, by the relationship that holds them.
    private(set) var keys: [ElementPath: Keys] = [:]

    /// The pairs, by the relationship that holds them.
    private(set) var pairs: [ElementPath: PairList] = [:]

    /// How far apart neighbours in an order are, so that there is room between them.
    static let gap: Int64 = 1 << 32

    /// Relates the objects of a population.
    ///
    /// - Throws: `SeedProblem` where a relationship's counts cannot be kept.
    init(_ bonds: [Bond], _ population: Population, _ schema: Schema, seed: UInt64) throws(SeedProblem) {
        for bond in Self.limited(bonds, population, schema) {
            let path: ElementPath = bond.references.holder
            let stream = RandomStream(seed: seed, [path.entity, path.property ?? ""])
            let sources: Range<Int> = population.identities(of: bond.source)
            let targets: Range<Int> = population.identities(of: bond.target)
            if bond.references.isPairs {
                var maker = PairMaker(bond: bond, sources: sources, targets: targets, random: stream.numbers(of: 0))
                guard let list = maker.pairs() else {
                    throw SeedProblem(
                        "no pairs of \(sources.count) and \(targets.count) objects keep to the counts of '\(path)'",
                        help: ["ask for more rows"]
                    )
                }
                pairs[path] = list
            } else {
                let spans = (population.list.span(bond.source), population.list.span(bond.target))
                var maker = KeyMaker(
                    bond: bond,
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
                try separate(names, of: entity, schema, population, seed: seed)
            }
        }
        for bond in bonds where !bond.references.isPairs && bond.references.isInverseOrdered {
            keys[bond.references.holder]?.order()
        }
    }

    /// The bonds, with limits where objects are to differ in keys alone: no object is led to by more than there are
    /// others to be combined with.
    private static func limited(_ bonds: [Bond], _ population: Population, _ schema: Schema) -> [Bond] {
        var bonds: [Bond] = bonds
        for entity in schema.entities {
            for names in entity.uniquenessConstraints where names.count > 1 {
                let places: [Int] = names.compactMap { name in
                    guard let owner = schema.relationship(name, of: entity)?.entity.name else { return nil }
                    return bonds.firstIndex { $0.references.holder == ElementPath(owner, name) }
                }
                guard places.count == names.count else { continue }
                let counts: [Int] = places.map { population.identities(of: bonds[$0].target).count }
                for (index, place) in places.enumerated() where counts[index] > 0 {
                    let others: Int = counts.enumerated().reduce(1) { product, one in
                        one.offset == index ? product : min(product * max(1, one.element), 1 << 31)
                    }
                    // With room to spare, unless that is too little for all.
                    let needed: Int = population.identities(of: entity.name).count / counts[index] + 1
                    let limit: Int = min(others, max(others * 2 / 3, needed))
                    bonds[place].limit = min(bonds[place].limit ?? limit, max(1, limit))
                }
            }
        }
        return bonds
    }

    /// The key of an object; 0 where there is none.
    func key(_ path: ElementPath, of identity: Int) -> Int {
        guard let keys = keys[path] else { return 0 }
        let index: Int = identity - keys.first
        return keys.targets.indices.contains(index) ? keys.targets[index] : 0
    }

    /// Exchanges keys between objects until no two have the same, of a constraint over keys alone.
    private mutating func separate(
        _ names: [String],
        of entity: Entity,
        _ schema: Schema,
        _ population: Population,
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
        let isOptional: Bool = schema.entity(last.entity)?.relationship(last.property ?? "")?.isOptional ?? false
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
                    "there are not enough objects for all of '\(entity.name)' to differ in "
                        + names.map { "'\($0)'" }.joined(separator: " with "),
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
    /// Gives places to those that lead to the same object.
    fileprivate mutating func order() {
        var last: [Int: Int64] = [:]
        places = targets.map { target -> Int64 in
            guard target != 0 else { return 0 }
            let place: Int64 = last[target, default: 0] + ReferencePlan.gap
            last[target] = place
            return place
        }
    }
}
