import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema
import Testing

@testable import ApusProject

/// Answers never go where they were not meant to: another stage, other files, another value.
@Suite("Answers that are meant for something else") struct ResolutionSafetyTests {
    private static let head = "Schemas/Trips/Trips.yaml"

    /// A project with two versions and a direct mapping to the head, in which both stages to the head lose `code`.
    private static func twoWays() throws -> TemporaryProject {
        let project = try TemporaryProject()
        try project.write("apus.yaml", "apus: 1\n")
        try project.head("name: string, code: string?")
        try project.freeze()
        try project.head("name: string, code: string?, nights: int32?")
        try project.freeze()
        try project.head("name: string, nights: int32?")
        try project.write(
            "Migrations/Trips/1-head.yaml",
            "# yaml-language-server: $schema=../../.apus/mapping.schema.json\n"
        )
        return project
    }

    private func resolution(
        _ project: TemporaryProject,
        _ scope: Resolution.Scope = .head
    ) throws -> Resolution {
        let contents = try project.load()
        #expect(contents.diagnostics.isEmpty, "\(contents.diagnostics)")
        return try project.project().resolution(of: #require(contents.models.first), scope)
    }

    private func sheet(_ text: String, path: String = "answers.yaml") throws -> AnswerSheet {
        let (sheet, problems) = AnswerSheet.read(SourceFile(path: path, text: text))
        #expect(problems.isEmpty, "\(problems)")
        return try #require(sheet)
    }

    private func refused(_ text: String, by resolution: Resolution) throws -> String {
        var copy = resolution
        let sheet = try sheet(text)
        do throws(DiagnosticsError) {
            try copy.apply(sheet, of: "Trips")
            return "nothing was refused"
        } catch {
            #expect(copy.edits.isEmpty)
            return error.diagnostics.map(\.description).joined(separator: "\n")
        }
    }

    private static let loss = "  - { code: AP202, element: Trip.code, answer: { accept: [Trip.code] } }\n"

    // MARK: Stages

    @Test("the start that a file says holds for all of its answers", arguments: ["1", "2"])
    func starts(from: String) throws {
        var resolution = try resolution(Self.twoWays())
        #expect(Set(resolution.questions.map(\.identity.from.description)) == ["1", "2"])
        try resolution.apply(sheet("from: \(from)\ndecisions:\n" + Self.loss), of: "Trips")
        #expect(resolution.edits.map { $0.path.hasSuffix("/\(from)-head.yaml") } == [true])
        #expect(resolution.edits.allSatisfy { $0.after.contains("Trip.code") })
    }

    @Test("an answer that two stages ask for, without a start, is an error")
    func ambiguous() throws {
        let resolution = try resolution(Self.twoWays())
        let said = try refused("decisions:\n" + Self.loss, by: resolution)
        #expect(
            said.hasPrefix(
                "answers.yaml:2:5: error: several stages have the decision AP202 about 'Trip.code': those from "
            ),
            "\(said)"
        )
    }

    @Test("an answer for a stage that is settled does not go into the other one")
    func settledMeanwhile() throws {
        let project = try Self.twoWays()
        try project.write("Migrations/Trips/2-head.yaml", "accept: [Trip.code]\n")
        // Another decision keeps that stage open.
        try project.head("name: string, nights: int32?, stars: int32")
        let resolution = try resolution(project)
        let said = try refused("from: 2\ndecisions:\n" + Self.loss, by: resolution)
        #expect(said.contains("there is no decision AP202 about 'Trip.code' in the stage from 2"), "\(said)")
        #expect(said.contains("the stage from 1 has one"), "\(said)")
    }

    // MARK: Other questions

    /// A project whose head loses two attributes, and needs a fill.
    private static func threeQuestions() throws -> TemporaryProject {
        let project = try TemporaryProject()
        try project.write("apus.yaml", "apus: 1\n")
        try project.head("name: string, a: string?, b: data?, note: string?")
        try project.freeze()
        try project.head("name: string, note: string")
        return project
    }

