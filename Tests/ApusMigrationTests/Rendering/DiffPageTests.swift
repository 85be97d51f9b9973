import ApusMigration
import ApusReports
import ApusSchema
import Foundation
import Testing

/// `Documentation/Diff.md` shows what is really printed, and explains every key.
@Suite struct DiffPageTests {
    private let page: String

    init() throws {
        let url: URL = packageRoot.appending(path: "Documentation/Diff.md")
        page = try String(contentsOf: url, encoding: .utf8)
    }

    @Test func outputs() {
        #expect(page.contains("```text\n\(StageReport.mapped.text.plain)```"))
        #expect(page.contains("````markdown\n\(StageReport.excerpt.markdown)````"))
    }

    @Test func json() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(StageReport.excerpt.record()), as: UTF8.self)
        #expect(page.contains("```json\n\(text)\n```"))
    }

    @Test("Every key that can be printed has its row, and every row its key")
    func keys() throws {
        let record: [String: Any] = try [.undecided, .direct, .coded].reduce(object(.refused)) { record, report in
            try record.merging(object(report)) { first, _ in first }
        }
        let added = RelationshipAdded(relationship: .toOne("guide", "Person"), rowsLeftEmpty: .all)
        let empty = StageReport(model: "Trips", from: "1", to: "2", changes: [Change(added, entity: "Trip")])
        let changes: [[String: Any]] = try #require(
            [record, object(empty)].flatMap { $0["changes"] as? [[String: Any]] ?? [] }
        )
        let decisions: [[String: Any]] = try #require(record["decisions"] as? [[String: Any]])
        let answers: [[String: Any]] = decisions.flatMap { $0["answers"] as? [[String: Any]] ?? [] }
        let lines: [[String: Any]] = answers.flatMap { $0["lines"] as? [[String: Any]] ?? [] }
        #expect(rows(under: "## For programs: `--format json`") == Set(record.keys))
        #expect(rows(under: "A change, of `changes`:") == Set(changes.flatMap(\.keys)))
        #expect(rows(under: "A decision, of `decisions`:") == Set(decisions.flatMap(\.keys)))
        #expect(rows(under: "An answer, of `answers`:") == Set(answers.flatMap(\.keys)))
        #expect(rows(under: "A line, of `lines`:") == Set(lines.flatMap(\.keys)))
    }

    private func object(_ report: StageReport) throws -> [String: Any] {
        let data: Data = try JSONEncoder().encode(report.record())
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// The names in the first column of the table below a line.
    private func rows(under title: String) -> Set<String> {
        let lines: [Substring] = page.split(separator: "\n", omittingEmptySubsequences: false)
        let below: ArraySlice<Substring> = lines.drop { $0 != title }.drop { !$0.hasPrefix("| key") }
        let cells: [Substring] = below.prefix { $0.hasPrefix("|") }.dropFirst(2).compactMap {
            $0.split(separator: "|").first
        }
        return Set(
            cells.flatMap { $0.split(separator: "`").map(String.init).filter { $0.wholeMatch(of: /\w+/) != nil } }
        )
    }
}

extension StageReport {
    /// A short stage with a decision that is needed.
    fileprivate static let excerpt: StageReport = {
        let changes: [Change] = refused.changes.filter { $0.entity == "Item" || $0.code == "AP201" }
        return StageReport(
            model: "Trips",
            from: "3",
            to: "head",
            changes: changes,
            refusals: Array(refused.refusals.prefix(1)),
            losses: [refused.losses.last].compactMap { $0 }
        )
    }()
}
