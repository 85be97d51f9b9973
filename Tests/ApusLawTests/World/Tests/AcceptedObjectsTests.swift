import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Random mappings that accept the loss of entities, some of whose objects become others nevertheless. Whatever the planner
/// takes, nothing else is lost in silence: no object, no value, and no reference between two objects that are still there.
@Suite struct AcceptedObjectsTests {
    private static let seeds = 400 * UInt64(TestScale.factor)

    @Test func nothingElseIsLost() {
        var migrated = 0
        var stopped = 0
        seeds: for seed in 0..<Self.seeds {
            var random = SplitMix64(seed: seed)
            guard let example = RandomAcceptance(&random).stage, example.editedRefusals.isEmpty else { continue }
            let history = example.history
            let plan = ProductPlan(history, 0, 1)
            for number in UInt64(0)..<4 {
                let world = Self.world(example.older, seed: seed &* 7 &+ number)
                let outcome = plan.fused(world)
                if case .refused = outcome { continue seeds }
                if number == 0, seed.isMultiple(of: 4) {
                    let stored = WorldOracle.store.prepare(history)(0, 1, world).map(\.outcome.drawn)
                    #expect(stored == [outcome.drawn], "seed \(seed)\n\(example.drawn)")
                }
                switch outcome {
                case .refused: continue seeds
                case .stopped: stopped += 1
                case .world(let after):
                    migrated += 1
                    let lost = Self.losses(from: world, to: after, example)
                    if lost.isEmpty { continue }
                    Issue.record("seed \(seed): \(lost)\n\(example.drawn)\n\(world.drawn)\nafter:\n\(after.drawn)")
                    continue seeds
                }
            }
        }
        #expect(migrated > 50 && stopped > 50)
    }

    /// Objects of which each has a text that no other one has.
    private static func world(_ reading: Reading, seed: UInt64) -> World {
        var world = WorldGenerator.world(reading, seed: seed, size: .tame)
        var random = SplitMix64(seed: seed ^ 0xD0)
        for (kind, identity, _) in world.all {
            world.objects[kind]?[identity]?.values[["t"]] = .text("\(kind)\(identity)")
            world.objects[kind]?[identity]?.values[["n"]] = random.pick([.integer(1), .integer(2), .null])
            if reading.leaves(of: kind).contains(where: { $0.path == ["x"] }) {
                world.objects[kind]?[identity]?.values[["x"]] = .integer(identity)
            }
        }
        return world
    }

    /// What is lost without a line that accepts it: objects, values, and references between objects that are still there.
    private static func losses(from world: World, to after: World, _ example: StageExample) -> [String] {
        let (before, now) = (pairs(of: world, example.older), pairs(of: after, example.newer))
        let alive = Set(after.all.compactMap { $0.object.values[["t"]] })
        let gone = world.all.filter { one in
            !alive.contains(one.object.values[["t"]] ?? .null)
                && !example.mapping[.accept].contains { $0.path == ElementPath(one.kind) }
        }.map { "\($0.kind) \($0.identity)" }
        let values = world.all.filter { one in
            guard let text = one.object.values[["t"]], let x = one.object.values[["x"]], alive.contains(text) else {
                return false
            }
            return !after.all.contains { $0.object.values[["t"]] == text && $0.object.values[["x"]] == x }
                && !example.mapping[.accept].contains {
                    example.older.isKind(one.kind, of: $0.path.entity)
                        && ($0.path.property == "x" || $0.path == ElementPath(one.kind))
                }
        }.map { "\($0.kind) \($0.identity).x" }
        return gone + values + before.subtracting(now).filter { $0.allSatisfy(alive.contains) }.map { "\($0)" }.sorted()
    }