    @Test(
        "answers that settle each other's questions are refused, whatever else the file has",
        arguments: [
            ["AP202 Trip.a accept: [Trip.b]", "AP202 Trip.b accept: [Trip.a]"],
            ["AP202 Trip.a fill: { Trip.note: x }", "AP207 Trip.note accept: [Trip.a]"],
            [
                "AP202 Trip.a accept: [Trip.b]", "AP202 Trip.b accept: [Trip.a]",
                "AP207 Trip.note fill: { Trip.note: x }",
            ],
        ]
    )
    func otherQuestions(entries: [String]) throws {
        let resolution = try resolution(Self.threeQuestions())
        let lines = entries.map { entry in
            let parts = entry.split(separator: " ", maxSplits: 2)
            return "  - { code: \(parts[0]), element: \(parts[1]), answer: { \(parts[2]) } }\n"
        }
        let said = try refused("decisions:\n" + lines.joined(), by: resolution)
        #expect(said.contains("it does not settle the question"), "\(said)")
    }

    /// A project in which one entity may be what two others were.
    private static func oneOfTwo() throws -> TemporaryProject {
        let project = try TemporaryProject()
        try project.write("apus.yaml", "apus: 1\n")
        try project.write(
            "Schemas/Trips/Trips.yaml",
            """
            model: Trips
            entities:
              Person:
                attributes: { name: string, mail: string? }
                relationships: { pets: { toMany: Pet, inverse: owner } }
              Pet:
                attributes: { name: string }
                relationships: { owner: { to: Person, optional: true, inverse: pets } }

            """
        )
        try project.freeze()
        try project.write(
            "Schemas/Trips/Trips.yaml",
            "model: Trips\nentities:\n  Human:\n    attributes: { name: string, email: string? }\n"
        )
        return project
    }

