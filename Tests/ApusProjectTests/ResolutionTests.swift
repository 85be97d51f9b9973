import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema
import Testing

@testable import ApusProject

/// Questions and answers over texts, and writing what they change.
@Suite("Resolving decisions") struct ResolutionTests {
    private static let mappingPath = "Migrations/Trips/1-head.yaml"

    /// A project whose head has renamed an attribute, removed one, and added a required one.
    private static func trips(_ head: String = trips) throws -> TemporaryProject {
        let project = try TemporaryProject()
        try project.write("apus.yaml", "apus: 1\n")
        try project.head("name: string, start: date?, legacy: string?, nights: double")
        try project.freeze()
        try project.write("Schemas/Trips/Trips.yaml", head)
        return project
    }

    private static let trips = """
        model: Trips
        entities:
          Trip:
            attributes:
              name: string     # as it was
              begin: date?     # was start
              code: int32
              nights: int32

        """

    private func resolution(_ project: TemporaryProject) throws -> Resolution {
        let contents = try project.load()
        #expect(contents.diagnostics.isEmpty, "\(contents.diagnostics)")
        return try project.project().resolution(of: #require(contents.models.first), .head)
    }

    private func question(_ resolution: Resolution, _ code: String, _ element: String) throws -> StageQuestion {
        try #require(
            resolution.questions.first { $0.refusal.code == code && $0.identity.path.description == element }
        )
    }

    private func sheet(_ text: String) throws -> AnswerSheet {
        let (sheet, problems) = AnswerSheet.read(SourceFile(path: "answers.yaml", text: text))
        #expect(problems.isEmpty, "\(problems)")
        return try #require(sheet)
    }

    private func applying(_ text: String, to resolution: Resolution) throws -> String {
        var copy = resolution
        let sheet = try sheet(text)
        do throws(DiagnosticsError) {
            try copy.apply(sheet, of: "Trips")
            return "nothing was refused"
        } catch {
            #expect(copy.edits.isEmpty, "nothing has changed")
            return error.diagnostics.map(\.description).joined(separator: "\n")
        }
    }

    @Test("renames are asked first, and a rename settles the loss of the older name")
    func renames() throws {
        var resolution = try resolution(Self.trips())
        let first = try #require(resolution.questions.first)
        #expect(first.refusal.code == "AP203")
        #expect(first.text == "Was 'start' renamed to 'begin'?")
        #expect(first.choices.first?.answer == .originalName("start", of: ElementPath("Trip", "begin")))
        let before = resolution.count
        try resolution.answer(first.identity, with: try #require(first.choices.first).answer)
        #expect(resolution.count < before)
        #expect(!resolution.questions.contains { $0.refusal.message.contains("start") })
        let edit = try #require(resolution.edits.first)
        #expect(
            edit.after
                == Self.trips.replacing(
                    "begin: date?     # was start",
                    with: "begin: { type: date, optional: true, originalName: start }     # was start"
                )
        )
    }

