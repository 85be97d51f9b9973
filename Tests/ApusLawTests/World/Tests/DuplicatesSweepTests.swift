import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Random objects of which some become one, with every kind of relationship: the planner, real stores and the naive
/// interpreter have to think the same of them.
@Suite struct DuplicatesSweepTests {
    /// Relationships of the reduced entity 'A' and of another one.
    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let own: [Relationship]
        let far: [Relationship]

        init(_ name: String, _ own: [Relationship], _ far: [Relationship] = []) {
            (testDescription, self.own, self.far) = (name, own, far)
        }

        /// Whether both objects of a reference can become others, of which each chooses one: whose choice counts depends on
        /// which of them holds the key, so only one group of objects becomes one here.
        var isOneToOneWithin: Bool {
            own.contains { one in
                one.destination == "A" && !one.isToMany
                    && own.contains { $0.name == one.inverse && !$0.isToMany }
            }
        }
    }

    /// Where the constraint and the relationships are declared.
    enum Hierarchy: String, CaseIterable, Sendable {
        /// In an entity without others.
        case none
        /// In an abstract root with two sub-entities.
        case abstractRoot
        /// The constraint in the root, the relationships in one of its sub-entities.
        case relationshipsBelow
        /// The constraint in a sub-entity, all else in the root.
        case constraintBelow

        /// The entity that declares the constraint.
        var constrained: String { self == .constraintBelow ? "S" : "A" }

        func entities(_ shape: Shape, isUnique: Bool) -> [Entity] {
            var root = Entity("A", attributes: [DuplicatesSweepTests.text, DuplicatesSweepTests.number])
            var sub = Entity("S", parent: "A")
            switch self {
            case .none: root.relationships = shape.own
            case .abstractRoot:
                root.isAbstract = true
                root.relationships = shape.own
            case .relationshipsBelow: sub.relationships = shape.own.map { $0.moved("A", to: "S") }
            case .constraintBelow: root.relationships = shape.own
            }
            let constraints: [[String]] = isUnique ? [["t"]] : []
            if self == .constraintBelow {
                sub.uniquenessConstraints = constraints
            } else {
                root.uniquenessConstraints = constraints
            }
            var far = Entity("B", attributes: [DuplicatesSweepTests.number])
            far.relationships = self == .relationshipsBelow ? shape.far.map { $0.moved("A", to: "S") } : shape.far
            return [root, far] + (self == .none ? [] : [sub, Entity("U", parent: "A")])
        }
    }

    static let text = Attribute("t", .string, isOptional: true)
    static let number = Attribute("n", .int64, isOptional: true)

    static let kept: [Mapping.DuplicateObjects.Kept] = [
        .one(.first, by: nil), .one(.newest, by: nil), .one(.first, by: "n"), .one(.newest, by: "n"), .numbered("t"),
    ]

    @Test(arguments: shapes, Hierarchy.allCases)
    func planner(shape: Shape, hierarchy: Hierarchy) {
        check(shape, hierarchy, .product, seeds: 4 * UInt64(TestScale.factor))
    }

    @Test(arguments: shapes)
    func store(shape: Shape) {
        // A usual run tries one way to keep objects with each shape and hierarchy, and each way with many of them.
        let number: Int = Self.shapes.firstIndex { $0.testDescription == shape.testDescription } ?? 0
        for (index, hierarchy) in Hierarchy.allCases.enumerated() {
            let usual = (number + index) % Self.kept.count
            check(shape, hierarchy, .store, seeds: UInt64(TestScale.factor), ways: TestScale.factor > 1 ? nil : usual)
        }
    }

    private func check(
        _ shape: Shape,
        _ hierarchy: Hierarchy,
        _ oracle: WorldOracle,
        seeds: UInt64,
        ways only: Int? = nil
    ) {
        for (index, kept) in Self.kept.enumerated() where only == nil || only == index {
            let stage = StageExample(
                hierarchy.entities(shape, isUnique: false),
                hierarchy.entities(shape, isUnique: true)
            ).settling(hierarchy.constrained, Mapping.DuplicateObjects(keep: kept))
            for seed in 0..<seeds {
                let world: World = Self.world(
                    stage.older,
                    seed: seed &* 31 &+ UInt64(index),
                    texts: shape.isOneToOneWithin ? ["a"] : ["a", "b", "a", "c"]
                )
                if let found = stage.disagreement(world, oracle) {
                    Issue.record("\(hierarchy), \(kept), seed \(seed): \(found)\n\(world.drawn)")
                    break
                }
            }
        }
    }

    /// Objects of which several have the same text.
    static func world(_ reading: Reading, seed: UInt64, texts: [String] = ["a", "b", "a", "c"]) -> World {
        var world: World = WorldGenerator.world(reading, seed: seed)
        var random = SplitMix64(seed: seed ^ 0xD0)
        for kind in reading.kinds where kind != "B" {
            for identity in (world.objects[kind] ?? [:]).keys.sorted() {
                world.objects[kind]?[identity]?.values[["t"]] = random.pick(texts.map(StoredValue.text) + [.null])
                world.objects[kind]?[identity]?.values[["n"]] = random.pick([.integer(1), .integer(2), .null])
            }
        }
        return world
    }

    static let shapes: [Shape] =
        [false, true].flatMap { isOrdered in
            let word = isOrdered ? "ordered " : ""
            return [
                Shape("to-one, inverse \(word)to-many", [one("b", "B", "as")], [many("as", "A", "b", isOrdered)]),
                Shape("\(word)to-many, inverse to-one", [many("bs", "B", "a", isOrdered)], [one("a", "A", "bs")]),
                Shape("\(word)to-many without inverse", [many("bs", "B", nil, isOrdered)]),
                Shape("\(word)to-many from elsewhere", [], [many("as", "A", nil, isOrdered)]),
                Shape(
                    "\(word)many-to-many",
                    [many("bs", "B", "as", isOrdered)],
                    [many("as", "A", "bs", false)]
                ),
                Shape(
                    "many-to-many, inverse \(word)",
                    [many("bs", "B", "as", true)],
                    [many("as", "A", "bs", isOrdered)]
                ),
                Shape("parent and \(word)children", [one("up", "A", "down"), many("down", "A", "up", isOrdered)]),
                Shape("\(word)to-many to itself", [many("down", "A", nil, isOrdered)]),
                Shape(
                    "many-to-many to itself, \(word)",
                    [many("up", "A", "down", isOrdered), many("down", "A", "up", true)]
                ),
                Shape(
                    "one-to-one, \(isOrdered ? "other" : "own") key",
                    [one("b", "B", "a", holdsKey: !isOrdered)],
                    [one("a", "A", "b", holdsKey: isOrdered)]
                ),
                Shape(
                    "one-to-one within the entity, \(isOrdered ? "other" : "own") key",
                    [one("up", "A", "down", holdsKey: !isOrdered), one("down", "A", "up", holdsKey: isOrdered)]
                ),
            ]
        } + [
            Shape("none", []),
            Shape("to-one without inverse", [one("b", "B")]),
            Shape("to-one from elsewhere", [], [one("a", "A")]),
            Shape("to-one to itself", [one("up", "A")]),
            Shape("to-one that is its own inverse", [one("peer", "A", "peer")]),
            Shape("to-many that is its own inverse", [many("peers", "A", "peers", false)]),
            Shape(
                "several",
                [
                    one("b", "B", "as"), many("bs", "B", "a", true), one("up", "A", "down"),
                    many("down", "A", "up", true),
                ],
                [many("as", "A", "b", true), one("a", "A", "bs"), many("all", "A", nil, true)]
            ),
        ]

    private static func one(_ name: String, _ far: String, _ inverse: String? = nil, holdsKey: Bool? = nil)
        -> Relationship
    {
        .toOne(name, far, isOptional: true, inverse: inverse, holdsKey: holdsKey == true ? true : nil)
    }

    private static func many(_ name: String, _ far: String, _ inverse: String?, _ isOrdered: Bool) -> Relationship {
        OriginAgreementTests.many(name, far, inverse, isOrdered: isOrdered)
    }
}

extension Relationship {
    /// The same to another entity.
    fileprivate func moved(_ old: String, to new: String) -> Relationship {
        var copy: Relationship = self
        if copy.destination == old { copy.destination = new }
        return copy
    }
}

extension World {
    /// The objects, for a person.
    var drawn: String {
        all.map { kind, identity, object in
            let values: [String] = object.values.map { "\($0.key.joined(separator: ".")): \($0.value)" }.sorted()
            let references: [String] = object.references.map { "\($0.key) → \($0.value)" }.sorted()
            return "  \(kind) \(identity): \((values + references).joined(separator: ", "))"
        }.joined(separator: "\n")
    }
}
