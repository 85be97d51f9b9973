import ApusSchema

/// All rows of a seeded store, as a value that makes them one by one.
///
/// It follows from the schema, the number of rows, the seed and the profile alone: no clock, no locale, no order of a
/// hashed collection has a part in it.
struct SeedPlan: Sendable {
    /// The schema.
    let schema: Schema

    /// The objects of each kind, so that those of a hierarchy follow each other by identity.
    private(set) var objects: [ObjectMaker]

    /// The pairs of each relationship that is kept as pairs.
    let pairs: [PairsMaker]

    /// Plans the rows of a schema.
    ///
    /// - Parameters:
    ///   - schema: A valid schema.
    ///   - rows: How many objects there are to be, of all entities together.
    ///   - seed: What all values follow from.
    ///   - profile: What they are like.
    /// - Throws: `SeedProblem` where no rows obey the model.
    init(_ schema: Schema, rows: Int, seed: UInt64, profile: SeedProfile) throws(SeedProblem) {
        self.schema = schema
        let list = KindList(schema)
        let constraints: [Constraint] = try Constraint.all(of: schema)
        var leaves = LeafFactory(schema, rows: rows, seed: seed, profile: profile, constraints: constraints)
        var drafts: [ObjectMaker] = []
        for kind in list.kinds { drafts.append(try leaves.object(of: kind)) }
        let uniqueness = Uniqueness(
            constraints: constraints,
            list: list,
            sources: drafts.map { draft in
                var sources: [String: (room: Int?, isNullable: Bool, rank: Int)] = [:]
                for (path, _, maker) in draft.leaves where path.count == 1 {
                    sources[path[0]] = (maker.source.room, maker.isNullable, maker.source.rank)
                }
                return sources
            }
        )
        var bonds: [Bond] = Bond.all(of: schema)
        for index in bonds.indices { bonds[index].limit = uniqueness.limit(of: bonds[index].references.holder) }
        let population = Population(
            list,
            counts: try Census(
                total: rows,
                weights: Self.weights(list, bonds),
                demands: bonds.flatMap { $0.demands(list) } + Self.demands(of: schema, bonds, list),
                rooms: uniqueness.rooms()
            ).counts
        )
        let references = try ReferencePlan(bonds, population, schema, seed: seed)
        let distinctness = try uniqueness.distinctness(population, references)
        objects = drafts.enumerated().map { kind, draft in
            draft.complete(population.identities[kind], references, distinctness[kind], list.kinds[kind])
        }
        pairs = schema.entities.flatMap { entity in
            entity.relationships.compactMap { relationship -> PairsMaker? in
                let path = ElementPath(entity.name, relationship.name)
                guard let extent = schema.pairs(of: relationship, in: entity), let list = references.pairs[path] else {
                    return nil
                }
                let first: Int = population.identities(of: entity.name).lowerBound
                return PairsMaker(path: path, fields: extent.members.map(\.field), first: first, list: list)
            }
        }
    }

    /// How many objects there are of each kind, in proportion: the more, the longer the way up to a kind whose objects
    /// lead to none.
    private static func weights(_ list: KindList, _ bonds: [Bond]) -> [Int] {
        var levels: [Int] = list.kinds.map { _ in 0 }
        let keys: [Bond] = bonds.filter { !$0.references.isPairs && !$0.isInjective && $0.source != $0.target }
        // Circles end at the highest level.
        for _ in 0..<4 {
            for bond in keys {
                let above: Int = list.span(bond.target).map { levels[$0] }.max() ?? 0
                for kind in list.span(bond.source) { levels[kind] = max(levels[kind], min(above + 1, 4)) }
            }
        }
        return levels.map { [1, 4, 16, 40, 80][$0] }
    }

    /// What constraints over keys alone need: enough objects at the far ends to be combined.
    private static func demands(of schema: Schema, _ bonds: [Bond], _ list: KindList) -> [Demand] {
        schema.entities.flatMap { entity in
            entity.uniquenessConstraints.flatMap { names -> [Demand] in
                let far: [String] = names.compactMap { schema.relationship($0, of: entity)?.relationship.destination }
                guard names.count > 1, far.count == names.count else { return [] }
                return far.map { Demand(source: list.span(entity.name), target: list.span($0), need: .root) }
            }
        }
    }
}