    @Test("nothing is lost but what an answer names, and the files say exactly what was answered")
    func losses() throws {
        let project = try Self.trips()
        var resolution = try resolution(project)
        try resolution.apply(
            sheet(
                """
                decisions:
                  - { code: AP203, element: Trip.begin, answer: { originalName: start } }
                  - { code: AP201, element: Trip.code, answer: { fill: { Trip.code: 12 } } }
                  - { code: AP202, element: Trip.legacy, answer: { accept: [Trip.legacy] } }
                  - { code: AP205, element: Trip.nights, answer: "convert: { Trip.nights: floor }" }
                """
            ),
            of: "Trips"
        )
        #expect(resolution.isSettled)
        // The head comes first: an accepted loss is never on the disk without the rename beside it.
        #expect(resolution.edits.map { $0.path.hasSuffix("Schemas/Trips/Trips.yaml") } == [true, false])
        try project.project().write(resolution)
        let written = try project.read(Self.mappingPath)
        #expect(
            written
                == """
                # yaml-language-server: $schema=../../.apus/mapping.schema.json
                accept:
                  - Trip.legacy
                fill:
                  Trip.code: 12
                convert:
                  Trip.nights: floor

                """
        )
        #expect(try self.resolution(project).isSettled)
        let planner = try #require(
            project.load().models.first.flatMap { model in
                model.history.map { Planner(history: $0, mappings: model.mappings) }
            }
        )
        #expect(try #require(planner.headStage).losses == [ElementPath("Trip", "legacy")])
    }

    @Test(
        "an answer that does not settle its question changes nothing",
        arguments: [
            "{ accept: [Trip.name] }", "{ fill: { Trip.name: x } }", "{ accept: [Trip.nothing] }",
            "{ originalName: nothing }", "{ remove: true }",
            // It settles another question.
            "{ fill: { Trip.code: 1 } }",
        ]
    )
    func useless(answer: String) throws {
        let resolution = try resolution(Self.trips())
        let said = try applying(
            "decisions:\n  - { code: AP202, element: Trip.legacy, answer: \(answer) }\n",
            to: resolution
        )
        #expect(said.hasPrefix("answers.yaml:2:5: error: "), "\(said)")
    }

    @Test("answers to no question, to one twice, and against each other are errors at their locations")
    func contradictions() throws {
        let resolution = try resolution(Self.trips())
        func said(_ lines: String...) throws -> String {
            try applying("decisions:\n" + lines.map { "  - \($0)\n" }.joined(), to: resolution)
        }
        let loss = "{ code: AP202, element: Trip.legacy, answer: { accept: [Trip.legacy] } }"
        #expect(
            try said(loss, loss)
                == """
                answers.yaml:3:5: error: the decision AP202 about 'Trip.legacy' is answered twice
                  note: the other answer is at answers.yaml:2:5
                  help: keep one of them
                """
        )
        #expect(
            try said("{ code: AP202, element: Trip.legacyy, answer: { accept: [Trip.legacyy] } }")
                == """
                answers.yaml:2:5: error: there is no decision AP202 about 'Trip.legacyy'
                  help: did you mean 'Trip.legacy'?
                """
        )
        #expect(
            try said(
                "{ code: AP202, element: Trip.legacy, reason: \"it was something else\", answer: { accept: [Trip.legacy] } }"
            )
            .hasPrefix("answers.yaml:2:5: error: the decision AP202 about 'Trip.legacy' is another one now\n")
        )
        #expect(
            try applying("model: Other\nfrom: 7\ndecisions:\n  - \(loss)\n", to: resolution)
                == """
                answers.yaml:1:8: error: the answers are for the model 'Other', not for 'Trips'
                answers.yaml:2:7: error: the answers are for a stage that starts at 7, not at 1
                  help: review them, and correct 'from'
                """
        )
        // A loss of what was renamed.
        #expect(
            try said(
                "{ code: AP203, element: Trip.begin, answer: { originalName: start } }",
                "{ code: AP202, element: Trip.start, answer: { accept: [Trip.start] } }"
            ).hasPrefix("answers.yaml:3:5: error: there is no decision AP202 about 'Trip.start'")
        )
    }

    @Test(
        "bad files of answers are errors with a location",
        arguments: [
            ("decision: []\n", "answers.yaml:1:1: error: 'decision' is not a key of a file of answers"),
            ("decisions:\n  - { code: AP202 }\n", "answers.yaml:2:5: error: the 'element' of the decision is missing"),
            (
                "decisions:\n  - { code: AP202, element: A.b, answer: yes }\n",
                "answers.yaml:2:42: error: 'yes' is not an answer"
            ),
            (
                "decisions:\n  - { code: AP202, element: A.b, answer: { accept: [A.b], originalName: c } }\n",
                "answers.yaml:2:42: error: an answer is either lines of a mapping or 'originalName', not both"
            ),
            (
                "decisions:\n  - { code: AP202, element: A.b, answer: { acept: [A.b] } }\n",
                "answers.yaml:2:42: error: 'acept' is not a key of a mapping"
            ),
            ("[", "answers.yaml:"),
        ]
    )
    func badFiles(text: String, said: String) {
        let (sheet, problems) = AnswerSheet.read(SourceFile(path: "answers.yaml", text: text))
        #expect(sheet == nil)
        #expect(problems.first?.description.hasPrefix(said) == true, "\(problems)")
    }

    @Test("comments and layout of a mapping stay")
    func mappings() throws {
        let project = try Self.trips()
        let text = "# Reviewed by Ada.\naccept:\n  # Never used.\n  - Trip.legacy   # unused\n\n"
        try project.write(Self.mappingPath, text)
        var resolution = try resolution(project)
        let question = try question(resolution, "AP205", "Trip.nights")
        try resolution.answer(question.identity, with: try #require(question.choices.first).answer)
        #expect(try #require(resolution.edits.first).after.hasPrefix(text.dropLast()))
    }

    @Test(
        "the comment of a whole file stays at its top",
        arguments: [
            "# yaml-language-server: $schema=x\n", "# One.\n# Two.\n\n",
        ]
    )
    func headers(header: String) throws {
        let project = try Self.trips()
        try project.write(Self.mappingPath, header + "# Reviewed.\nconvert: { Trip.nights: floor }\n")
        var resolution = try resolution(project)
        let question = try question(resolution, "AP202", "Trip.legacy")
        try resolution.answer(question.identity, with: try #require(question.choices.first).answer)
        #expect(
            try #require(resolution.edits.first).after
                == header + "accept:\n  - Trip.legacy\n# Reviewed.\nconvert: { Trip.nights: floor }\n"
        )
    }

    @Test("a comment that would be lost is a reason to write nothing")
    func lostComments() throws {
        let project = try Self.trips()
        try project.write(Self.mappingPath, "{ accept: [Trip.legacy] }  # one line\n")
        var resolution = try resolution(project)
        let question = try question(resolution, "AP205", "Trip.nights")
        let answer = try #require(question.choices.first).answer
        #expect(throws: UnusableAnswer.self) { try resolution.answer(question.identity, with: answer) }
        #expect(resolution.edits.isEmpty)
    }

    @Test("a file that changed meanwhile is not overwritten, and no other one is written")
    func conflicts() throws {
        for path in ["Schemas/Trips/Trips.yaml", Self.mappingPath] {
            let project = try Self.trips()
            var resolution = try resolution(project)
            for code in ["AP203", "AP205"] {
                let question = try #require(resolution.questions.first { $0.refusal.code == code })
                try resolution.answer(question.identity, with: try #require(question.choices.first).answer)
            }
            #expect(resolution.edits.count == 2)
            try project.write(path, Self.trips + "# edited\n")
            let files = try project.files()
            let said = try project.refusal { try project.project().write(resolution) }
            #expect(said.contains("\(path): error: the file was "), "\(said)")
            #expect(try project.files() == files)
            #expect(try project.read(path) == Self.trips + "# edited\n")
            if path == Self.mappingPath { #expect(try project.read("Schemas/Trips/Trips.yaml") == Self.trips) }
        }
    }

    @Test("if the second file cannot be written, the first one is as it was")
    func undone() throws {
        let project = try Self.trips()
        var resolution = try resolution(project)
        for code in ["AP203", "AP205"] {
            let question = try #require(resolution.questions.first { $0.refusal.code == code })
            try resolution.answer(question.identity, with: try #require(question.choices.first).answer)
        }
        // A file is where the folder of the mappings has to be.
        try? project.remove("Migrations")
        try project.write("Migrations", "")
        #expect(throws: DiagnosticsError.self) { try project.project().write(resolution) }
        #expect(try project.read("Schemas/Trips/Trips.yaml") == Self.trips)
    }

    @Test("an answer finds its question among several about one element, in any order")
    func several() throws {
        // Both 'name' and 'legacy' are gone, and each may be 'first'.
        let head = Self.trips.replacing("name: string ", with: "first: string?").replacing(
            "code: int32",
            with: "code: int32 = 1"
        )
        var resolution = try resolution(Self.trips(head))
        #expect(resolution.questions.count { $0.identity.path.description == "Trip.first" } == 2)
        try resolution.apply(
            sheet(
                """
                decisions:
                  - { code: AP205, element: Trip.nights, answer: { convert: { Trip.nights: floor } } }
                  - { code: AP203, element: Trip.first, answer: { accept: [Trip.legacy] } }
                  - { code: AP203, element: Trip.first, answer: { originalName: name } }
                  - { code: AP203, element: Trip.begin, answer: { accept: [Trip.start] } }
                """
            ),
            of: "Trips"
        )
        #expect(resolution.isSettled)
    }

    @Test("the answers of a file change what they change one by one, and what is asked next is what is left")
    func together() throws {
        var all = try resolution(Self.trips())
        var single = all
        try all.apply(
            sheet(
                """
                decisions:
                  - { code: AP205, element: Trip.nights, answer: { convert: { Trip.nights: floor } } }
                  - { code: AP201, element: Trip.code, answer: { fill: { Trip.code: 1 } } }
                  - { code: AP202, element: Trip.legacy, answer: { accept: [Trip.legacy] } }
                  - { code: AP203, element: Trip.begin, answer: { originalName: start } }
                """
            ),
            of: "Trips"
        )
        #expect(all.isSettled)
        var asked = single.questions
        let answers: [(code: String, element: String, answer: StageAnswer)] = [
            ("AP205", "Trip.nights", .lines([.convert(ElementPath("Trip", "nights"), "floor")])),
            ("AP201", "Trip.code", .lines([.fill(ElementPath("Trip", "code"), .literal("1"))])),
            ("AP202", "Trip.legacy", .lines([.accept(ElementPath("Trip", "legacy"))])),
            ("AP203", "Trip.begin", .originalName("start", of: ElementPath("Trip", "begin"))),
        ]
        for (code, element, answer) in answers {
            try single.answer(question(single, code, element).identity, with: answer)
            asked = answer.lines.isEmpty ? single.questions : single.questions(after: asked)
            #expect(Set(asked.map(\.identity)) == Set(single.questions.map(\.identity)), "after \(code)")
        }
        #expect(single.isSettled)
        #expect(Set(single.edits) == Set(all.edits))
    }

    @Test("what happens to an entity is asked before the references to it, and may be answered in any order")
    func entityFirst() throws {
        let project = try TemporaryProject()
        try project.write("apus.yaml", "apus: 1\n")
        let show = "model: Trips\nentities:\n  Show:\n    attributes: { name: string }\n"
        let network =
            "    relationships: { network: { to: Network, optional: true } }\n  Network: { attributes: { name: string } }\n"
        try project.write("Schemas/Trips/Trips.yaml", show + network)
        try project.freeze()
        try project.write("Schemas/Trips/Trips.yaml", show)
        let asked = try resolution(project)
        #expect(asked.questions.map(\.refusal.code) == ["AP102", "AP302"])
        let entries = [
            "  - { code: AP302, element: Show.network, answer: { accept: [Show.network] } }\n",
            "  - { code: AP102, element: Network, answer: { accept: [Network] } }\n",
        ]
        for order in [entries, entries.reversed()] {
            var answered = asked
            try answered.apply(sheet("decisions:\n" + order.joined()), of: "Trips")
            #expect(answered.isSettled)
            // One of several that cannot be used leaves them to be tried one by one.
            var mixed = asked
            let wrong = "  - { code: AP102, element: Networks, answer: { accept: [Network] } }\n"
            #expect(throws: DiagnosticsError.self) {
                try mixed.apply(sheet("decisions:\n" + order.joined() + wrong), of: "Trips")
            }
        }
        var one = asked
        try one.answer(question(one, "AP102", "Network").identity, with: .lines([.accept(ElementPath("Network"))]))
        #expect(one.isSettled)
    }
}
