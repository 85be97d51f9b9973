import ApusDiagnostics
import ApusStore
import ArgumentParser
import Foundation

/// The result of changing the keys of a store, as it is printed.
struct RekeyRecord: StoreRecord {
    /// The outcome for a store.
    enum Outcome: String, Encodable {
        /// Values were encrypted again.
        case rekeyed
        /// All values are encrypted with the first keys, as far as they can be decrypted.
        case unchanged
        /// Values were only counted.
        case tried
        /// The user stopped the command; what was encrypted again stays.
        case stopped
        /// The store cannot be used; what was encrypted again before that stays.
        case failed
    }

    /// Values of a column that were encrypted again.
    struct Values: Encodable {
        let table: String
        let column: String
        let key: String
        let count: Int
    }

    let store: String
    let outcome: Outcome
    @OrNull var values: [Values]?
    /// Values that cannot be decrypted.
    @OrNull var unreadable: [BadValuesRecord]?
    /// Whether something is left of the values as they were: `done`, or `incomplete`; left out if nothing was encrypted again.
    var purge: String?
    /// Why, if something may be left.
    var purgeReason: String?
    /// Copies of the store, which are as they were; left out if there are none.
    var copies: [String]?
    /// Other models with encrypted values because of which copies were kept; left out if there are none.
    var otherModels: [String]?
    /// Whether it was a dry run that the user stopped; left out otherwise.
    var isDryRun: Bool?
    @OrNull var seconds: Double?
    @OrNull var error: StoreProblem?

    init(_ store: String, _ outcome: Outcome, _ report: RekeyReport) {
        self.store = store
        self.outcome = report.isComplete ? outcome : .stopped
        if outcome == .tried, !report.isComplete { isDryRun = true }
        values = report.values.map { Values(table: $0.table, column: $0.column, key: $0.key, count: $0.count) }
        unreadable = report.unreadable.map { BadValuesRecord($0) }
        switch report.purge {
        case .notNeeded: break
        case .done: purge = "done"
        case .incomplete(let reason): (purge, purgeReason) = ("incomplete", reason)
        }
        seconds = report.seconds
    }

    init(store: String, problem: StoreProblem) {
        self.store = store
        outcome = .failed
        error = problem
    }

    var code: ExitCode {
        switch outcome {
        case .stopped: CommandFailure.Codes.stopped
        case .failed: CommandFailure.Codes.store
        case .rekeyed, .unchanged, .tried:
            unreadable?.isEmpty == false || purge == "incomplete" ? CommandFailure.Codes.difference : .success
        }
    }

    /// A warning about what may be left in the file.
    var warnings: [Diagnostic] {
        keptCopies + incompletePurge
    }

    private var keptCopies: [Diagnostic] {
        guard let otherModels, !otherModels.isEmpty else { return [] }
        let names = otherModels.map { "'\($0)'" }.joined(separator: ", ")
        return [
            .warning(
                "copies were kept: they also have encrypted values of other models: \(names)",
                at: SourceLocation(file: store),
                help: ["run 'apus rekey --purge-backups' without --model"]
            )
        ]
    }

    private var incompletePurge: [Diagnostic] {
        guard let purgeReason else { return [] }
        return [
            .warning(
                "values as they were encrypted before may still be in free pages or in the log of the store: \(purgeReason)",
                at: SourceLocation(file: store),
                help: ["close it everywhere else, then run 'apus rekey' again; opening it in the app goes on, too"]
            )
        ]
    }

    var text: String? {
        guard let values else { return nil }
        let count = values.reduce(0) { $0 + $1.count }
        let number = count == 1 ? "1 value" : "\(count) values"
        let time = String(format: "in %.2f s", seconds ?? 0)
        let isAll = unreadable?.isEmpty != false
        let first =
            switch outcome {
            case .rekeyed: "\(number) encrypted again \(time)"
            case .tried: count == 0 ? "no value would be encrypted again" : "\(number) would be encrypted again"
            case .stopped where isDryRun == true: "stopped, \(number) would be encrypted again so far"
            case .stopped: "stopped, \(number) encrypted again \(time); the next run goes on with the rest"
            case .unchanged where isAll: "all values are encrypted with the first keys, nothing to do"
            case .unchanged, .failed: "no value encrypted again"
            }
        var lines = ["\(store): \(first)"]
        lines += values.map { values in
            let number = values.count == 1 ? "1 value" : "\(values.count) values"
            return "  '\(values.table).\(values.column)': \(number), with the key '\(values.key)'"
        }
        lines += (unreadable ?? []).map { "  '\($0.table).\($0.column)': not encrypted again: \($0.text)" }
        if purge == "done" { lines.append("  nothing is left of the values as they were encrypted before") }
        lines += (copies ?? []).map { "  a copy has them as they were: \($0)" }
        return lines.map(\.shown).joined(separator: "\n")
    }
}
