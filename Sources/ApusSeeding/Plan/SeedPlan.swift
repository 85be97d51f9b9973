import ApusSchema

/// All rows of a seeded store, as a value that makes them one by one.
///
/// The plan depends only on the schema, the number of rows, the seed and the profile, not on the clock, the locale or
/// the order of hashed collections.
struct SeedPlan: Sendable {
    /// The schema.
    let schema: Schema

    /// The objects of each concrete entity, so ordered that the identities in a hierarchy are consecutive.
    private(set) var objects: [ObjectMaker]

    /// The join tables.
    let joinTables: [JoinTableMaker]

    /// Plans the rows of a schema.
    ///
    /// - Parameters:
    ///   - schema: A valid schema.
    ///   - rows: The number of objects of all entities together.
    ///   - seed: The seed of all random choices.
    ///   - profile: The kind of values.
    /// - Throws: `SeedProblem` if no rows can obey the model, or their number is not from 0 to ``Seeder/mostRows``.
    init(_ schema: Schema, rows: Int, seed: UInt64, profile: SeedProfile) throws(SeedProblem) {
        guard (0...Seeder.mostRows).contains(rows) else {
            throw SeedProblem("\(rows) rows cannot be seeded", help: ["ask for 0 to \(Seeder.mostRows) rows"])
        }
        self.schema = schema
        let concrete = ConcreteEntities(schema)
        let constraints: [Constraint] = try Constraint.all(of: schema)
        var leaves = LeafFactory(schema, rows: rows, seed: seed, profile: profile, constraints: constraints)
        var drafts: [ObjectMaker] = []
        for entity in concrete.entities { drafts.append(try leaves.object(of: entity)) }
        let uniqueness = Uniqueness(
            constraints: constraints,
            concrete: concrete,
            sources: drafts.map { draft in
                var sources: [String: (capacity: Int?, isNullable: Bool, rank: Int)] = [:]
                for (path, _, maker) in draft.leaves where path.count == 1 {
                    sources[path[0]] = (maker.source.capacity, maker.isNullable, maker.source.rank)
                }
                return sources
            }
        )
        var relationships: [SeedRelationship] = SeedRelationship.all(of: schema)
        for relationship in relationships where rows > 0 && relationship.isImpossible {
            guard relationship.holder.needsObject || relationship.isInverseRequired else { continue }
            throw SeedProblem(
                "'\(relationship.references.holder)' is unique, but its inverse needs several objects",
                help: ["remove the unique constraint, or the inverse's 'minimumModelCount'"]
            )
        }
        for index in relationships.indices {
            relationships[index].limit = uniqueness.limit(of: relationships[index].references.holder)
        }
        let population = Population(
            concrete,
            counts: try Census(
                total: rows,
                weights: Self.weights(of: concrete, relationships),
                requirements: relationships.flatMap { $0.requirements(among: concrete) }
                    + Self.requirements(of: schema, among: concrete),
                capacities: uniqueness.capacities()
            ).counts
        )
        let references = try ReferencePlan(for: relationships, among: population, schema: schema, seed: seed)
        let distinctness = try uniqueness.distinctness(population, references)
        objects = drafts.enumerated().map { entity, draft in
            draft.completed(
                for: concrete.entities[entity],
                identities: population.identities[entity],
                references: references,
                distinctness: distinctness[entity]
            )
        }
        joinTables = schema.entities.flatMap { entity in
            entity.relationships.compactMap { relationship -> JoinTableMaker? in
                let path = ElementPath(entity.name, relationship.name)
                guard let extent = schema.joinTable(of: relationship, in: entity), let rows = references.joinRows[path]
                else {
                    return nil
                }
                let first = population.identities(of: entity.name).lowerBound
                return JoinTableMaker(path: path, fields: extent.members.map(\.field), first: first, rows: rows)
            }
        }
    }

    /// The proportion of objects of each entity. An entity gets more objects the longer its path of to-one
    /// relationships is: there are more children than parents.
    private static func weights(
        of concrete: ConcreteEntities,
        _ relationships: [SeedRelationship]
    ) -> [Int] {
        var levels: [Int] = concrete.entities.map { _ in 0 }
        let keys = relationships.filter { !$0.references.usesJoinTable && !$0.isInjective && $0.source != $0.target }
        // Four rounds, so that cycles end at the highest level.
        for _ in 0..<4 {
            for relationship in keys {
                let above: Int = concrete.span(relationship.target).map { levels[$0] }.max() ?? 0
                for entity in concrete.span(relationship.source) {
                    levels[entity] = max(levels[entity], min(above + 1, 4))
                }
            }
        }
        return levels.map { [1, 4, 16, 40, 80][$0] }
    }

    /// The requirements of unique constraints that cover keys alone: enough destination objects for all combinations.
    private static func requirements(of schema: Schema, among concrete: ConcreteEntities) -> [Requirement] {
        schema.entities.flatMap { entity in
            entity.uniquenessConstraints.flatMap { names -> [Requirement] in
                let far: [String] = names.compactMap { schema.relationship($0, of: entity)?.relationship.destination }
                guard names.count > 1, far.count == names.count else { return [] }
                return far.map {
                    Requirement(source: concrete.span(entity.name), target: concrete.span($0), need: .root)
                }
            }
        }
    }
}
