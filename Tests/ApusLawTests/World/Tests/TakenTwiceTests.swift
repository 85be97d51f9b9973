import ApusMigration
import ApusSchema
import Testing

/// Objects of sub-entities that an origin of an older entity above them would take beside another one, or beside the entity
/// that they stay in.
@Suite struct TakenTwiceTests {
    private static let name = Attribute("name", .string)
    private static let kind = Attribute("kind", .string)
    private static let doors = Attribute("doors", .int64, isOptional: true)
    private static let below = [
        Entity("Vehicle", attributes: [name]), Entity("Car", parent: "Vehicle", attributes: [doors]),
    ]
    private static let flat = [Entity("Vehicle", attributes: [name, kind, doors])]

    private static func origin(_ sources: String..., where condition: String? = nil, kind: String? = nil)
        -> Mapping.Origin
    {
        Mapping.Origin(sources, where: condition, values: kind.map { ["kind": $0] } ?? [:])
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let name: String
        let stage: StageExample
        let message: String
        var testDescription: String { name }
    }

    static let refused: [Refused] = [
        Refused(
            name: "a kind of a concrete parent",
            stage: StageExample(below, flat)
                .making("Vehicle", origin("Car", kind: "'car'"), origin("Vehicle", kind: "'vehicle'")),
            message: "the objects of 'Vehicle' cannot be made: 'from: Vehicle' also takes the objects of 'Car', which "
                + "'from: Car' takes, so each would be two"
        ),
        Refused(
            name: "a sub-entity that leaves, and its parent gets another name by a line",
            stage: StageExample(
                below,
                [Entity("Thing", attributes: [name]), Entity("Car", attributes: [name, doors])]
            ).making("Thing", origin("Vehicle")),
            message:
                "the objects of 'Thing' cannot be made: 'from: Vehicle' also takes the objects of 'Car', which stay "
                + "objects of 'Car', so each would be two"
        ),
        Refused(
            name: "a sub-entity that leaves, and its parent has a line",
            stage: StageExample(
                below,
                [Entity("Vehicle", attributes: [name]), Entity("Car", attributes: [name, doors])]
            ).making("Vehicle", Mapping.Origin(["Vehicle"], values: ["name": "uppercase(name)"])),
            message:
                "the objects of 'Vehicle' cannot be made: 'from: Vehicle' also takes the objects of 'Car', which stay "
                + "objects of 'Car', so each would be two"
        ),
        Refused(
            name: "lines of two entities",
            stage: StageExample(
                below,
                [Entity("Thing", attributes: [name]), Entity("Auto", attributes: [name, doors])]
            ).making("Thing", origin("Vehicle")).making("Auto", origin("Car")),
            message: "the objects of 'Thing' cannot be made: 'from: Vehicle' also takes the objects of 'Car', which "
                + "'from: Car' of 'Auto' takes, so each would be two"
        ),
        Refused(
            name: "an origin whose condition names the sub-entity",
            stage: StageExample(below, flat).making(
                "Vehicle",
                origin("Vehicle", where: "entity.name == 'Car'", kind: "'car'"),
                origin("Vehicle", kind: "'vehicle'")
            ),
            message: "the objects of 'Vehicle' cannot be made: 'from: Vehicle' also takes the objects of 'Car', which "
                + "'from: Vehicle' takes, so each would be two"
        ),
        Refused(
            name: "no entity has the name",
            stage: StageExample([Entity("A", attributes: [name])], [Entity("B", attributes: [name])])
                .making("B", origin("A", where: "entity.name == 'C'")),
            message: "the objects of 'B' cannot be made: 'where' holds for no entity of 'from'"
        ),
    ]

    @Test("They are refused while the mapping can be edited", arguments: refused)
    func isRefused(example: Refused) {
        #expect(example.stage.editedRefusals.first == example.message)
    }

    @Test("A text that is the path of the entity's name does not ask for it")
    func text() {
        func refusals(of text: String) -> [String] {
            StageExample([Entity("A", attributes: [Self.name])], [Entity("B", attributes: [Self.name])])
                .making("B", Self.origin("A", where: "name == '\(text)' AND FALSEPREDICATE")).editedRefusals
        }
        #expect(refusals(of: "entity.name") == refusals(of: "entity"))
    }

    @Test("A released mapping goes on to take them twice", arguments: refused.prefix(1))
    func isReleased(example: Refused) {
        #expect(example.stage.refusals.isEmpty)
        #expect(example.stage.disagreement(Self.world(example.stage)) == nil)
    }

    private static func world(_ stage: StageExample) -> World {
        stage.world(
            ("Vehicle", 1, ["name": .text("a")], [:]),
            ("Car", 2, ["name": .text("b"), "doors": .integer(2)], [:]),
            ("Vehicle", 3, ["name": .text("c")], [:]),
            ("Car", 4, ["name": .text("d"), "doors": .null], [:])
        )
    }

