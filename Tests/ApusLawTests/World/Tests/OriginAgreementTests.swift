import ApusMigration
import ApusSchema
import Testing

/// Small stages with origins, of which the planner and the naive interpreter have to think the same.
@Suite struct OriginAgreementTests {
    typealias Objects = [(String, Int64, [String: StoredValue], [String: [Int64]])]

    /// A stage with a world of its older version.
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let stage: StageExample
        let world: World

        var testDescription: String { name }

        init(_ name: String, _ stage: StageExample, _ objects: Objects) {
            (self.name, self.stage) = (name, stage)
            var world: World = stage.world()
            for (kind, identity, values, references) in objects {
                let one: World = stage.world((kind, identity, values, references))
                world.objects[kind]?.merge(one.objects[kind] ?? [:]) { $1 }
            }
            self.world = world
        }
    }

    @Test(
        arguments: simple + values + identities + references + pairs + losses + merging + moved + namesTaken + inserted
            + sharedReferences + renamedSharedReferences + swappedSharedReferences + partlyComputed + splitReferences
            + splitAmongThemselves + besideParts + joinedHierarchies + entityNamesTaken + ownInverses + unreturned
            + parted + missing
    )
    func planner(example: Example) {
        #expect(example.stage.disagreement(example.world) == nil)
    }

    @Test(arguments: sharedReferences + renamedSharedReferences + swappedSharedReferences)
    func sharedReferencesAreKept(example: Example) {
        // Two orders of lists are no order of one.
        let isOrdered =
            example.name.hasPrefix("both had it: to-one with inverses") && example.name.hasSuffix(", ordered")
        #expect(example.stage.refusals == (isOrdered ? ["Z.as: AP312", "Z.bs: AP312"] : []))
    }

    @Test(arguments: severalOrders)
    func severalOrdersAreRefused(stage: StageExample) {
        #expect(!stage.refusals.isEmpty)
        #expect(stage.disagreement(stage.world()) == nil)
    }

    /// What the planner refuses although it could be kept.
    @Test(arguments: stricter)
    func refusal(example: Example) {
        #expect(example.stage.refusals == [])
        #expect(example.stage.disagreement(example.world)?.hasPrefix("refuses what is legal") == true)
    }

    static let stricter: [Example] = [
        Example(
            "a root joins one that has its attribute with another type",
            StageExample(
                [
                    Entity("A", attributes: [number]),
                    Entity("B", attributes: [Attribute("n", .string, isOptional: true)]),
                ],
                [Entity("A", attributes: [number]), Entity("B", parent: "A")]
            ).making("B", Mapping.Origin(["B"])).accepting("B.n"),
            [("A", 1, ["n": .integer(1)], [:]), ("B", 1, ["n": .text("y")], [:])]
        )
    ]

    // MARK: Parts

    static let text = Attribute("t", .string, isOptional: true)
    static let number = Attribute("n", .int64, isOptional: true)
    static let small = Attribute("n", .int32, isOptional: true)

    static func abstract(_ name: String, _ attributes: [Attribute] = [], _ relationships: [Relationship] = [])
        -> Entity
    {
        var entity = Entity(name, attributes: attributes, relationships: relationships)
        entity.isAbstract = true
        return entity
    }

    static func one(_ name: String, _ far: String, _ inverse: String? = nil) -> Relationship {
        .toOne(name, far, isOptional: true, inverse: inverse)
    }

    static func many(_ name: String, _ far: String, _ inverse: String? = nil, isOrdered: Bool = false)
        -> Relationship
    {
        var relationship: Relationship = .toMany(name, far, inverse: inverse)
        relationship.isOrdered = isOrdered
        return relationship
    }

    static func integers(_ kind: String, _ values: [Int64: Int64?]) -> Objects {
        values.map { identity, number in
            let value: StoredValue = if let number { .integer(number) } else { .null }
            return (kind, identity, ["n": value], [:])
        }
    }
}
