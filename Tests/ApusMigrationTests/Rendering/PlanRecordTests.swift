import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

@testable import ApusReports

/// What a plan says about values.
@Suite struct PlanRecordTests {
    @Test("A value that origins make in several ways is shown with each of them")
    func severalOrigins() throws {
        let name = Attribute("name", .string)
        let old = Schema(
            model: "M",
            entities: [
                Entity("A", attributes: [name]), Entity("B", attributes: [name]), Entity("C", attributes: [name]),
            ]
        )
        let new = Schema(
            model: "M",
            entities: [Entity("All", attributes: [name, Attribute("kind", .string), Attribute("text", .string)])]
        )
        func origin(_ source: String, _ kind: String, _ text: String) -> Mapping.Origin {
            Mapping.Origin([source], values: ["kind": kind, "text": text])
        }
        let origins = [origin("A", "'a'", "name"), origin("B", "'b'", "name"), origin("C", "'a'", "name")]
        let mapping = Mapping(from: Schema.Version(1), to: Schema.Version(2), [.entity("All", origins)])
        let plan = try Planner(history: .of([old, new]), mappings: [mapping]).plan(
            from: StoreState(version: Schema.Version(1), schema: old),
            to: .version(Schema.Version(2))
        )
        let extent = try #require(plan.record.passes.first?.extents.first { $0.extent == "All" })
        #expect(extent.values.map(\.name) == ["kind", "text"])
        #expect(extent.values.map(\.from) == ["'a' (of A, C), 'b' (of B)", "name, copied"])
    }
}