    struct Settled: Sendable, CustomTestStringConvertible {
        let name: String
        let stage: StageExample
        /// The numbers of the objects afterwards.
        let counts: [String: Int]
        var testDescription: String { name }
    }

    static let settled: [Settled] = [
        Settled(
            name: "a kind of a concrete parent, by the name of the entity",
            stage: StageExample(below, flat).making(
                "Vehicle",
                origin("Car", kind: "'car'"),
                origin("Vehicle", where: "entity.name == 'Vehicle'", kind: "'vehicle'")
            ),
            counts: ["Vehicle": 4]
        ),
        Settled(
            name: "the name of the entity as a value",
            stage: StageExample(below, flat).making("Vehicle", origin("Vehicle", kind: "$source.entity.name")),
            counts: ["Vehicle": 4]
        ),
        Settled(
            name: "a condition beside the name",
            stage: StageExample(below, flat).making(
                "Vehicle",
                origin("Car", kind: "'car'"),
                origin("Vehicle", where: "NOT (entity.name IN {'Car', 'Boat'}) AND name != 'a'", kind: "'vehicle'")
            ).accepting("Vehicle"),
            counts: ["Vehicle": 3]
        ),
        Settled(
            name: "two of each car, by name",
            stage: StageExample(below, flat).making(
                "Vehicle",
                origin("Car", kind: "'car'"),
                origin("Vehicle", "Car", kind: "'vehicle'")
            ),
            counts: ["Vehicle": 6]
        ),
        Settled(
            name: "two of each car, by names of their origins, one of which has a condition",
            stage: StageExample(below, flat).making(
                "Vehicle",
                Mapping.Origin(["Car"], where: "name != 'b'", values: ["kind": "'car'"], as: "car"),
                Mapping.Origin(["Vehicle"], values: ["kind": "'vehicle'"], as: "vehicle")
            ),
            counts: ["Vehicle": 5]
        ),
        Settled(
            name: "a concrete parent's own objects, where the sub-entity stays below it",
            stage: StageExample(
                below,
                [
                    OriginAgreementTests.abstract("Vehicle", [name]),
                    Entity("Car", parent: "Vehicle", attributes: [doors]), Entity("Other", parent: "Vehicle"),
                ]
            ).making("Other", origin("Vehicle", where: "entity.name == 'Vehicle'")),
            counts: ["Other": 2, "Car": 2]
        ),
        Settled(
            name: "a value of a concrete parent's own objects, where the sub-entity leaves",
            stage: StageExample(
                below,
                [
                    Entity("Vehicle", attributes: [name, Attribute("z", .string, isOptional: true)]),
                    Entity("Car", attributes: [name, doors]),
                ]
            ).making(
                "Vehicle",
                Mapping.Origin(["Vehicle"], where: "entity.name == 'Vehicle'", values: ["z": "name"])
            ),
            counts: ["Vehicle": 2, "Car": 2]
        ),
        Settled(
            name: "a split, with the objects of sub-entities",
            stage: StageExample(
                [
                    Entity("Contact", attributes: [name, Attribute("street", .string, isOptional: true)]),
                    Entity("Company", parent: "Contact"),
                ],
                [
                    Entity("Contact", attributes: [name]), Entity("Company", parent: "Contact"),
                    Entity(
                        "Address",
                        attributes: [Attribute("street", .string, isOptional: true)],
                        relationships: [.toOne("contact", "Contact", isOptional: true)]
                    ),
                ]
            ).making("Address", origin("Contact")).computing("Address.contact", "$source"),
            counts: ["Contact": 2, "Company": 2, "Address": 4]
        ),
        Settled(
            name: "a split of an entity and one of its sub-entity",
            stage: StageExample(
                below,
                below + [Entity("Tag", attributes: [name]), Entity("Door", attributes: [doors])]
            ).making("Tag", origin("Vehicle")).making("Door", origin("Car")),
            counts: ["Vehicle": 2, "Car": 2, "Tag": 4, "Door": 2]
        ),
    ]

    @Test("What is meant is carried out, as the naive interpreter understands it", arguments: settled)
    func isSettled(example: Settled) throws {
        #expect(example.stage.editedRefusals == [])
        var world = Self.world(example.stage)
        if example.counts["Address"] != nil {
            world = example.stage.world(
                ("Contact", 1, ["name": .text("a")], [:]),
                ("Company", 2, ["name": .text("b")], [:]),
                ("Contact", 3, ["name": .text("c"), "street": .text("s")], [:]),
                ("Company", 4, ["name": .text("d"), "street": .text("t")], [:])
            )
        }
        #expect(example.stage.disagreement(world) == nil)
        #expect(try example.stage.migrate(world).objects.mapValues(\.count).filter { $0.value > 0 } == example.counts)
    }
}
