import ApusMigration
import ApusSchema
import Testing

extension OriginAgreementTests {
    /// Sub-entities whose objects stay, although those of the entity above are given up or become others.
    static let remaining: [Example] = [
        Example(
            "what a sub-entity inherited is lost, as no origin takes its objects",
            StageExample(
                [Entity("C", attributes: [text, number]), Entity("E", parent: "C")],
                [
                    Entity("D", attributes: [text, Attribute("y", .int64, isOptional: true)]),
                    Entity("E", parent: "D"),
                ]
            ).making("D", Mapping.Origin(["C"], values: ["y": "$source.n"])),
            [("C", 1, ["n": .integer(1)], [:]), ("E", 2, ["n": .integer(2)], [:])]
        ),
        Example(
            "references of a sub-entity among its objects, where the entity above is given up",
            StageExample(
                [Entity("H"), Entity("C", parent: "H", relationships: [one("r", "H")]), Entity("E", parent: "C")],
                [Entity("E")]
            ).accepting("H", "C"),
            [("H", 1, [:], [:]), ("E", 2, [:], ["r": [2]])]
        ),
        Example(
            "references to a sub-entity, where the entity above is given up",
            StageExample(
                [Entity("Z", relationships: [one("r", "H")]), Entity("H"), Entity("E", parent: "H")],
                [Entity("Z"), Entity("E")]
            ).accepting("H"),
            [("Z", 1, [:], ["r": [2]]), ("E", 2, [:], [:])]
        ),
        Example(
            "references to entities that are given up with all below them",
            StageExample(
                [Entity("Z", relationships: [one("r", "H")]), Entity("H"), Entity("E", parent: "H")],
                [Entity("Z")]
            ).accepting("H", "E"),
            [("Z", 1, [:], ["r": [2]]), ("E", 2, [:], [:])]
        ),
        Example(
            "references of a sub-entity that stays, where those of the entity above are given up to an origin",
            StageExample(
                [
                    abstract("H", [number], [many("r", "Z")]), Entity("C", parent: "H"), Entity("E", parent: "C"),
                    Entity("Z"),
                ],
                [
                    Entity("D", attributes: [number]), Entity("C", parent: "D", relationships: [many("r", "Z")]),
                    abstract("H", [number]), Entity("E", parent: "H"), Entity("Z"),
                ]
            ).making("D", Mapping.Origin(["C"], where: "n == 1")).accepting("C"),
            [("E", 1, [:], ["r": [1]]), ("Z", 1, [:], [:])]
        ),
    ]

    @Test("What a sub-entity keeps is judged for itself", arguments: remaining)
    func remains(example: Example) {
        // A released mapping goes on to mean what it did.
        #expect(example.stage.editedRefusals.isEmpty == example.stage.refusals.isEmpty)
        if example.stage.refusals.isEmpty { #expect(example.stage.disagreement(example.world) == nil) }
    }
}
