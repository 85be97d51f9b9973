import ApusDiagnostics
import ApusMigration
import ApusReports
import ApusSchema
import ApusStore
import Foundation

/// The result of migrating one store, as it is printed. Every record has all keys but `direct`.
struct MigrationRecord: Encodable {
    /// The outcome for a store.
    enum Outcome: String, Encodable {
        /// The store is at the target now.
        case migrated
        /// The store was at the target already.
        case unchanged
        /// An empty store was created.
        case created
        /// What migrations left for later was done.
        case finished
        /// Only a copy was migrated.
        case tried
        /// A decision is needed; the store was not changed.
        case refused
        /// The store cannot be used; it was not changed, but by what is finished.
        case failed
        /// The user stopped the migration; the store was not changed, but by what is finished.
        case stopped
    }

    /// A direct mapping that was used.
    struct Direct: Encodable {
        let from: String
        let to: String
        let insteadOf: String
    }

    let store: String
    let outcome: Outcome
    @OrNull var from: String?
    @OrNull var to: String?
    /// The direct mappings that were used, each with the stages that it was used instead of; left out if there is none.
    var direct: [Direct]?
    /// Whether something is left of values that were encrypted: `done`, or `incomplete`; left out if none were.
    var purge: String?
    /// Why, if something may be left.
    var purgeReason: String?
    /// The copies with the values as they were; left out if there are none.
    var copies: [String]?
    /// What the app's seed data will do to the store, if a copy was migrated; left out if there is none.
    var seedData: SeedDataRecord?
    /// What migrations left for later, and what was done of it; left out if there is none.
    var deferred: [DeferredRecord]?
    var finished: [DeferredRecord]?
    @OrNull var rowsWritten: Int?
    @OrNull var seconds: Double?
    /// The copy that was made first.
    @OrNull var backup: String?
    /// What happens to the rows, if a copy was migrated.
    @OrNull var effects: RowEffectsRecord?
    /// Kept values that violate a newer rule.
    @OrNull var brokenRules: [BadValuesRecord]?
    @OrNull var error: StoreProblem?

    init(_ store: String, _ report: MigrationReport) {
        self.store = store
        outcome = report.plan.isEmpty ? .unchanged : .migrated
        fill(report)
        backup = report.backup?.relativePath
    }

    init(_ store: String, _ rehearsal: Rehearsal, seedData: SeedDataRecord?) {
        self.store = store
        self.seedData = seedData
        outcome = rehearsal.report.plan.isEmpty ? .unchanged : .tried
        fill(rehearsal.report)
        effects = rehearsal.report.plan.isEmpty ? nil : RowEffectsRecord(rehearsal.effects)
    }

    /// What was done of what migrations left for later, and why not all was.
    init(_ store: String, _ report: DeferredReport, _ failure: CommandFailure?) {
        self.store = store
        let done: Outcome = report.isComplete ? report.finished.isEmpty ? .unchanged : .finished : .stopped
        outcome = failure.map { Outcome($0) } ?? done
        error = failure.map { StoreProblem($0) }
        seconds = report.seconds
        deferred = DeferredRecord.records(report.remaining)
        finished = DeferredRecord.records(report.finished)
    }

    init(created store: String, _ state: StoreState) {
        self.store = store
        outcome = .created
        to = PlanReport.name(state.version)
    }

    init(_ store: String, _ failure: CommandFailure) {
        self.store = store
        outcome = Outcome(failure)
        error = StoreProblem(failure)
    }

    private mutating func fill(_ report: MigrationReport) {
        from = PlanReport.name(report.plan.source.version)
        to = PlanReport.name(report.plan.target.version)
        let direct = report.plan.stages.compactMap { stage in
            stage.detour.map { Direct(from: "\(stage.from)", to: "\(stage.to)", insteadOf: $0) }
        }
        self.direct = direct.isEmpty ? nil : direct
        switch report.purge {
        case .notNeeded: break
        case .done: purge = "done"
        case .incomplete(let reason): (purge, purgeReason) = ("incomplete", reason)
        }
        deferred = DeferredRecord.records(report.deferred)
        rowsWritten = report.rowsWritten
        seconds = report.seconds
        brokenRules = report.brokenRules.map(BadValuesRecord.init)
    }

    /// Warnings about kept values that violate a rule, and about rows that could not be compared.
    var warnings: [Diagnostic] {
        (purgeReason.map { [Diagnostic.incompletePurge(of: store, $0)] } ?? [])
            + (brokenRules ?? []).map { $0.warning(of: store, isTried: outcome == .tried) }
            + (effects?.unread ?? []).map { .damagedRows(of: $0, in: store) }
    }

    /// The record as text, or `nil` if its error was printed.
    var text: String? { lines?.map(\.shown).joined(separator: "\n") }

    private var directLines: [String] {
        (direct ?? []).map { "  directly from \($0.from) to \($0.to), instead of \($0.insteadOf)" }
    }

    private var purgeLines: [String] {
        (purge == "done" ? ["  nothing is left of the values as they were before they were encrypted"] : [])
            + (copies ?? []).map { "  a copy has them as they were: \($0)" }
    }

    private var finishedLines: [String] { (finished ?? []).map { "  \($0.text)" } }

    private var deferredLines: [String] {
        guard let deferred else { return [] }
        return deferred.lines + ["  'apus migrate --finish' does it; the store can be used before"]
    }

