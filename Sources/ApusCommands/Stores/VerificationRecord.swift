import ApusDiagnostics
import ApusMigration
import ApusStore
import ArgumentParser

/// The result of verifying a store, as it is printed.
struct VerificationRecord: StoreRecord {
    struct Difference: Encodable {
        let kind: String
        let description: String
        /// Whether the store only has something that the model does not.
        let isExtra: Bool
        @OrNull var expected: String?
        @OrNull var found: String?
    }

    /// How many values of an encrypted column a key has encrypted.
    struct KeyUse: Encodable {
        let table: String
        let column: String
        let key: String
        /// `first`, `older`, or `unknown` if it was not given; `null` if the key cannot be told.
        @OrNull var rank: String?
        @OrNull var id: String?
        let count: Int
    }

    let store: String
    @OrNull var model: String?
    @OrNull var version: String?
    @OrNull var isSound: Bool?
    @OrNull var damages: [String]?
    @OrNull var differences: [Difference]?
    @OrNull var badValues: [BadValuesRecord]?
    @OrNull var setAside: [SetAsideRecord]?
    /// What migrations left for later; left out if there is none.
    var deferred: [DeferredRecord]?
    @OrNull var orphanedFiles: [String]?
    @OrNull var uncheckedTables: [String]?
    /// The numbers of encrypted values by their keys; empty unless all values were decrypted.
    @OrNull var keyUses: [KeyUse]?
    @OrNull var error: StoreProblem?

    init(_ store: String, _ verification: Verification) {
        self.store = store
        model = verification.description.model
        version = PlanReport.name(verification.description.state.version)
        isSound = verification.isSound
        damages = verification.damages
        differences = verification.differences.map {
            Difference(
                kind: $0.drift.kind,
                description: $0.drift.description,
                isExtra: $0.drift.isExtra,
                expected: $0.expected,
                found: $0.found
            )
        }
        badValues = verification.badValues.map(BadValuesRecord.init)
        setAside = verification.setAside.map { SetAsideRecord($0) }
        deferred = DeferredRecord.records(verification.deferred)
        orphanedFiles = verification.orphanedFiles
        uncheckedTables = verification.uncheckedTables
        keyUses = verification.keyUses.map {
            KeyUse(
                table: $0.table,
                column: $0.column,
                key: $0.key,
                rank: $0.used?.rank.rawValue,
                id: $0.used?.id,
                count: $0.count
            )
        }
    }

    init(store: String, problem: StoreProblem) {
        self.store = store
        error = problem
    }

    var code: ExitCode { isSound == false ? CommandFailure.Codes.difference : .success }

    var text: String? {
        guard let isSound else { return nil }
        var lines = ["\(store): \(model ?? "") \(version ?? ""), \(isSound ? "sound" : "not sound")"]
        lines += (damages ?? []).map { "  damaged: \($0)" }
        lines += (differences ?? []).filter { !$0.isExtra }.flatMap(\.lines)
        lines += (badValues ?? []).map { "  \($0.isIncomplete ? "note: " : "")'\($0.table).\($0.column)': \($0.text)" }
        lines += (keyUses ?? []).map(\.line)
        lines += (differences ?? []).filter(\.isExtra).flatMap(\.lines)
        lines += (uncheckedTables ?? []).map { "  note: SQLite could not check table \($0)" }
        lines += (setAside ?? []).map { "  note: \($0.text)" }
        lines += (deferred ?? []).lines
        let files = orphanedFiles ?? []
        if !files.isEmpty {
            let some = files.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
            let rest = files.count > 5 ? " and \(files.count - 5) more" : ""
            lines.append("  note: no row refers to the \(files.count == 1 ? "file" : "files") \(some)\(rest)")
        }
        return lines.map(\.shown).joined(separator: "\n")
    }
}

extension VerificationRecord.KeyUse {
    /// `'Note.body': 3 values are encrypted with the first key 'notes' (1a2b3c4d)`.
    fileprivate var line: String {
        let values = count == 1 ? "1 value is" : "\(count) values are"
        let used =
            switch rank {
            case "first": "with the first key '\(key)'"
            case "older": "with an older key '\(key)'"
            case nil: "with a key '\(key)' that cannot be told"
            default: "with another key '\(key)'"
            }
        return "  note: '\(table).\(column)': \(values) encrypted \(used)" + (id.map { " (\($0))" } ?? "")
    }
}

extension VerificationRecord.Difference {
    /// The difference with the SQL of both sides.
    fileprivate var lines: [String] {
        func lines(_ title: String, _ sql: String?) -> [String] {
            guard let sql else { return [] }
            return sql.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
                .map { ($0 == 0 ? "    \(title) " : String(repeating: " ", count: 14)) + $1 }
        }
        return ["  \(isExtra ? "note: " : "")\(description)"] + lines("expected:", expected) + lines("found:   ", found)
    }
}
