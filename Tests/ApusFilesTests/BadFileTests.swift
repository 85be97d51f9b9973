import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

@Suite("What is said about files that cannot be used")
struct BadFileTests {
    private func said(_ findings: [Diagnostic]) -> String {
        findings.map(\.description).joined(separator: "\n")
    }

    @Test("Models: each mistake has its location and a next step", arguments: GoldenFile.files(in: "BadModels"))
    func models(_ file: GoldenFile) throws {
        try file.check { golden in
            // Several files of one schema are divided by their names.
            let sources: [SourceFile] = Self.files(in: golden.input)
            let (schema, findings) = ModelFile.read(sources)
            let isInvalid = findings.contains { $0.severity == .error }
            #expect((schema == nil) == isInvalid, "\(golden.name)")
            #expect(!findings.isEmpty, "\(golden.name)")
            return said(findings)
        }
    }

    @Test("There are as many bad models as were promised")
    func numberOfModels() {
        let files: [GoldenFile] = GoldenFile.files(in: "BadModels")
        #expect(files.reduce(0) { $0 + $1.cases.count } >= 100)
        for file in files { #expect(Set(file.cases.map(\.name)).count == file.cases.count, "\(file)") }
    }

    /// `T.yaml`, or the files that lines such as `--- b.yaml` begin.
    private static func files(in input: String) -> [SourceFile] {
        guard input.hasPrefix("--- ") else { return [SourceFile(path: "T.yaml", text: input)] }
        return ("\n" + input).components(separatedBy: "\n--- ").dropFirst().map { part in
            let lines: [String] = part.components(separatedBy: "\n")
            return SourceFile(path: lines[0], text: lines.dropFirst().joined(separator: "\n"))
        }
    }

    /// `2-3` of `stage 2-3: what is wrong`.
    private func stage(of golden: Golden) -> String {
        String(golden.name.split(separator: ":")[0].split(separator: " ")[1])
    }

    /// What the planner says about the lines of a mapping that can be read.
    private func plan(_ golden: Golden) -> [Diagnostic] {
        let contents = MappedStages.read(golden.input, of: stage(of: golden))
        let versions = (Schema.Version(2), Schema.Version(3))
        guard contents.diagnostics.isEmpty, let older = contents.schemas[versions.0],
            let newer = contents.schemas[versions.1]
        else { return contents.diagnostics }
        let stage = Stage(
            from: older,
            to: newer,
            from: .version(versions.0),
            to: .version(versions.1),
            mapping: contents.mappings.first
        )
        // Others are about the versions.
        return stage.refusals.map { $0.diagnostic() }.filter { $0.location != nil }
    }

    @Test("Mappings, settings, locks", arguments: GoldenFile.files(in: "BadFiles"))
    func others(_ golden: GoldenFile) throws {
        try golden.check { golden in
            let file = SourceFile(path: "file", text: golden.input)
            let findings: [Diagnostic] =
                switch golden.name.prefix(while: { $0 != " " && $0 != ":" }) {
                case "mapping": MappingFile.read(file, from: Schema.Version(1), to: Schema.Version(2)).diagnostics
                case "stage": MappedStages.read(golden.input, of: stage(of: golden)).diagnostics
                case "plan": plan(golden)
                case "project": ProjectFile.read(file).diagnostics
                default: LockFile.read(file).diagnostics
                }
            #expect(!findings.isEmpty, "\(golden.name)")
            return said(findings)
        }
    }
}
