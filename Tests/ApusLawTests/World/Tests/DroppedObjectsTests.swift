import ApusMigration
import ApusSchema
import Testing

/// An entity whose line takes the objects of others only, and whose own objects are an accepted loss: that covers the
/// references from and to them, and those of the others continue.
@Suite struct DroppedObjectsTests {
    private static let kind = Attribute("kind", .string)

    private static func stage(_ own: Relationship, _ far: Relationship?) -> StageExample {
        let person = Entity("Person", relationships: [far].compactMap(\.self))
        let example = StageExample(
            [Entity("Vehicle", relationships: [own]), Entity("Car", parent: "Vehicle"), person],
            [Entity("Vehicle", attributes: [kind], relationships: [own]), person]
        )
        return example.making("Vehicle", Mapping.Origin(["Car"], values: ["kind": "'car'"])).accepting("Vehicle")
    }

    private static func objects(_ name: String, _ far: String? = nil) -> OriginAgreementTests.Objects {
        let owners: [String: [Int64]] = far.map { [$0: [1, 2]] } ?? [:]
        return [
            ("Person", 5, [:], owners), ("Vehicle", 1, [:], [name: [5]]), ("Car", 2, [:], [name: [5]]),
            ("Vehicle", 3, [:], [:]), ("Car", 4, [:], [:]),
        ]
    }

    static let examples: [OriginAgreementTests.Example] = [
        .init("to-one", stage(.toOne("owner", "Person", isOptional: true), nil), objects("owner")),
        .init(
            "to-one with a to-many inverse",
            stage(
                .toOne("owner", "Person", isOptional: true, inverse: "vehicles"),
                .toMany("vehicles", "Vehicle", inverse: "owner")
            ),
            objects("owner", "vehicles")
        ),
        .init(
            "to-many on both sides",
            stage(.toMany("owners", "Person", inverse: "vehicles"), .toMany("vehicles", "Vehicle", inverse: "owners")),
            objects("owners", "vehicles")
        ),
        .init("to-many", stage(.toMany("owners", "Person"), nil), objects("owners")),
        .init(
            "to-many of the other end",
            stage(
                .toOne("owner", "Person", isOptional: true),
                .toMany("vehicles", "Vehicle")
            ),
            objects("owner", "vehicles")
        ),
    ]

    @Test("Only the objects' loss is accepted", arguments: examples)
    func isAccepted(example: OriginAgreementTests.Example) throws {
        #expect(example.stage.refusals == [])
        #expect(example.stage.editedRefusals == [])
        #expect(example.stage.disagreement(example.world) == nil)
        #expect(try example.stage.migrate(example.world).objects["Vehicle"]?.keys.sorted() == [2, 4])
    }

    @Test("A released line about the references is needed still", arguments: examples.dropFirst().prefix(2))
    func isReleased(example: OriginAgreementTests.Example) {
        let name = example.name == "to-many on both sides" ? "owners" : "owner"
        #expect(example.stage.accepting("Vehicle.\(name)").editedRefusals == [])
    }
}