    /// The record as lines of text; the first one begins with the store.
    var lines: [String]? {
        let (from, to) = (from ?? "", to ?? "")
        let time = String(format: "%.2f", seconds ?? 0)
        switch outcome {
        case .migrated:
            let copy = backup.map { ", the old store is in \($0)" } ?? ""
            return ["\(store): migrated from \(from) to \(to), \(rowsWritten ?? 0) rows written in \(time) s\(copy)"]
                + directLines + purgeLines + deferredLines
        case .finished:
            return ["\(store): finished what migrations had left for later in \(time) s"] + finishedLines
        case .unchanged where self.to == nil: return ["\(store): nothing was left for later"]
        case .unchanged:
            return purge == nil
                ? ["\(store): already at \(to), nothing to do"] + (seedData?.lines ?? []).map { "  \($0)" }
                : ["\(store): already at \(to)"] + purgeLines
        case .created: return ["\(store): created at \(to)"]
        case .tried:
            let first =
                "\(store): a copy was migrated from \(from) to \(to), \(rowsWritten ?? 0) rows written in \(time) s"
            return [first] + directLines + (effects?.lines ?? []) + (deferred ?? []).lines
                + (seedData?.lines ?? []).map { "  \($0)" }
        case .refused, .failed, .stopped:
            guard finished != nil || deferred != nil else { return nil }
            let reason = outcome == .stopped ? "stopped" : "not all of it could be done"
            return ["\(store): \(reason); what was done stays"] + finishedLines + deferredLines
        }
    }
}

extension MigrationRecord.Outcome {
    fileprivate init(_ failure: CommandFailure) {
        switch failure.code {
        case CommandFailure.Codes.refused: self = .refused
        case CommandFailure.Codes.stopped: self = .stopped
        default: self = .failed
        }
    }
}

extension Diagnostic {
    /// A warning about values that were encrypted and may still be in the file.
    static func incompletePurge(of store: String, _ reason: String) -> Diagnostic {
        .warning(
            "values that were encrypted may still be in free pages or in the log of the store: \(reason)",
            at: SourceLocation(file: store),
            help: ["close it everywhere else, then run 'apus migrate' again; opening it in the app goes on, too"]
        )
    }

    /// A warning about rows that only a report reads, and that are counted only in part therefore.
    static func damagedRows(of path: String, in store: String) -> Diagnostic {
        .warning(
            "some rows of '\(path)' are damaged and not counted",
            at: SourceLocation(file: store),
            help: ["'apus verify' shows the damage; a migration that has to read them stops, and changes nothing"]
        )
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
        /// How many of the lost values the store keeps in the table `apus_set_aside`.
        let setAside: Int
        let samples: [Sample]
    }

    struct Sample: Encodable {
        let row: String
        @OrNull var before: String?
        @OrNull var after: String?
    }

    /// Entities and join tables that gain or lose rows.
    let rows: [Rows]
    /// Properties whose values change.
    let values: [Values]
    /// Entities and relationships with damaged rows, which are counted only in part.
    let unread: [String]
    /// What the migration removes, and the store keeps in the table `apus_set_aside`.
    let setAside: [SetAsideRecord]

    init(_ effects: RowEffects) {
        rows = effects.rows.map {
            Rows(path: $0.path.description, before: $0.before, after: $0.after, added: $0.added, removed: $0.removed)
        }
        setAside = effects.setAside.map(SetAsideRecord.init)
        unread = effects.unread.map(\.description)
        values = effects.values.map { values in
            Values(
                path: values.path.description,
                changed: values.changed,
                lost: values.lost,
                filled: values.filled,
                setAside: values.setAside,
                samples: values.samples.map { Sample(row: $0.row, before: $0.before, after: $0.after) }
            )
        }
    }

    /// The effects as text: a line each, with samples below.
    var lines: [String] {
        guard !rows.isEmpty || !values.isEmpty else {
            let scope = unread.isEmpty ? "" : ", as far as they can be read"
            return ["  no row is added or removed, and no value changes\(scope)"]
        }
        let moved = rows.map { rows in
            let parts: [String] = [
                rows.added > 0 ? "\(rows.added) added" : nil, rows.removed > 0 ? "\(rows.removed) removed" : nil,
            ].compactMap { $0 }
            return "  \(rows.path): \(rows.before) → \(rows.after) rows, \(parts.joined(separator: ", "))"
        }
        return moved
            + values.flatMap { values -> [String] in
                let parts: [String] = [
                    values.changed > 0 ? "\(values.changed) changed" : nil,
                    values.lost > 0 ? Self.lost(values.lost, setAside: values.setAside) : nil,
                    values.filled > 0 ? "\(values.filled) filled" : nil,
                ].compactMap { $0 }
                return ["  \(values.path): \(parts.joined(separator: ", "))"]
                    + Self.folded(values.samples)
            }
            + setAside.map { "  note: \($0.announcement)" }
    }

    /// How many values a row has no longer: `42 set aside`, `42 lost, 40 of them set aside`.
    private static func lost(_ count: Int, setAside: Int) -> String {
        if setAside == count { return "\(count) set aside" }
        return "\(count) lost" + (setAside > 0 ? ", \(setAside) of them set aside" : "")
    }

    /// The samples as text: a line for those with the same values.
    private static func folded(_ samples: [Sample]) -> [String] {
        var lines: [(rows: [String], values: String)] = []
        for sample in samples {
            let values = "\(sample.before ?? "none") → \(sample.after ?? "none")"
            if lines.last?.values == values {
                lines[lines.count - 1].rows.append(sample.row)
            } else {
                lines.append(([sample.row], values))
            }
        }
        return lines.map { "    \($0.rows.joined(separator: ", ")): \($0.values)" }
    }
}
