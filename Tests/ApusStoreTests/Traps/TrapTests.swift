import ApusMigration
import ApusSchema
import Foundation
import Testing

@testable import ApusStore

/// Each trap for migration tools, with a table that is copied, one that is edited, and one that is altered.
@Suite struct TrapTests {
    /// What happens to the table with the trap.
    enum Change: String, CaseIterable, Sendable {
        /// A number becomes a required string: the rows are copied.
        case copied
        /// A number gets another type and becomes required: the catalogue is edited, missing values are filled.
        case edited
        /// A column is added, another one is renamed.
        case altered

        var schemas: [Schema] {
            let (text, size) = (Attribute("text", .string), Attribute("size", .int16, isOptional: true))
            let newer: [Attribute] =
                switch self {
                case .copied: [text, Attribute("size", .string, default: .string("0"))]
                case .edited: [text, Attribute("size", .double, default: .double(0))]
                case .altered:
                    [
                        text, Attribute("measure", .int16, isOptional: true, originalName: "size"),
                        Attribute("more", .bool, default: .bool(true)),
                    ]
                }
            return [
                .note(text, size),
                .note(newer[0], newer[1], newer.count > 2 ? newer[2] : Attribute("e", .int16, isOptional: true)),
            ]
        }
    }

    @Test(arguments: Trap.all, Change.allCases)
    func trap(_ trap: Trap, _ change: Change) throws {
        let trial = try Trial(change.schemas)
        try set(trap, trial)
        let texts: [[String]] = try trap.same.map(trial.rows)
        let before: [String: Data] = try trial.bytes()
        if let name = trap.refused, change == .copied {
            let error: StoreError? = #expect(throws: StoreError.self) { try trial.migrate() }
            guard case .wouldLose(let loss)? = error?.reason else {
                Issue.record("another error: \(String(describing: error))")
                return
            }
            #expect(loss.description.contains(name))
            #expect(try trial.bytes() == before)
            return
        }
        try trial.migrate()
        let column: String = change == .altered ? "measure" : "size"
        func newer(_ sql: String) -> String { change == .altered ? sql.replacing("size", with: column) : sql }
        // SQLite quotes the names that it writes into a statement, and writes strings as strings.
        func bare(_ texts: [String]) -> [String] {
            texts.map { newer($0).replacing("\"", with: "").replacing("'", with: "") }
        }
        #expect(try trap.same.map(trial.rows).map(bare) == texts.map(bare))
        #expect(try trial.rows("PRAGMA integrity_check") == ["ok"])
        #expect(try trial.rows("PRAGMA foreign_key_check").isEmpty)
        #expect(
            try trial.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'apus_d%' AND name <> 'apus_draft_Note'")
                .isEmpty
        )
        guard let after = trap.after, change != .altered || !after.query.contains("typeof") else { return }
        try trial.run(newer(after.sql))
        #expect(try trial.rows(newer(after.query)) == after.rows)
    }

    /// Sets the trap on the table, which has rows.
    private func set(_ trap: Trap, _ trial: Trial) throws {
        let rows = "INSERT INTO Note (text, size) VALUES ('a', 1), ('b', NULL), ('c', 3)"
        let parts: [String] = trap.sql.split(separator: "→").map(String.init)
        guard parts.count == 2 else { return try trial.run("\(rows); \(trap.sql)") }
        try trial.rewriteNote(parts[0], as: parts[1])
        try trial.run(rows)
    }

    @Test("the page lists every trap that is tested, and no others")
    func page() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Documentation/Traps.md"
        )
        let lines: [Substring] = try String(contentsOf: page.standardized, encoding: .utf8).split(separator: "\n")
        let listed: [String] = lines.filter {
            $0.hasPrefix("| ") && $0.contains(" | kept | ") || $0.contains(" | named | ")
        }
        .map { $0.dropFirst(2).prefix { $0 != "|" }.trimmingCharacters(in: .whitespaces) }
        #expect(listed == Trap.all.map(\.name))
    }
}
