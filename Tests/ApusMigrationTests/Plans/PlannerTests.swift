import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Which stages lead from a store to a target, and why there may be none.
@Suite struct PlannerTests {
    private static let schemas: [Schema] = [
        schema(.of("A", Attribute("a", .int16))),
        schema(.of("A", Attribute("b", .int16, originalName: "a"))),
        schema(.of("A", Attribute("b", .int32), Attribute("c", .bool, isOptional: true))),
    ]

    private static let head = schema(.of("A", Attribute("b", .int64)))

    private let planner = Planner(
        history: .of(schemas, head: head),
        mappings: [.accepting("A.c", from: 3, to: nil)]
    )

    private func state(_ version: Int, _ schema: Schema? = nil) -> StoreState {
        StoreState(version: Schema.Version(version), schema: schema ?? Self.schemas[version - 1])
    }

    private func steps(_ plan: Plan) -> String {
        plan.stages.map { "\($0.from)-\($0.to)" }.joined(separator: " ")
    }

    /// The finding of a plan that there is not.
    private func refusal(_ planner: Planner, _ state: StoreState, _ target: Planner.Target = .newestVersion) -> String {
        do {
            _ = try planner.plan(from: state, to: target)
            return "planned"
        } catch {
            return error.diagnostics().map(\.description).joined(separator: "\n")
        }
    }

    @Test("A long history is planned in parts, and says what its stages say one by one") func longHistory() throws {
        let schemas: [Schema] = (1...90).map { number in
            let renamed = Attribute("a\(number)", .int16, originalName: number == 1 ? nil : "a\(number - 1)")
            return schema(.of("A", renamed), .of("B", Attribute("b", .int16)))
        }
        let history: History = .of(schemas)
        let planner = Planner(history: history, mappings: [])
        let plan: Plan = try planner.plan(from: StoreState(version: Schema.Version(1), schema: schemas[0]))
        let single: [Stage] = zip(try history.entries(), try history.entries().dropFirst()).map {
            planner.stage(from: $0, to: $1)
        }
        #expect(plan.stages == single)
        #expect(plan.passes.count == 1)
        #expect(plan.matching.newer(ElementPath("A", "a1")) == ElementPath("A", "a90"))
    }

    @Test func targets() throws {
        #expect(steps(try planner.plan(from: state(1))) == "1-2 2-3")
        #expect(steps(try planner.plan(from: state(1), to: .version(Schema.Version(2)))) == "1-2")
        #expect(steps(try planner.plan(from: state(2), to: .head)) == "2-3 3-head")
        let plan: Plan = try planner.plan(from: state(1), to: .head)
        #expect(plan.target == StoreState(version: nil, schema: Self.head))
        #expect(plan.matching.newer(ElementPath("A", "a")) == ElementPath("A", "b"))
        #expect(plan.matching.newer(ElementPath("A", "c")) == nil)
        #expect(try planner.state(of: .newestVersion).version == Schema.Version(3))
        #expect(try planner.stages().map(\.to.description) == ["2", "3", "head"])
    }

    @Test func aStoreThatIsThereAlready() throws {
        for version in 1...3 {
            let plan: Plan = try planner.plan(from: state(version), to: .version(Schema.Version(version)))
            #expect(plan.isEmpty && plan.stages.isEmpty && plan.matching == .identity(Self.schemas[version - 1]))
            #expect(plan.passes.isEmpty)
        }
        // Another order of the elements is not another schema.
        var reordered: Schema = Self.schemas[2]
        reordered.entities[0].attributes.reverse()
        let plan: Plan = try planner.plan(from: state(3, reordered))
        #expect(plan.isEmpty && plan.source.schema == reordered)
    }

    @Test func theHeadThatSaysWhatTheNewestSays() throws {
        for head in [nil, Self.schemas[2]] {
            let planner = Planner(history: .of(Self.schemas, head: head), mappings: [])
            #expect(planner.headStage == nil)
            let plan: Plan = try planner.plan(from: state(3), to: .head)
            #expect(plan.isEmpty && plan.target.version == Schema.Version(3))
        }
    }

