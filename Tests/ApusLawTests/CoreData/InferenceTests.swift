import ApusMigration
import ApusProject
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

@testable import ApusImport

/// `Import.md` says for each change what Core Data infers and what Apus does; the mapping is what an import writes.
@Suite struct InferenceTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Documentation/Import.md")

    /// What the import writes for a change.
    private func outcome(_ test: InferenceCase) -> String {
        let versions = test.versions()
        let entries = versions.enumerated().map { History.Entry(Schema.Version($0 + 1), $1.schema) }
        // What no store sees makes no version.
        guard entries.count >= 2 else { return "none" }
        let settlement = Settlement(
            from: entries[0],
            to: entries[1],
            in: History(model: "Trips", entries: entries),
            lossNotes: versions[1].lossNotes
        )
        let open = Set(settlement.stage.refusals.map(\.code)).sorted().map { "to decide: [\($0)](Changes.md)" }
        let lines = settlement.mapping.lines.map { line in
            let value = line.conversion.map { ": \($0)" } ?? ""
            return "`\(line.key.rawValue): \(line.path)\(value)`"
        }
        let all = lines + open
        let remarks = settlement.remarks.map { "; \($0)" }.joined()
        return all.isEmpty ? "none" : all.joined(separator: ", ") + remarks
    }

    @Test func theTableIsTrue() throws {
        let rows = InferenceCase.all.map { "| \($0.change) | \($0.coreData) | \($0.apus) | \(outcome($0)) |" }
        let head = ["| change | Core Data, without a mapping model | Apus | mapping |", "| --- | --- | --- | --- |"]
        let table = (head + rows).joined(separator: "\n")
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let start = try #require(text.range(of: head[0]), "the page has the table")
        let end = text.range(of: "\n\n", range: start.lowerBound..<text.endIndex)?.lowerBound ?? text.endIndex
        let written = text[start.lowerBound..<end]
        if written != table, ProcessInfo.processInfo.environment["APUS_RECORD"] == "1" {
            try text.replacingCharacters(in: start.lowerBound..<end, with: table)
                .write(to: Self.page, atomically: true, encoding: .utf8)
            Issue.record("recorded Import.md: look at the change, then run again without APUS_RECORD")
        } else {
            #expect(written == table)
        }
    }
}