    /// The texts of objects with a reference between them.
    private static func pairs(of world: World, _ reading: Reading) -> Set<Set<StoredValue>> {
        var pairs: Set<Set<StoredValue>> = []
        for (kind, _, object) in world.all {
            for relationship in reading.storedRelationships(of: kind) {
                for target in object.references[relationship.name] ?? [] {
                    let far = world.kind(of: target, below: relationship.destination, in: reading)
                    guard let other = far.flatMap({ world.objects[$0]?[target]?.values[["t"]] }),
                        let own = object.values[["t"]]
                    else { continue }
                    pairs.insert([own, other])
                }
            }
        }
        return pairs
    }
}

/// A random stage from an entity 'H' with a sub-entity 'C' to one with further entities, and a mapping that accepts losses.
private struct RandomAcceptance {
    private(set) var stage: StageExample?

    init(_ random: inout SplitMix64) {
        typealias Tests = OriginAgreementTests
        let attributes = [Tests.text, Tests.number]
        let owner = random.pick(["H", "H", "C"])
        let far = random.pick(["H", "H", "C", "Z", owner])
        let isWithin = far == owner && random.chance(70)
        let shape = random.below(isWithin ? 5 : 6)
        let isOrdered = random.chance(30)
        /// The relationships between two entities.
        func link(_ near: String, _ far: String, _ name: String) -> (near: [Relationship], far: [Relationship]) {
            let back = "\(name)Back"
            return switch shape {
            case 0: ([Tests.one(name, far)], [])
            case 1: ([Tests.many(name, far, isOrdered: isOrdered)], [])
            case 2: ([Tests.one(name, far, back)], [Tests.many(back, near, name, isOrdered: isOrdered)])
            case 3: ([Tests.many(name, far, back)], [Tests.many(back, near, name)])
            case 4 where near == far: ([near == far ? Tests.one(name, far, name) : Tests.one(name, far)], [])
            case 4: ([Tests.one(name, far, back)], [Tests.one(back, near, name)])
            default: ([Tests.many(name, far, back, isOrdered: isOrdered)], [Tests.one(back, near, name)])
            }
        }
        func linked(_ entities: [Entity], _ near: String, _ far: String, _ name: String) -> [Entity] {
            let (own, back) = link(near, far, name)
            return entities.map { entity in
                var copy = entity
                if entity.name == near { copy.relationships += own }
                if entity.name == far { copy.relationships += back }
                return copy
            }
        }
        var older = [
            Entity("H", attributes: attributes), Entity("C", parent: "H"), Entity("Z", attributes: attributes),
        ]
        let hasValue = random.chance(30)
        let value = Attribute("x", .int64, isOptional: true)
        if hasValue { older[1].attributes = [value] }
        older[0].isAbstract = random.chance(15)
        let hasE = random.chance(50)
        let hasX = random.chance(30)
        if hasE { older.append(Entity("E", parent: random.pick(["H", "C"]))) }
        if hasX { older.append(Entity("X", attributes: attributes)) }
        older = linked(older, owner, far, "r")

        var newer = [Entity("D", attributes: attributes), Entity("Z", attributes: attributes)]
        let keepsH = random.chance(50)
        if keepsH {
            newer.append(Entity("H", attributes: attributes))
            newer[2].isAbstract = older[0].isAbstract || random.chance(15)
        }
        let hasB = random.chance(40)
        if hasB { newer.append(Entity("B", attributes: attributes)) }
        func sub(_ name: String, _ parents: [String?]) -> Entity {
            let parent = random.pick(parents)
            return Entity(name, parent: parent, attributes: parent == nil ? attributes : [])
        }
        let roots: [String?] = ["D"] + (keepsH ? ["H"] : []) + (hasB ? ["B"] : [])
        let keepsC = random.chance(70)
        if keepsC { newer.append(sub("C", roots + ["D", nil])) }
        if hasE, random.chance(60) { newer.append(sub("E", roots + [nil] + (keepsC ? ["C"] : []))) }
        if hasX, random.chance(60) { newer.append(sub("X", roots + [nil, nil])) }
        let names = newer.map(\.name)
        // The relationship again, between entities that may have the objects at its ends.
        func isEnd(_ name: String, _ end: String) -> Bool { end == "Z" ? name == "Z" : name != "Z" && name != "X" }
        var hasNames: Set<String> = []
        let targets = random.shuffled(names.filter { isEnd($0, owner) }).prefix(1 + random.below(2))
        for name in targets {
            let ends = names.filter { isEnd($0, far) }
            let end = far == owner && random.chance(75) ? name : random.pick(ends)
            let lineage =
                [name] + newer.filter { $0.parent == name }.map(\.name)
                + newer.filter { $0.name == name }.compactMap(\.parent)
            if !hasNames.isDisjoint(with: lineage) { continue }
            hasNames.formUnion(lineage)
            let before = newer
            newer = linked(newer, name, end, "r")
            if !Schema(model: "M", entities: newer).isValid { newer = before }
        }
        for index in newer.indices where hasValue && newer[index].name != "Z" && random.chance(60) {
            if newer.contains(where: { $0.name == newer[index].parent && $0.attribute("x") != nil }) { continue }
            newer[index].attributes.append(value)
        }
        var example = StageExample(older, newer)
        let olderNames = older.map(\.name).filter { $0 != "Z" }
        func origin() -> Mapping.Origin {
            let sources =
                random.chance(25) ? random.some(2, of: olderNames) : [random.pick(["H", "H", "C"] + olderNames)]
            let condition = random.pick([nil, nil, "n == 1", "n != 1 OR n == NIL"] as [String?])
            let isDistinct = random.chance(12)
            return Mapping.Origin(
                sources.isEmpty ? ["H"] : sources,
                where: condition,
                distinct: isDistinct ? ["t"] : []
            )
        }
        let hasOrigins = random.chance(85)
        for name in names where hasOrigins && (name == "D" || name == "B" || name != "Z" && random.chance(15)) {
            example = example.changed { mapping in
                mapping.add(.entity(name, (0..<(random.chance(20) ? 2 : 1)).map { _ in origin() }))
            }
        }
        for name in Set(["C"] + random.some(2, of: olderNames)).sorted() where name != "C" || random.chance(85) {
            example = example.accepting(name)
        }
        if hasValue, random.chance(30) { example = example.accepting("C.x") }
        if example.older.schema.isValid, example.newer.schema.isValid { stage = example }
    }
}

