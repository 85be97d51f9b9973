import ApusMigration
import ApusReports
import ApusSchema
import Testing

/// What a person reads.
@Suite struct StageTextTests {
    @Test func theWholeText() {
        #expect(
            StageReport.mapped.text.plain == """
                Trips: 3 → head: 13 changes, mapped, 1 value filled, 1 value computed, 1 conversion, \
                1 requirement, 3 losses accepted

                ~ Trip → Journey          entity renamed
                    ~ start → startDate   renamed
                    ~ nights              double → int32, rounded   (by convert)
                    + code                uuid, existing rows without a value get uuid()   (by fill)
                    ~ owner               optional → required   (by require)
                    - legacyCode          string?   (loss accepted)
                    ~ title               computed: uppercase($source.name)   (by values)
                    + unique:             [name, startDate], checked for duplicates
                    ~ items               delete rule nullify → cascade

                  Item
                    ~ title               required → optional

                + Tag                     new
                    + title               string

                  Status
                    - archived            case, stored as 'archived'   (loss accepted)

                - Draft                   entity and all its objects   (loss accepted)

                """
        )
    }

    @Test func nothingDiffers() {
        let report = StageReport(model: "Trips", from: "1", to: "head", changes: [])
        #expect(report.text.plain == "Trips: 1 → head: no change of the store\n")
    }

    @Test func refusalsAreMarkedWithTheirCode() {
        let lines: [String] = StageReport.refused.text.plain.split(separator: "\n").map(String.init)
        #expect(lines.first == "Trips: 3 → head: 15 changes, refused, 2 decisions needed")
        #expect(lines.contains("    - startDate           date   (refused: AP203)"))
    }

    @Test func verdicts() {
        let a = ElementPath("A", "a")
        func verdict(_ verdicts: Change.Verdict...) -> String {
            let changes: [Change] = verdicts.map { Change(BecameOptional(name: "a"), entity: "A", verdict: $0) }
            let losses = verdicts.filter { $0 == .accepted }.map { _ in a }
            return StageReport(model: "M", from: "1", to: "2", changes: changes, losses: losses).verdict.description
        }
        #expect(verdict() == "lightweight")
        #expect(verdict(.lightweight, .lightweight) == "lightweight")
        #expect(verdict(.accepted, .lightweight) == "lightweight, 1 loss accepted")
        #expect(
            verdict(.mapped(.fill(a, .literal("a: b"))), .mapped(.fill(a, .generated(.now))), .accepted, .accepted)
                == "mapped, 2 values filled, 2 losses accepted"
        )
        #expect(verdict(.mapped(.convert(a, "rounded")), .mapped(.require(a))) == "mapped, 1 conversion, 1 requirement")
    }

    @Test("A newer entity with the name of one that is gone is another group")
    func takenName() {
        let report = StageReport(
            model: "M",
            from: "1",
            to: "2",
            changes: [
                Change(EntityRenamed(from: "A", to: "B"), entity: "B"),
                Change(BecameOptional(name: "x"), entity: "B"),
                Change(EntityRemoved(entity: Entity("B")), entity: "B", verdict: .accepted),
            ],
            losses: [ElementPath("B")]
        )
        #expect(
            report.text.plain == """
                M: 1 → 2: 3 changes, lightweight, 1 loss accepted

                ~ A → B   entity renamed
                    ~ x   required → optional

                - B       entity and all its objects   (loss accepted)

                """
        )
    }

    @Test("New and removed entities are blocks with their parts, which are no changes")
    func blocks() {
        var kind = Entity(
            "Dog",
            parent: "Animal",
            attributes: [Attribute("name", .string, isOptional: true), Attribute("legs", .int16, default: .int(4))],
            relationships: [.toMany("owners", "Person", inverse: "dogs")]
        )
        kind.uniquenessConstraints = [["name"]]
        kind.indexes = [Entity.Index("byName", [Entity.Index.Element("name")])]
        var empty = Entity("Thing")
        empty.isAbstract = true
        let removed = Entity("Old", attributes: [Attribute("text", .string)])
        let changes = [
            Change(EntityAdded(entity: kind), entity: "Dog"), Change(EntityAdded(entity: empty), entity: "Thing"),
            Change(EntityRemoved(entity: removed), entity: "Old", verdict: .accepted),
        ]
        let report = StageReport(model: "M", from: "1", to: "2", changes: changes, losses: [ElementPath("Old")])
        #expect(
            report.text.plain == """
                M: 1 → 2: 3 changes, lightweight, 1 loss accepted

                + Dog           new, a kind of Animal
                    + name      string?
                    + legs      int16 = 4
                    + owners    to many Person
                    + unique:   [name]
                    + index:    byName [name]

                + Thing         new, abstract, no properties

                - Old           entity and all its objects   (loss accepted)
                    - text      string

                """
        )
    }

    @Test("Changes of one entity stand together, wherever they come")
    func scatteredChanges() {
        let changes: [Change] = ["A", "B", "A"].map { Change(BecameOptional(name: "x"), entity: $0) }
        let text: String = StageReport(model: "M", from: "1", to: "2", changes: changes).text.plain
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("    ") } == ["  A", "  B"])
    }

    @Test("Columns are those of a terminal, not of letters")
    func wideLetters() {
        let report = StageReport(
            model: "M",
            from: "1",
            to: "2",
            changes: ["旅行", "e\u{301}te\u{301}", "name"].map { Change(BecameOptional(name: $0), entity: "A") }
        )
        let lines: [Substring] = report.text.plain.split(separator: "\n").suffix(3)
        #expect(
            lines == [
                "    ~ 旅行   required → optional",
                "    ~ e\u{301}te\u{301}    required → optional",
                "    ~ name   required → optional",
            ]
        )
    }

    @Test("No text of a schema ends a line or steers the terminal")
    func hostileTexts() {
        let report = StageReport(
            model: "M",
            from: "a\u{1B}[2J",
            to: "2",
            changes: [
                Change(DefaultChanged(name: "x", from: "a\nM: 1 → 2: no change", to: "\u{202E}b"), entity: "A\r")
            ]
        )
        for text in [report.text.plain, report.text.coloured.replacing(#/\u{1B}\[[0-9;]+m/#, with: "")] {
            #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 5)
            #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
            #expect(!text.unicodeScalars.contains("\u{202E}"))
        }
    }

    @Test func colours() {
        let plain: String = StageReport.refused.text.plain
        let coloured: String = StageReport.refused.text.coloured
        #expect(coloured.replacing(#/\u{1B}\[[0-9;]+m/#, with: "") == plain)
        let reset = "\u{1B}[0m"
        for part in [
            "\u{1B}[32m+\(reset) code", "\u{1B}[31m-\(reset) legacyCode", "\u{1B}[33m~\(reset) nights",
            "\u{1B}[1;31m   (loss accepted)\(reset)", "\u{1B}[36m   (by fill)\(reset)",
            "\u{1B}[1;31m   (refused: AP203)\(reset)", "\u{1B}[1mItem\(reset)",
        ] {
            #expect(coloured.contains(part), "\(part.debugDescription)")
        }
    }
}
