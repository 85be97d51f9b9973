import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Direct mappings: which way stores take, and when a direct mapping is refused.
@Suite struct DirectMappingTests {
    /// The note is dropped in version 2 and comes back in version 3; the name is called title in version 2, and label in
    /// version 4.
    private let schemas: [Schema] = [
        schema(.of("A", Attribute("name", .string), Attribute("note", .string, isOptional: true))),
        schema(.of("A", Attribute("title", .string, originalName: "name"))),
        schema(
            .of("A", Attribute("title", .string, originalName: "name"), Attribute("note", .string, isOptional: true))
        ),
        schema(
            .of("A", Attribute("label", .string, originalName: "title"), Attribute("note", .string, isOptional: true))
        ),
        schema(
            .of(
                "A",
                Attribute("label", .string, originalName: "title"),
                Attribute("note", .string, isOptional: true),
                Attribute("count", .int32, default: .int(0))
            )
        ),
    ]

    private let accepted: Mapping = .of(from: 1, to: 2, accept: ["A.note"])

    private func direct(_ from: Int, _ to: Int, _ lines: Mapping.Line...) -> Mapping {
        Mapping(from: Schema.Version(from), to: Schema.Version(to), lines)
    }

    private func plan(_ mappings: [Mapping], from: Int, to: Int) throws(PlanningError) -> Plan {
        try Planner(history: .of(schemas), mappings: mappings).plan(
            from: StoreState(version: Schema.Version(from), schema: schemas[from - 1]),
            to: .version(Schema.Version(to))
        )
    }

    private func way(_ mappings: [Mapping], from: Int, to: Int) -> [String] {
        do throws(PlanningError) {
            return try plan(mappings, from: from, to: to).stages.map { "\($0.from)-\($0.to)" }
        } catch {
            guard case .refused(let stages) = error else { return error.diagnostics.map(\.message) }
            return stages.flatMap { stage in stage.reasons.map { "\(stage.from)-\(stage.to) \($0)" } }
        }
    }

    private var note: Mapping.Line { .differs(ElementPath("A", "note")) }

    @Test("The way with the fewest stages is taken, and only from and to its versions") func fewestStages() {
        let mappings = [accepted, direct(1, 4, note)]
        #expect(way(mappings, from: 1, to: 4) == ["1-4"])
        #expect(way(mappings, from: 1, to: 5) == ["1-4", "4-5"])
        #expect(way(mappings, from: 2, to: 5) == ["2-3", "3-4", "4-5"])
        #expect(way(mappings, from: 1, to: 3) == ["1-2", "2-3"])
        // It is compared with the way that stores would take without it, through 1-4.
        #expect(way(mappings + [direct(1, 5)], from: 1, to: 5) == ["1-5"])
        #expect(way(mappings + [direct(1, 5, note)], from: 1, to: 5) == ["1-5"], "the steps give another note")
        #expect(way(mappings + [direct(3, 5)], from: 2, to: 5) == ["2-3", "3-5"])
        // Those of other versions mean nothing.
        #expect(way([accepted, direct(4, 7)], from: 1, to: 4) == ["1-2", "2-3", "3-4"])
    }

    @Test("What code in Swift makes is unknown, so a way with other code gives other data of every entity") func code()
    {
        let code = Mapping.Line.swift(SwiftStage("Stages.count", version: 1))
        let all = Mapping.Line.differs(ElementPath("A"))
        for mappings in [[direct(3, 4, code), direct(3, 5)], [direct(3, 5, code)]] {
            #expect(way(mappings, from: 3, to: 5) != ["3-5"])
        }
        #expect(way([direct(3, 4, code), direct(3, 5, all)], from: 3, to: 5) == ["3-5"])
        #expect(way([direct(3, 5, code, all)], from: 3, to: 5) == ["3-5"])
        // What both ways run before is the same.
        #expect(way([direct(2, 3, code), direct(3, 5)], from: 2, to: 5) == ["2-3", "3-5"])
    }