extension StageExample {
    fileprivate var history: MatrixHistory {
        MatrixHistory(
            seed: 0,
            readings: [older, newer],
            mappings: [mapping],
            migrations: [NaiveMigration(older, newer, mapping)],
            stories: [[]],
            picked: [[]],
            closeness: .elsewhere
        )
    }

    /// The schemas and the mapping, for a person.
    fileprivate var drawn: String {
        func text(_ schema: Schema) -> String {
            schema.entities.map { entity in
                let all = entity.relationships.map { one in
                    "\(one.name) →\(one.isToMany ? "*" : "")\(one.isOrdered ? "o" : "") \(one.destination).\(one.inverse ?? "-")"
                }
                return "\(entity.isAbstract ? "abstract " : "")\(entity.name): \(entity.parent ?? "-") \(all)"
            }.joined(separator: "; ")
        }
        let lines = mapping.lines.map { line in
            let origins = line.origins?.map { "\($0.sources) \($0.condition ?? "") \($0.distinct)" }
            return "\(line.key) \(line.path) \(origins ?? [])"
        }
        return (["older \(text(older.schema))", "newer \(text(newer.schema))"] + lines).joined(separator: "\n")
    }
}

extension WorldOracle.Outcome {
    /// What can be compared: a world, or that there is none.
    fileprivate var drawn: String {
        switch self {
        case .world(let world): world.drawn
        case .refused(let why): "refused: \(why)"
        case .stopped: "stopped"
        }
    }
}
