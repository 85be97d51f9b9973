import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusStore
import Foundation

/// What became of one store, as it is printed. Every record has all keys.
struct MigrationRecord: Encodable {
    /// How it ended.
    enum Outcome: String, Encodable {
        /// It holds the target now.
        case migrated
        /// It held the target already.
        case unchanged
        /// There was none, and now there is an empty one.
        case created
        /// Only a copy was migrated.
        case tried
        /// A decision is needed; it is as it was.
        case refused
        /// It could not be used; it is as it was.
        case failed
        /// Somebody stopped it; it is as it was.
        case stopped
    }

    let store: String
    let outcome: Outcome
    @OrNull var from: String?
    @OrNull var to: String?
    @OrNull var rowsWritten: Int?
    @OrNull var seconds: Double?
    /// The copy that was made first.
    @OrNull var backup: String?
    /// What becomes of the rows, where a copy was migrated.
    @OrNull var effects: RowEffectsRecord?
    /// What breaks a newer rule for saving, and was carried over as it was.
    @OrNull var brokenRules: [BadValuesRecord]?
    @OrNull var error: StoreProblem?

    init(_ store: String, _ report: MigrationReport) {
        self.store = store
        outcome = report.plan.isEmpty ? .unchanged : .migrated
        fill(report)
        backup = report.backup?.relativePath
    }

    init(_ store: String, _ rehearsal: Rehearsal) {
        self.store = store
        outcome = rehearsal.report.plan.isEmpty ? .unchanged : .tried
        fill(rehearsal.report)
        effects = rehearsal.report.plan.isEmpty ? nil : RowEffectsRecord(rehearsal.effects)
    }

    init(created store: String, _ state: StoreState) {
        self.store = store
        outcome = .created
        to = PlanReport.name(state.version)
    }

    init(_ store: String, _ failure: CommandFailure) {
        self.store = store
        switch failure.code {
        case CommandFailure.Codes.refused: outcome = .refused
        case CommandFailure.Codes.stopped: outcome = .stopped
        default: outcome = .failed
        }
        error = StoreProblem(failure)
    }

    private mutating func fill(_ report: MigrationReport) {
        from = PlanReport.name(report.plan.source.version)
        to = PlanReport.name(report.plan.target.version)
        rowsWritten = report.rowsWritten
        seconds = report.seconds
        brokenRules = report.brokenRules.map(BadValuesRecord.init)
    }

    /// What somebody should look at.
    var warnings: [Diagnostic] { (brokenRules ?? []).map { $0.warning(of: store, isTried: outcome == .tried) } }

    /// The record for people; `nil` where its error has said all.
    var text: String? {
        let (from, to): (String, String) = (from ?? "", to ?? "")
        let time: String = String(format: "%.2f", seconds ?? 0)
        switch outcome {
        case .migrated:
            let copy: String = backup.map { ", the copy of before in \($0.shown)" } ?? ""
            return
                "\(store.shown): migrated from \(from) to \(to), \(rowsWritten ?? 0) rows written in \(time) s\(copy)"
        case .unchanged: return "\(store.shown): at \(to) already, nothing to do"
        case .created: return "\(store.shown): created at \(to)"
        case .tried:
            let first: String =
                "\(store.shown): a copy went from \(from) to \(to), \(rowsWritten ?? 0) rows written in \(time) s"
            return ([first] + (effects?.lines ?? [])).joined(separator: "\n")
        case .refused, .failed, .stopped: return nil
        }
    }
}

/// What a migration does to the rows of a store, as it is printed.
struct RowEffectsRecord: Encodable {
    struct Rows: Encodable {
        let path: String
        let before: Int
        let after: Int
        let added: Int
        let removed: Int
    }

    struct Values: Encodable {
        let path: String
        let changed: Int
        let lost: Int
        let filled: Int
        let samples: [Sample]
    }

    struct Sample: Encodable {
        let row: String
        @OrNull var before: String?
        @OrNull var after: String?
    }

    /// Entities, and relationships kept as pairs, whose rows come or go.
    let rows: [Rows]
    /// Properties whose values change.
    let values: [Values]

    init(_ effects: RowEffects) {
        rows = effects.rows.map {
            Rows(path: $0.path.description, before: $0.before, after: $0.after, added: $0.added, removed: $0.removed)
        }
        values = effects.values.map { values in
            Values(
                path: values.path.description,
                changed: values.changed,
                lost: values.lost,
                filled: values.filled,
                samples: values.samples.map { Sample(row: $0.row, before: $0.before, after: $0.after) }
            )
        }
    }

    /// The effects for people, a line each, with samples below.
    var lines: [String] {
        guard !rows.isEmpty || !values.isEmpty else { return ["  no row comes or goes, and no value changes"] }
        let moved: [String] = rows.map { rows in
            let parts: [String] = [
                rows.added > 0 ? "\(rows.added) new" : nil, rows.removed > 0 ? "\(rows.removed) gone" : nil,
            ].compactMap { $0 }
            return "  \(rows.path): \(rows.before) → \(rows.after) rows, \(parts.joined(separator: ", "))"
        }
        return moved
            + values.flatMap { values -> [String] in
                let parts: [String] = [
                    values.changed > 0 ? "\(values.changed) changed" : nil,
                    values.lost > 0 ? "\(values.lost) lost" : nil,
                    values.filled > 0 ? "\(values.filled) filled" : nil,
                ].compactMap { $0 }
                return ["  \(values.path): \(parts.joined(separator: ", "))"]
                    + values.samples.map { "    \($0.row): \($0.before ?? "none") → \($0.after ?? "none")" }
            }
    }
}