    @Test("Two that overlap must give the same, whichever has fewer stages") func overlaps() {
        func message(_ one: String, _ other: String) -> String {
            "the ways from 1 to 5 through 'Migrations/M/\(one).yaml' and 'Migrations/M/\(other).yaml' give different data "
                + "of 'A.note'"
        }
        #expect(way([accepted, direct(1, 4, note), direct(3, 5)], from: 1, to: 5) == [message("1-4", "3-5")])
        #expect(way([accepted, direct(1, 4, note), direct(3, 5)], from: 1, to: 4) == ["1-4"])
        let short = [accepted, direct(1, 3, note), direct(2, 5)]
        #expect(way(short, from: 1, to: 5) == [message("1-3", "2-5")])
        #expect(way(short + [direct(1, 5, note)], from: 1, to: 5) == ["1-5"])
    }

    @Test("What was renamed step by step keeps its values, and what was dropped between does") func values() throws {
        let plan = try plan([accepted, direct(1, 4, note)], from: 1, to: 5)
        #expect(plan.stages[0].skipped == [Schema.Version(2), Schema.Version(3)] && plan.stages[1].skipped == [])
        #expect(plan.passes.count == 1)
        let rows: Rows = [.objects("A"): [row(1, ["name": .text("n"), "note": .text("kept")])]]
        let after = try plan.rows(from: rows)
        #expect(
            after == [
                .objects("A"): [row(1, ["label": .text("n"), "note": .text("kept"), "count": .integer(0)])]
            ]
        )
        let steps = try self.plan([accepted], from: 1, to: 5).rows(from: rows)
        #expect(steps.values("A", "note") == [.null] && steps.values("A", "label") == [.text("n")])
    }

    @Test("Other data than that of the steps has to be listed, and only that") func differences() {
        #expect(way([accepted, direct(1, 4)], from: 1, to: 4) == ["1-4 AP425 A.note"])
        // A line about the entity covers its properties; one about something that is the same is needless.
        #expect(way([accepted, direct(1, 4, .differs(ElementPath("A")))], from: 1, to: 4) == ["1-4"])
        let label: Mapping.Line = .differs(ElementPath("A", "label"))
        #expect(way([accepted, direct(1, 4, note, label)], from: 1, to: 4) == ["1-4 AP426 A.label"])
        // Stores of other versions do not go through it.
        #expect(way([accepted, direct(1, 4)], from: 2, to: 4) == ["2-3", "3-4"])
        // Neighbours have no other way.
        #expect(
            way([.of(from: 1, to: 2, accept: ["A.note"]), direct(2, 3, note)], from: 2, to: 3) == ["2-3 AP426 A.note"]
        )
        // What has the same expressions is the same.
        let same = direct(1, 4, .accept(ElementPath("A", "note")), .value(ElementPath("A", "note"), "NIL"))
        #expect(way([accepted, same], from: 1, to: 4) == ["1-4"])
    }

    @Test("A refused step is avoided, and a refused direct mapping is not") func refusals() {
        #expect(way([], from: 1, to: 4) == ["1-2 AP202 A.note"])
        #expect(way([direct(1, 3)], from: 1, to: 4) == ["1-3", "3-4"])
        // With a refused step between, nothing is compared: no store goes that way.
        #expect(way([direct(1, 4, note)], from: 1, to: 4) == ["1-4"])
        let open = direct(1, 4, note, .undecided(ElementPath("A", "note")))
        #expect(way([accepted, open], from: 1, to: 4) == ["1-4 AP410 A.note"])
        // A longer way is taken rather than one through a refused step.
        let mappings = [direct(1, 3), direct(2, 5, .undecided(ElementPath("A", "note")))]
        #expect(way(mappings, from: 1, to: 5) == ["1-3", "3-4", "4-5"])
    }

    @Test("Ways of the same length must not differ") func overlap() throws {
        let mappings = [accepted, direct(1, 3, note), direct(2, 4)]
        let message = "the ways from 1 to 4 through "
        let found = way(mappings, from: 1, to: 4)
        #expect(found.count == 1 && found[0].hasPrefix(message) && found[0].hasSuffix("different data of 'A.note'"))
        let planner = Planner(history: .of(schemas), mappings: mappings)
        #expect(try planner.ways().conflicts.count == 1)
        guard case .ambiguousWays(_, _, let files, let elements)? = try planner.ways().conflicts.first else {
            Issue.record("expected another error")
            return
        }
        #expect(files == ["Migrations/M/1-3.yaml", "Migrations/M/2-4.yaml"])
        #expect(elements == [ElementPath("A", "note")])
        // A direct mapping of the whole way settles it.
        #expect(way(mappings + [direct(1, 4, note)], from: 1, to: 4) == ["1-4"])
        // Ways that are the same are no matter.
        let same = [accepted, direct(1, 3, .accept(ElementPath("A", "note")), .value(ElementPath("A", "note"), "NIL"))]
        #expect(way(same + [direct(2, 4)], from: 1, to: 4) == ["1-2", "2-4"])
    }

    @Test("Ways back are direct as well") func back() throws {
        let back = Mapping(from: Schema.Version(5), to: Schema.Version(1), [.accept(ElementPath("A", "count"))])
        let step: Mapping = .of(from: 5, to: 4, accept: ["A.count"])
        let steps: [Mapping] = [accepted, step, .of(from: 3, to: 2, accept: ["A.note"])]
        #expect(way(steps, from: 5, to: 1) == ["5-4", "4-3", "3-2", "2-1"])
        #expect(way(steps + [back], from: 5, to: 1) == ["5-1 AP425 A.note"])
        var meant = back
        meant.add(note)
        #expect(way(steps + [meant], from: 5, to: 1) == ["5-1"])
        let rows: Rows = [
            .objects("A"): [row(1, ["label": .text("n"), "note": .text("kept"), "count": .integer(3)])]
        ]
        let after = try plan(steps + [meant], from: 5, to: 1).rows(from: rows)
        #expect(after == [.objects("A"): [row(1, ["name": .text("n"), "note": .text("kept")])]])
        // The way there knows nothing of it.
        #expect(way([accepted, meant], from: 1, to: 5) == ["1-2", "2-3", "3-4", "4-5"])
    }

    @Test("To the head") func head() throws {
        let mapping = Mapping(from: Schema.Version(1), to: nil, [note])
        let history = History(model: "M", entries: History.of(Array(schemas.dropLast())).allEntries, head: schemas[4])
        let planner = Planner(history: history, mappings: [accepted, mapping])
        let plan = try planner.plan(from: StoreState(version: Schema.Version(1), schema: schemas[0]), to: .head)
        #expect(plan.stages.map { "\($0.from)-\($0.to)" } == ["1-head"])
        #expect(plan.stages[0].mappingFile == "Migrations/M/1-head.yaml")
        try planner.checkWaysToHead()
        let overlap = Planner(
            history: history,
            mappings: [accepted, direct(1, 4, note), Mapping(from: Schema.Version(2), to: nil)]
        )
        #expect(throws: PlanningError.self) { try overlap.checkWaysToHead() }
        let other = try planner.plan(from: StoreState(version: Schema.Version(2), schema: schemas[1]), to: .head)
        #expect(other.stages.count == 3)
    }

    @Test("Decisions of a direct mapping have lines to paste") func decisions() throws {
        let planner = Planner(history: .of(schemas), mappings: [accepted])
        let stage = try #require(try planner.directStage(from: Schema.Version(1), to: Schema.Version(4)))
        #expect(stage.decisions.flatMap(\.mappingLines) == [note])
        #expect(stage.mappingFile == "Migrations/M/1-4.yaml")
        #expect(try planner.directStage(from: Schema.Version(1), to: Schema.Version(2)) == nil)
        #expect(try planner.directStage(from: Schema.Version(1), to: Schema.Version(9)) == nil)
    }

    @Test("What is called the same in every version between is one element, whatever later names say")
    func swappedNames() throws {
        let schemas: [Schema] = [
            schema(.of("A", Attribute("a", .string), Attribute("b", .string))),
            schema(
                .of("A", Attribute("b", .string, originalName: "a"), Attribute("a", .string, originalName: "b"))
            ),
            schema(.of("A", Attribute("a", .string), Attribute("b", .string), Attribute("c", .bool, isOptional: true))),
        ]
        let planner = Planner(history: .of(schemas), mappings: [direct(1, 3)])
        let plan = try planner.plan(from: StoreState(version: Schema.Version(1), schema: schemas[0]))
        let rows: Rows = [.objects("A"): [row(1, ["a": .text("1"), "b": .text("2")])]]
        #expect(plan.stages.count == 1)
        let after = try plan.rows(from: rows)
        #expect(after.values("A", "a") == [.text("2")] && after.values("A", "b") == [.text("1")])
    }
}

extension History {
    fileprivate var allEntries: [Entry] { (try? entries()) ?? [] }
}