    @Test func aStoreThatAnUnreleasedHeadMade() throws {
        let unreleased = StoreState(version: nil, schema: Self.head)
        // It holds the head: nothing to do, and no version to write.
        #expect(try planner.plan(from: unreleased, to: .head).isEmpty)
        // The head was released as it is: only the version is written.
        let released = Planner(history: .of(Self.schemas + [Self.head]), mappings: [])
        let stamp: Plan = try released.plan(from: unreleased)
        #expect(!stamp.isEmpty && stamp.stages.isEmpty && stamp.target.version == Schema.Version(4))
        // The head went on: by direct inference from the schema that the store holds.
        let next = schema(.of("A", Attribute("z", .decimal, originalName: "b")))
        let later = Planner(history: .of(Self.schemas, head: next), mappings: [])
        let plan: Plan = try later.plan(from: unreleased, to: .head)
        #expect(steps(plan) == "head-head" && plan.matching.newer(ElementPath("A", "b")) == ElementPath("A", "z"))
        #expect(plan.target.version == nil)
    }

    @Test func lossesOfAStoreThatAnUnreleasedHeadMade() throws {
        let made = schema(
            .of("A", Attribute("b", .int64), Attribute("c", .bool, isOptional: true), Attribute("d", .bool))
        )
        let unreleased = StoreState(version: nil, schema: made)
        // What the head's mapping accepts is accepted here, what it does not is not.
        #expect(
            refusal(planner, unreleased, .head) == """
                error: 'A.d' was removed, and its values would be lost [AP202]
                  help: keep it as it was
                  help: make a new store: the head's mapping is written for stores of the newest version
                """
        )
        let both = Planner(
            history: .of(Self.schemas, head: Self.head),
            mappings: [.accepting("A.c", "A.d", "A.e", from: 3, to: nil)]
        )
        // Version 3 has no 'A.d', so no line is about it.
        #expect(refusal(both, unreleased, .head).contains("'A.d' was removed"))
        // An acceptance that does not concern this store is no mistake here.
        let lean = StoreState(version: nil, schema: schema(.of("A", Attribute("b", .int32))))
        #expect(steps(try planner.plan(from: lean, to: .head)) == "head-head")
        // A mapping that leads elsewhere does not speak of it.
        let elsewhere = Planner(
            history: .of(Self.schemas, head: Self.head),
            mappings: [.accepting("A.c", "A.d", from: 1, to: 2)]
        )
        #expect(refusal(elsewhere, unreleased, .head).contains("'A.d' was removed"))
        // Nor does a released one, though it leads to the target: its names are those of a released version.
        let released = Planner(
            history: .of(Self.schemas + [Self.head]),
            mappings: [.accepting("A.c", "A.d", "A.e", from: 3, to: 4)]
        )
        #expect(refusal(released, unreleased, .newestVersion).contains("'A.d' was removed"))
    }

    @Test("A loss that was accepted of another element than the store has is not accepted")
    func foreignAcceptances() {
        func price(_ property: any PropertyConvertible, _ others: any PropertyConvertible...) -> Schema {
            schema(
                .of("A", Attribute("n", .int32), property).adding(others),
                .of("B"),
                .of("C")
            )
        }
        func plan(_ released: Schema, _ made: Schema, _ lines: Mapping.Line..., head: Schema? = nil) -> String {
            let head = head ?? schema(.of("A", Attribute("n", .int32)), .of("B"), .of("C"))
            let mapping = Mapping(from: Schema.Version(1), to: nil, lines)
            let planner = Planner(history: .of([released], head: head), mappings: [mapping])
            #expect(planner.headStage?.refusals == [], "for stores of version 1")
            let result = refusal(planner, StoreState(version: nil, schema: made), .head)
            return result.split(separator: "\n").first.map(String.init) ?? ""
        }
        let path = ElementPath("A", "p")
        let (one, number) = (price(Attribute("p", .double)), price(Attribute("p", .string)))
        let lost = "error: 'A.p' was removed, and its values would be lost [AP202]"
        #expect(plan(one, one, .accept(path)) == "planned")
        #expect(plan(one, price(Attribute("p", .double, isOptional: true)), .accept(path)) == lost)
        #expect(plan(one, number, .accept(path)) == lost)
        let all = Mapping.Line(.accept, ElementPath("A"), isWildcard: true)
        #expect(plan(one, one, all) == "planned")
        #expect(plan(one, number, all) == lost)
        // All losses that there were, not one of what the head added since.
        #expect(plan(one, price(Attribute("p", .double), Attribute("q", .double)), all).hasSuffix("lost [AP202]"))
        // Values that are replaced by those of another type.
        let later = price(Attribute("p", .int32, isOptional: true))
        #expect(plan(one, number, .accept(path), head: later).contains("changes from string to int32"))
        let (b, c) = (price(toOne("p", "B")), price(toOne("p", "C")))
        #expect(plan(b, b, .accept(path)) == "planned")
        #expect(plan(b, c, .accept(path)).contains("references would be lost"))
        #expect(plan(b, price(Relationship.toMany("p", "B")), .accept(path)).contains("references would be lost"))
    }

    @Test(
        "A conversion that was written for the newest version's type is not used for another type of an unreleased head"
    )
    func unusableLinesForAStoreThatAnUnreleasedHeadMade() {
        func price(_ type: AttributeType, isOptional: Bool = true) -> Schema {
            schema(.of("A", Attribute("price", type, isOptional: isOptional)))
        }
        func refusal(_ made: Schema, _ head: Schema, _ mapping: (inout Mapping) -> Void) -> String {
            var lines = Mapping(from: Schema.Version(1), to: nil)
            mapping(&lines)
            let planner = Planner(history: .of([price(.double)], head: head), mappings: [lines])
            #expect(planner.headStage?.refusals.map(\.code).filter { $0 != "AP205" } == [], "for stores of version 1")
            return self.refusal(planner, StoreState(version: nil, schema: made), .head)
        }
        let path = ElementPath("A", "price")
        let rounded: (inout Mapping) -> Void = { $0.add(.convert(path, "rounded")) }
        #expect(refusal(price(.string), price(.int32), rounded).contains("[AP205]"))
        // Nor one that would convert another type.
        #expect(refusal(price(.float), price(.int32), rounded).contains("[AP205]"))
        // What has one meaning without the line needs no line.
        #expect(refusal(price(.int16), price(.int32), rounded) == "planned")
        #expect(
            refusal(
                price(.int32),
                price(.int32, isOptional: false),
                { lines in
                    rounded(&lines)
                    lines.add(.fill(path, .literal("0")))
                }
            ) != "planned"
        )
        // What no line is about is refused as ever.
        #expect(refusal(price(.string), price(.float)) { _ in }.contains("[AP205]"))
    }

    @Test func theStageToTheHeadNeedsItsWord() {
        let planner = Planner(history: .of(Self.schemas, head: Self.head), mappings: [])
        #expect(
            refusal(planner, state(1), .head) == """
                error: 'A.c' was removed, and its values would be lost [AP202]
                  help: accept the loss in Migrations/M/3-head.yaml: 'accept: [A.c]'
                """
        )
        #expect(refusal(planner, state(1)) == "planned")
    }

    @Test func mappingsThatDoNotExistYetAreNamedInTheirFolder() throws {
        let folder = "app/Migrations/M"
        let planner = Planner(history: .of(Self.schemas, head: Self.head), mappings: [], mappingsFolder: folder)
        #expect(
            refusal(planner, state(1), .head) == """
                error: 'A.c' was removed, and its values would be lost [AP202]
                  help: accept the loss in app/Migrations/M/3-head.yaml: 'accept: [A.c]'
                """
        )
        #expect(try planner.stages().map(\.mappingFile) == ["1-2", "2-3", "3-head"].map { "\(folder)/\($0).yaml" })
        #expect(try planner.directStage(from: Schema.Version(1), to: nil)?.mappingFile == "\(folder)/1-head.yaml")
        let back = planner.backwards(
            through: [2, 1].map { History.Entry(Schema.Version($0), Self.schemas[$0 - 1]) }
        )
        #expect(back.map(\.mappingFile) == ["\(folder)/2-1.yaml"])
    }

    @Test func everyRefusalOfEveryStageIsSaid() {
        let schemas: [Schema] = [
            schema(.of("A", Attribute("a", .int16), Attribute("b", .string))),
            schema(.of("A", Attribute("b", .string))),
            schema(.of("A", Attribute("b", .date))),
        ]
        let planner = Planner(history: .of(schemas), mappings: [])
        let state = StoreState(version: Schema.Version(1), schema: schemas[0])
        #expect(
            refusal(planner, state) == """
                Migrations/M/1-2.yaml: error: 'A.a' was removed, and its values would be lost [AP202]
                  help: accept the loss in Migrations/M/1-2.yaml: 'accept: [A.a]'
                Migrations/M/2-3.yaml: error: 'A.b' changes from string to date, which may lose values [AP205]
                  help: to convert the values, add to Migrations/M/2-3.yaml: 'convert: { A.b: parsed }' (see Documentation/Conversions.md)
                  help: to discard what 'A.b' holds, add to Migrations/M/2-3.yaml: 'accept: [A.b]' and 'fill: { A.b: now() }'
                """
        )
        // Only the stages on the way count.
        #expect(refusal(planner, StoreState(version: Schema.Version(3), schema: schemas[2])) == "planned")
        let error = PlanningError.refused([Stage.between(schemas[0], schemas[1])])
        let located: [String] = error.diagnostics { point, path in
            ApusDiagnostics.SourceLocation(file: "\(point):\(path)")
        }.map(\.description)
        #expect(located.first?.hasPrefix("2:A.a: error: 'A.a' was removed") == true)
    }

    @Test func otherStores() {
        let store = ApusDiagnostics.SourceLocation(file: "a.sqlite")
        let cases: [(PlanningError, StoreState, Planner.Target, String)] = [
            (
                .unknownVersion(Schema.Version(9), newest: Schema.Version(3)), state(9, Self.head), .newestVersion,
                """
                a.sqlite: error: the store is at version 9, which this history does not have; its newest is 3 [AP503]
                  help: use the release that created the store, or a newer one
                """
            ),
            (
                .differentSchema(Schema.Version(2)), state(2, Self.head), .newestVersion,
                """
                a.sqlite: error: the store is at version 2, but its schema differs from version 2 of this history [AP504]
                  help: run: apus check, to see whether a frozen version was edited; otherwise, the store belongs to another project
                """
            ),
            (
                .otherModel("N", expected: "M"), StoreState(version: Schema.Version(1), schema: Schema(model: "N")),
                .newestVersion,
                """
                a.sqlite: error: the store's model is 'N' (expected 'M') [AP505]
                  help: specify the right store, or the model with --model
                """
            ),
            (
                .unknownTarget(Schema.Version(7), known: [1, 2, 3].map { Schema.Version($0) }), state(1),
                .version(Schema.Version(7)),
                """
                error: there is no version 7 [AP502]
                  help: known: 1, 2, 3
                """
            ),
        ]
        for (error, state, target, text) in cases {
            #expect(throws: error) { try planner.plan(from: state, to: target) }
            #expect(error.diagnostics(of: store).map(\.description).joined(separator: "\n") == text)
        }
    }

    @Test("Help about versions lists none if there are none") func noVersions() {
        let error = PlanningError.unknownTarget(Schema.Version(7), known: [])
        #expect(error.diagnostics().flatMap(\.help) == ["no version is frozen; run: apus freeze"])
    }

    /// Versions 1 and 2 were retired at different times.
    private static let retiring = Planner(
        history: History(
            model: "M",
            retired: [
                .init(Schema.Version(1), digest: "one", .init(newest: Schema.Version(2), release: "App 1.9")),
                .init(Schema.Version(2), digest: "two", .init(newest: Schema.Version(4))),
            ],
            before: [History.Release(History.Entry(Schema.Version(3), schemas[2]))],
            newest: History.Entry(Schema.Version(4), head),
            head: head
        ),
        mappings: [.accepting("A.c", from: 3, to: 4)]
    )

    @Test("Stores of retired versions, and of heads that followed them")
    func retiredVersions() throws {
        let planner = Self.retiring
        #expect(
            refusal(planner, state(1)) == """
                error: the store is at version 1, which is retired [AP506]
                  help: open it first with App 1.9 (the last release that can open it), then with a release that still has \
                this version, and whose newest one is from 3 to 4
                """
        )
        #expect(
            refusal(planner, StoreState(version: nil, digest: "two", schema: Self.schemas[1])) == """
                error: an unreleased head that followed version 2 created the store, but version 2 is retired [AP506]
                  help: open it first with a release that still has this version, and whose newest one is from 3 to 4
                """
        )
        // Such a store may be what the newest version is. No digest, or that of another version, says nothing.
        #expect(refusal(planner, StoreState(version: nil, digest: "two", schema: Self.head)) == "planned")
        #expect(refusal(planner, StoreState(version: nil, digest: nil, schema: Self.schemas[1])) == "planned")
        #expect(refusal(planner, state(3)) == "planned")
        let error = #expect(throws: PlanningError.self) {
            try planner.plan(from: state(3), to: .version(Schema.Version(2)))
        }
        #expect(error == .retiredTarget(Schema.Version(2), known: [Schema.Version(3), Schema.Version(4)]))
    }

    @Test func noVersionYet() throws {
        let planner = Planner(history: .of([], head: Self.head), mappings: [])
        let unreleased = StoreState(version: nil, schema: Self.head)
        #expect(
            refusal(planner, unreleased) == """
                error: model 'M' has no frozen version [AP501]
                  help: run: apus freeze
                """
        )
        #expect(try planner.plan(from: unreleased, to: .head).isEmpty)
        #expect(refusal(planner, state(1), .head).contains("[AP503]"))
        #expect(try planner.stages().isEmpty)
    }

    @Test func differences() throws {
        func text(_ from: Int?, _ to: Int?) throws -> String {
            func end(_ number: Int?) -> (Schema, Stage.Point) {
                number.map { (Self.schemas[$0 - 1], .version(Schema.Version($0))) } ?? (Self.head, .unreleased)
            }
            let (old, new) = (end(from), end(to))
            return try planner.difference(from: old.0, at: old.1, to: new.0, at: new.1).report
        }
        #expect(try text(1, 2) == "AP204 attributeRenamed A")
        #expect(try text(1, 3) == "AP204 attributeRenamed A\nAP205 typeChanged A\nAP201 attributeAdded A")
        // What came and went on the way is in neither.
        #expect(try text(1, nil) == "AP204 attributeRenamed A\nAP205 typeChanged A")
        #expect(try text(3, nil) == "AP205 typeChanged A\nAP202 attributeRemoved A accepted")
        #expect(try text(2, 2) == "" && text(nil, nil) == "")
        // Against the order of the history the two are compared as they are.
        #expect(try text(3, 2).contains("AP205 typeChanged A refused"))
    }

    @Test func theWayOverTheHistoryIsTheOneThatTheStagesSay() throws {
        for seed in TestScale.seeds(15) {
            let history = HistoryGenerator.history(seed: seed, versions: 8)
            let state = StoreState(version: Schema.Version(1), schema: history.schemas[0])
            let matching: Matching = try history.planner.plan(from: state).matching
            let stages: [Stage] = try history.planner.stages()
            for entity in history.schemas[0].entities {
                for path in [ElementPath(entity.name)] + entity.properties.map({ ElementPath(entity.name, $0.name) }) {
                    let walked: ElementPath? = stages.reduce(path) { path, stage in
                        path.flatMap { stage.matching.newer($0) }
                    }
                    #expect(matching.newer(path) == walked, "seed \(seed): \(path)")
                }
            }
        }
    }

    @Test func aHundredVersionsOfAHundredEntities() throws {
        let history = HistoryGenerator.history(seed: 1, versions: 100, entities: 10)
        let plan: Plan = try history.planner.plan(
            from: StoreState(version: Schema.Version(1), schema: history.schemas[0])
        )
        #expect(plan.stages.count == 99)
        // A pass ends only where a stage would search rows by keys that the stages before compute.
        #expect((1...4).contains(plan.passes.count))
        let objects: Int = plan.passes[plan.passes.count - 1].projection.ordered.count {
            if case .objects = $0.extent.name { true } else { false }
        }
        #expect(objects == history.schemas[99].entities.count)
    }
}

extension Entity {
    fileprivate func adding(_ properties: [any PropertyConvertible]) -> Entity {
        var entity = self
        for case .attribute(let attribute) in properties.map(\.property) { entity.attributes.append(attribute) }
        return entity
    }
}
