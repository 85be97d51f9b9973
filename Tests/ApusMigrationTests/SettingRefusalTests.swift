import ApusMigration
import ApusSchema
import Testing

/// Changes of settings that may lose or invent values are refused, so that no frozen stage calls them lightweight.
@Suite struct SettingRefusalTests {
    private func refusals(_ change: (inout Schema) -> Void) -> [String] {
        var older = Schema(
            model: "M",
            entities: [
                Entity(
                    "A",
                    attributes: [Attribute("e", .named("E")), Attribute("c", .named("C")), Attribute("x", .string)]
                ),
                Entity("B", parent: "A"),
            ]
        )
        older.enumerations = [Enumeration("E", type: .int16, cases: [.init("one", .int(0)), .init("two", .int(1))])]
        older.composites = [Composite("C", attributes: [Attribute("d", .named("D"))])]
        older.composites.append(Composite("D", attributes: [Attribute("y", .string)]))
        var newer: Schema = older
        change(&newer)
        let stage = Stage(from: older, to: newer, from: .unreleased, to: .unreleased)
        return stage.refusals.map { "\($0.path) \($0.code)" }
    }

    @Test func moreCasesAreLightweight() {
        #expect(refusals { $0.enumerations[0].cases.append(.init("three", .int(2))) }.isEmpty)
        #expect(refusals { $0.enumerations[0].cases.reverse() }.isEmpty)
    }

    @Test func caseThatMeansAnotherValueOrIsGoneIsRefused() {
        #expect(refusals { $0.enumerations[0].cases.removeLast() } == ["A.e AP210"])
        #expect(refusals { $0.enumerations[0].cases[1].rawValue = .int(2) } == ["A.e AP210"])
        #expect(refusals { $0.enumerations[0].cases[1].name = "zwei" } == ["A.e AP210"])
    }

    @Test func partOfACompositeHoweverDeepIsSeen() {
        #expect(refusals { $0.composites[0].attributes.append(Attribute("z", .string)) } == ["A.c AP210"])
        #expect(refusals { $0.composites[1].attributes[0].type = .int16 } == ["A.c AP210"])
    }

    @Test func whatDecidesWhichRowsThereAreIsRefused() {
        #expect(refusals { $0.entities[0].isAbstract = true } == ["A AP105"])
        #expect(refusals { $0.entities[1].parent = nil } == ["B AP105"])
        #expect(refusals { $0.entities[0].attributes[2].isTransient = true } == ["A.x AP210"])
        #expect(refusals { $0.entities[0].attributes[2].isEphemeral = true } == ["A.x AP210"])
        #expect(refusals { $0.entities[0].attributes[2].length = Length("1...3") }.isEmpty)
    }
}
