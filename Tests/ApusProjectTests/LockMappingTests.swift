import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema
import Testing

@testable import ApusProject

/// Imported mappings are locked again after their review.
@Suite struct LockMappingTests {
    /// The mapping with fills in place of what it requires.
    private static func filled(_ text: String) -> String {
        text.replacing("\nrequire:", with: "\nfill:").replacing(#/  - (A\.a\d)/#) { "  \($0.1): none" }
    }

    private func project() throws -> TemporaryProject {
        let project = try TemporaryProject()
        try project.write("apus.yaml", "apus: 1\n")
        let schemas: [Schema] = (1...3).map { count in
            Schema(model: "T", entities: [Entity("A", attributes: (1...count).map { Attribute("a\($0)", .string) })])
        }
        let entries: [History.Entry] = schemas.enumerated().map {
            History.Entry(Schema.Version($0.offset + 1), $0.element)
        }
        let history = History(model: "T", entries: entries, head: schemas[2])
        let settlements: [Settlement] = zip(entries, entries.dropFirst()).map {
            Settlement(from: $0, to: $1, in: history)
        }
        try project.project().add(history, settlements)
        return project
    }

    private func errors(_ project: TemporaryProject) throws -> Int {
        try project.load().diagnostics.count { $0.severity == .error }
    }

    private func lock(_ from: Int, _ to: Int, in project: TemporaryProject) throws {
        _ = try project.project().lockMapping(of: "T", from: Schema.Version(from), to: Schema.Version(to))
    }

    @Test("one by one, though others wait for it as well")
    func oneByOne() throws {
        let project: TemporaryProject = try project()
        for name in ["1-2", "2-3"] {
            let text: String = try project.read("Migrations/T/\(name).yaml")
            try project.write("Migrations/T/\(name).yaml", Self.filled(text))
        }
        #expect(try errors(project) == 2)
        try lock(1, 2, in: project)
        #expect(try errors(project) == 1)
        try lock(2, 3, in: project)
        #expect(try errors(project) == 0)
        #expect(throws: DiagnosticsError.self) { try lock(2, 3, in: project) }
        #expect(throws: DiagnosticsError.self) { try lock(1, 3, in: project) }
    }

    @Test("a mapping that cannot be read, and a frozen version that was edited, are what is told")
    func otherErrors() throws {
        let project: TemporaryProject = try project()
        let lockText: String = try project.read("Schemas/T/versions.lock")
        let text: String = try project.read("Migrations/T/1-2.yaml")
        try project.write("Migrations/T/1-2.yaml", "fill: [\n")
        let broken: DiagnosticsError? = #expect(throws: DiagnosticsError.self) { try lock(1, 2, in: project) }
        #expect(broken?.diagnostics.first?.location?.file.hasSuffix("1-2.yaml") == true)
        try project.write("Migrations/T/1-2.yaml", Self.filled(text))
        let version: String = try project.read("Schemas/T/versions/2.yaml")
        try project.write("Schemas/T/versions/2.yaml", version.replacing("a2", with: "b2"))
        #expect(throws: DiagnosticsError.self) { try lock(1, 2, in: project) }
        #expect(try project.read("Schemas/T/versions.lock") == lockText)
    }

    @Test("what a released mapping may do in silence, one that is locked now may not", arguments: ["1-2", "1-3"])
    func overlaps(stage: String) throws {
        let project: TemporaryProject = try project()
        let fills = stage == "1-2" ? "fill: { A.a2: none }" : "fill: { A.a2: none, A.a3: none }"
        func mapping(_ other: String) -> String {
            "\(fills)\ndiffers: [A]\nentities: { A: [{ from: A, where: a1 != '' }, { from: A, where: \(other) }] }\n"
                .replacing(stage == "1-2" ? "differs: [A]\n" : "none yet", with: "")
        }
        let (from, to) = (1, stage == "1-2" ? 2 : 3)
        try project.write("Migrations/T/\(stage).yaml", mapping("a1 != 'x'"))
        let error: PlanningError? = #expect(throws: PlanningError.self) { try lock(from, to, in: project) }
        #expect("\(error.map(String.init(describing:)) ?? "")".contains("two origins may take the same object of 'A'"))
        try project.write("Migrations/T/\(stage).yaml", mapping("a1 == ''"))
        try lock(from, to, in: project)
    }
}
