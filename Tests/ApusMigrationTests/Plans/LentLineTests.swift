import ApusDiagnostics
import ApusMigration
import ApusReports
import ApusSchema
import Foundation
import Testing

/// Which lines of the head's mapping a store of an unreleased head borrows.
@Suite struct LentLineTests {
    /// What a line may do to the rows of an unreleased head, which the newest version has otherwise.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let released: [Entity]
        /// What the head was when it made the store.
        let made: [Entity]
        let head: [Entity]
        let lines: [Mapping.Line]
    }

    private static let name = Attribute("name", .string)
    private static let street = Attribute("street", .string, isOptional: true)
    private static let contact: Entity = .of("Contact", name, street, Attribute("fax", .string))
    private static let split: [Entity] = [.of("Person", name), .of("Address", street)]
    private static let splitting: [Mapping.Line] = [
        .accept(ElementPath("Contact", "fax")),
        // No relationship says whose the street was.
        .accept(ElementPath("Contact", "street")),
        .entity("Person", [Mapping.Origin(["Contact"])]),
        .entity("Address", [Mapping.Origin(["Contact"], where: "street != nil")]),
    ]
    private static var list: Relationship {
        var list = Relationship.toMany("b", "B")
        list.isOrdered = true
        return list
    }
    private static let code = Attribute("code", .string)

    static let cases: [Case] = [
        Case(
            testDescription: "a conversion that clamps other numbers",
            released: [.of("A", Attribute("n", .int64))],
            made: [.of("A", Attribute("n", .double))],
            head: [.of("A", Attribute("n", .int16))],
            lines: [.convert(ElementPath("A", "n"), "clamped")]
        ),
        Case(
            testDescription: "a property that an entity has only in the head is no part of its accepted loss",
            released: [contact],
            made: [.of("Contact", name, street, Attribute("fax", .string), Attribute("phone", .string))],
            head: split,
            lines: splitting
        ),
        Case(
            testDescription: "objects that are not made, because the head has their entity",
            released: [contact],
            made: [contact, .of("Address", street)],
            head: split,
            lines: splitting
        ),
        Case(
            testDescription: "an entity with the name of a constant",
            released: [.of("No", name, code)],
            made: [.of("No", name, code, Attribute("phone", .string))],
            head: [.of("Person", name)],
            lines: [.accept(ElementPath("No", "code")), .entity("Person", [Mapping.Origin(["No"])])]
        ),
        Case(
            testDescription: "a sub-entity that only the head has",
            released: [contact],
            made: [contact, Entity("Company", parent: "Contact")],
            head: split,
            lines: splitting
        ),
        Case(
            testDescription: "values that are not computed, because the head has the property",
            released: [.of("A", code)],
            made: [.of("A", code, Attribute("label", .string))],
            head: [.of("A", Attribute("label", .string))],
            lines: [.accept(ElementPath("A", "code")), .value(ElementPath("A", "label"), "$source.code + '!'")]
        ),
        Case(
            testDescription: "references that are not made, because the head has the relationship",
            released: [.of("A", code), .of("B", code)],
            made: [.of("A", code, toOne("b", "B")), .of("B", code)],
            head: [.of("A", toOne("b", "B")), .of("B", code)],
            lines: [
                .accept(ElementPath("A", "code")),
                .value(ElementPath("A", "b"), "find(B, code == $source.code)"),
            ]
        ),
        Case(
            testDescription: "what is asserted of a version's objects before they are lost",
            released: [.of("A", code), .of("B", Attribute("x", .int16))],
            made: [.of("A", code), .of("B", Attribute("x", .int32))],
            head: [.of("A"), .of("B", Attribute("x", .int64))],
            lines: [.accept(ElementPath("A", "code")), .assert("$old.A.count == 0", "no object has a code")]
        ),
    ]

    @Test(
        "A line is not lent to other declarations, and no loss is accepted if another line is not carried out",
        arguments: cases
    )
    func notLent(_ one: Case) throws {
        let planner = planner(one)
        #expect(planner.headStage?.refusals == [], "for stores of version 1")
        #expect(throws: PlanningError.self) { try plan(planner, one.made) }
    }

    @Test("Lines whose declarations are the same in both are lent", arguments: cases)
    func lent(_ one: Case) throws {
        if one.lines.contains(where: { $0.assertion != nil }) { return }
        // The head made the store when another entity was all that it had changed.
        let (before, after) = (Entity.of("Z", Attribute("z", .int16)), Entity.of("Z", Attribute("z", .int32)))
        let other = Case(
            testDescription: "",
            released: one.released + [before],
            made: one.released + [after],
            head: one.head + [after],
            lines: one.lines
        )
        let plan = try plan(planner(other), other.made)
        #expect(plan.stages.first?.changes.isEmpty == false)
    }

    @Test("A text of an expression is not the name of what the two declare differently")
    func texts() throws {
        let (before, after) = (Entity.of("Z", Attribute("z", .int16)), Entity.of("Z", Attribute("z", .int32)))
        let one = Case(
            testDescription: "",
            released: [.of("A", Self.code), before],
            made: [.of("A", Self.code), after],
            head: [.of("A", Attribute("label", .string)), after],
            lines: [.accept(ElementPath("A", "code")), .value(ElementPath("A", "label"), "$source.code + 'z'")]
        )
        #expect(try plan(planner(one), one.made).stages.map { $0.mapping?.lines.count } == [2])
    }

    @Test("A conversion that is wrong for all stores is refused in the same words")
    func conversion() throws {
        let (before, after) = (Entity.of("Z", Attribute("z", .int16)), Entity.of("Z", Attribute("z", .int32)))
        let number: Entity = .of("A", Attribute("n", .int64))
        let one = Case(
            testDescription: "",
            released: [number, before],
            made: [number, after],
            head: [.of("A", Attribute("n", .bool)), after],
            lines: [.convert(ElementPath("A", "n"), "trimmed")]
        )
        let planner = planner(one)
        let error = #expect(throws: PlanningError.self) { try plan(planner, one.made) }
        #expect(error?.diagnostics.map(\.message) == planner.headStage?.refusals.map(\.message))
    }

    @Test("An object is not chosen among several that are kept otherwise")
    func duplicates() throws {
        let end: [Entity] = [.of("B"), .of("C")]
        let one = Case(
            testDescription: "",
            released: [.of("A", Relationship.toMany("b", "B"))] + end,
            made: [.of("A", Self.list)] + end,
            head: [.of("A", toOne("b", "B"))] + end,
            lines: [.duplicates(ElementPath("A", "b"), .newest)]
        )
        // Without the line, the migration stops before it writes where there are several.
        let planner = planner(one)
        let lent = try plan(planner, one.made)
        #expect(lent.stages.map { $0.mapping?[.duplicates] } == [[]])
        #expect(
            lent.text(of: "s").plain.contains(
                "\n\nnot carried out, because an unreleased head made the store\n  duplicates: A.b"
            )
        )
        #expect(lent.sheet(of: "s").markdown.contains("\n| `duplicates: A.b` |"))
        let json = String(decoding: try JSONEncoder().encode(lent.record), as: UTF8.self)
        #expect(json.contains(#""ignoredLines":[{"#))
        #expect(try !plan(planner, one.released).text(of: "s").plain.contains("not carried out"))
        #expect(try plan(planner, one.released).stages.map { $0.mapping?[.duplicates].count } == [1])
    }

    private func planner(_ one: Case) -> Planner {
        Planner(
            history: .of([Schema(model: "M", entities: one.released)], head: Schema(model: "M", entities: one.head)),
            mappings: [Mapping(from: Schema.Version(1), to: nil, one.lines)]
        )
    }

    private func plan(_ planner: Planner, _ made: [Entity]) throws -> Plan {
        try planner.plan(from: StoreState(version: nil, schema: Schema(model: "M", entities: made)), to: .head)
    }
}
