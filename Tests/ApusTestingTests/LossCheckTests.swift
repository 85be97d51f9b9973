import ApusMigration
import ApusReports
import ApusSchema
import Testing

@testable import ApusStore
@testable import ApusTesting

@Suite struct LossCheckTests {
    private let older = Schema(
        model: "M",
        entities: [
            Entity("Kept", attributes: [Attribute("a", .int16)]), Entity("Old", attributes: [Attribute("a", .int16)]),
            Entity("Draft"),
        ]
    )

    private let newer: Schema = {
        var renamed = Entity("New", attributes: [Attribute("a", .int16)])
        renamed.originalName = "Old"
        return Schema(
            model: "M",
            entities: [Entity("Kept", attributes: [Attribute("a", .int32)]), renamed, Entity("Added")]
        )
    }()

    private func plan(accepting paths: [ElementPath] = [ElementPath("Draft")]) throws -> Plan {
        let versions = [Schema.Version(1), Schema.Version(2)]
        let planner = Planner(
            history: History(
                model: "M",
                entries: [History.Entry(versions[0], older), History.Entry(versions[1], newer)]
            ),
            mappings: [Mapping(from: versions[0], to: versions[1], paths.map { Mapping.Line.accept($0) })]
        )
        return try planner.plan(from: StoreState(version: versions[0], schema: older))
    }

    private func problems(_ before: [String: Int], _ after: [String: Int]) throws -> [String] {
        let effects = RowEffects(rows: [], values: [], unread: [])
        return try LossCheck(before: before, after: after, effects: effects).problems(of: plan()).map(\.message)
    }

    @Test func objectsStayOrAreAccepted() throws {
        #expect(try problems(["Kept": 2, "Old": 3, "Draft": 4], ["Kept": 2, "New": 3, "Added": 0]) == [])
    }

    @Test func anObjectThatVanishesIsReported() throws {
        #expect(
            try problems(["Kept": 2, "Old": 3], ["Kept": 1, "New": 0, "Added": 0])
                == [
                    "'Kept' has 1 objects after the migration, expected 2",
                    "'New' has 0 objects after the migration, expected 3",
                ]
        )
    }

    @Test func anObjectThatAppearsIsReported() throws {
        #expect(
            try problems(["Kept": 1], ["Kept": 1, "New": 0, "Added": 5])
                == ["'Added' has 5 objects after the migration, expected 0"]
        )
    }

    /// The objects of `Old` become those of `Added` if a condition holds; `Kept` and its objects are not touched.
    @Test func aLineAboutOneEntityDoesNotHideTheLossesOfOthers() throws {
        let versions = [Schema.Version(1), Schema.Version(2), Schema.Version(3)]
        let origin = Mapping.Origin(["Old"], where: "a > 1", values: [:])
        let lines: [Mapping.Line] = [.accept(ElementPath("Draft")), .entity("Added", [origin])]
        let planner = Planner(
            history: History(
                model: "M",
                entries: [
                    History.Entry(versions[0], older), History.Entry(versions[1], newer),
                    History.Entry(versions[2], newer),
                ]
            ),
            mappings: [Mapping(from: versions[0], to: versions[1], lines)]
        )
        let plan = try planner.plan(from: StoreState(version: versions[0], schema: older))
        func found(_ after: [String: Int]) -> [String] {
            LossCheck(
                before: ["Kept": 4, "Old": 3, "Draft": 1],
                after: after,
                effects: RowEffects(rows: [], values: [], unread: [])
            ).problems(of: plan).map(\.message)
        }
        #expect(found(["Kept": 4, "New": 3, "Added": 2]) == [])
        #expect(
            found(["Kept": 3, "New": 0, "Added": 0])
                == [
                    "'Kept' has 3 objects after the migration, expected 4",
                    "'New' has 0 objects after the migration, expected 3",
                ]
        )
    }

    @Test func aValueThatVanishesInAnInferredStageIsReported() throws {
        let versions = [Schema.Version(1), Schema.Version(2)]
        let same = Schema(model: "M", entities: [Entity("Kept", attributes: [Attribute("a", .int32)])])
        let before = Schema(model: "M", entities: [Entity("Kept", attributes: [Attribute("a", .int16)])])
        let planner = Planner(
            history: History(
                model: "M",
                entries: [History.Entry(versions[0], before), History.Entry(versions[1], same)]
            ),
            mappings: []
        )
        let values = RowEffects.Values(
            path: ElementPath("Kept", "a"),
            changed: 0,
            lost: 1,
            filled: 0,
            samples: [RowEffects.Sample(row: "1", before: "7", after: nil)]
        )
        let check = LossCheck(
            before: ["Kept": 1],
            after: ["Kept": 1],
            effects: RowEffects(rows: [], values: [values], unread: [])
        )
        let found = check.problems(of: try planner.plan(from: StoreState(version: versions[0], schema: before)))
        #expect(found.map(\.message) == ["1 values of 'Kept.a' vanish, which nothing accepts"])
        #expect(found.flatMap(\.lines) == ["row 1: 7 becomes none"])
    }
}