    @Test("what an answer has decided is neither offered nor taken otherwise later")
    func decidedAlready() throws {
        var resolution = try resolution(Self.oneOfTwo())
        let asked = resolution.questions
        let loss = Mapping.Line.accept(ElementPath("Pet"))
        let question = try #require(
            asked.first { question in
                question.choices.contains {
                    $0.answer.lines.contains(loss) && $0.answer.losses.count == $0.answer.lines.count
                }
            }
        )
        let answer = try #require(
            question.choices.first { $0.answer.lines.contains(loss) && $0.answer.losses.count == $0.answer.lines.count }
        ).answer
        // Objects of both.
        let both = try #require(
            asked.filter { $0.identity.path == ElementPath("Person") }.flatMap { question in
                question.choices.map { (question.identity, $0.answer) }
            }.first {
                $1.lines.contains { $0.key == .entities && "\($0)".contains("Pet") && "\($0)".contains("Person") }
            }
        )
        try resolution.answer(question.identity, with: answer)
        #expect(Set(resolution.questions(after: asked)) == Set(resolution.questions))
        let before = resolution
        let error = #expect(throws: UnusableAnswer.self) { try resolution.answer(both.0, with: both.1) }
        #expect(error?.reason.hasPrefix("it contradicts the mapping") == true, "\(error?.reason ?? "")")
        #expect(resolution.edits == before.edits)
        // The other question is still open, and takes what does not contradict.
        let person = try #require(resolution.questions.first { $0.identity.path == ElementPath("Person") })
        #expect(person.choices.allSatisfy { $0.answer != both.1 })
    }

    // MARK: Values

    /// A project whose head needs two fills.
    private static func twoFills(_ mapping: String? = nil) throws -> TemporaryProject {
        let project = try TemporaryProject()
        try project.write("apus.yaml", "apus: 1\n")
        try project.head("name: string")
        try project.freeze()
        try project.head("name: string, x: int32, y: int32")
        if let mapping { try project.write("Migrations/Trips/1-head.yaml", mapping) }
        return project
    }

    @Test("two answers with two values for one element are an error")
    func contradictingValues() throws {
        let said = try refused(
            """
            decisions:
              - { code: AP201, element: Trip.x, answer: { fill: { Trip.x: 1 } } }
              - { code: AP201, element: Trip.y, answer: { fill: { Trip.y: 2, Trip.x: 9 } } }

            """,
            by: resolution(Self.twoFills())
        )
        #expect(
            said
                == "answers.yaml:3:5: error: the answer cannot be used: 'fill' has 'Trip.x' already as '1'",
            "\(said)"
        )
    }

    @Test("an answer does not replace a line that another question is about")
    func keptLine() throws {
        let project = try Self.twoFills("fill:\n  Trip.y: 2\n")
        var resolution = try resolution(project)
        let question = try #require(resolution.questions.first { $0.identity.path.description == "Trip.x" })
        #expect(throws: UnusableAnswer.self) {
            let lines: [Mapping.Line] = [
                .fill(ElementPath("Trip", "x"), .literal("5")), .fill(ElementPath("Trip", "y"), .literal("3")),
            ]
            try resolution.answer(question.identity, with: .lines(lines))
        }
        #expect(resolution.edits.isEmpty)
        try resolution.answer(question.identity, with: .lines([.fill(ElementPath("Trip", "x"), .literal("5"))]))
        #expect(resolution.isSettled)
        let text = try #require(resolution.edits.first).after
        #expect(text.contains("Trip.x: 5") && text.contains("Trip.y: 2"), "\(text)")
    }

    // MARK: Files

    @Test("a version that was frozen meanwhile, or another head, keeps answers from being written")
    func othersMeanwhile() throws {
        for change in ["freeze", "head", "lock"] {
            let project = try Self.twoFills()
            var resolution = try resolution(project)
            for name in ["x", "y"] {
                let path = ElementPath("Trip", name)
                let question = try #require(resolution.questions.first { $0.identity.path == path })
                try resolution.answer(question.identity, with: .lines([.fill(path, .literal("1"))]))
            }
            #expect(resolution.edits.map { $0.path.hasSuffix("1-head.yaml") } == [true], "only the mapping is written")
            let path: String
            switch change {
            case "freeze":
                // The head of then is version 2 now, so a mapping of the first version would skip it.
                path = "Schemas/Trips/versions/2.yaml"
                try project.write(path, "model: Trips\n")
            case "head":
                path = Self.head
                try project.edit(path) { $0 + "# edited\n" }
            default:
                path = "Schemas/Trips/versions.lock"
                try project.edit(path) { $0 + "# edited\n" }
            }
            let files = try project.files()
            let said = try project.refusal { try project.project().write(resolution) }
            #expect(said.contains("\(path): error: the file was "), "\(said)")
            #expect(said.contains("nothing was written"), "\(said)")
            #expect(try project.files() == files)
        }
    }

    @Test("a mapping that is locked is known before anything is asked")
    func locked() throws {
        let project = try TemporaryProject.trips()
        // As if a newer Apus judged more strictly: the mapping of a released stage lacks a line.
        let path = "Migrations/Trips/1-2.yaml"
        let before = try project.read(path)
        try project.write(path, before.replacing("accept: [Trip.a]", with: "{}"))
        let model = try #require(project.load().models.first)
        let stage = Resolution.Scope.stage(from: Schema.Version(1), to: Schema.Version(2))
        let refused = try Resolution(model.files, migrations: "Migrations/Trips", stage)
        #expect(!refused.isSettled)
        #expect(refused.lockedStages.map(\.from.description) == ["1"])
        #expect(refused.lockedStages.first.flatMap { refused.mappingFile(of: $0) }?.hasSuffix(path) == true)
        // The stage to the head is not locked, whatever it says.
        try project.write(path, before)
        try project.head("d: string?")
        #expect(try resolution(project).lockedStages.isEmpty)
    }

    @Test("JSON's escapes of characters beyond U+FFFF are read, and nothing that only looks like one")
    func surrogates() throws {
        let json =
            #"{ "decisions": [ { "code": "AP202", "element": "Trip.\ud83d\ude00", "reason": "\\ud83d\\ude00" } ] }"#
        let (_, problems) = AnswerSheet.read(SourceFile(path: "a.json", text: json))
        #expect(problems.isEmpty, "\(problems)")
        #expect(
            YAMLText.withoutSurrogates(#"\ud83d\ude00 \\ud83d\\ude00 \u00e9"#) == #"\U0001f600 \\ud83d\\ude00 \u00e9"#
        )
    }
}
