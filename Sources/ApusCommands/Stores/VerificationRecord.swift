import ApusDiagnostics
import ApusMigration
import ApusStore
import ArgumentParser

/// What was found in a store, as it is printed.
struct VerificationRecord: StoreRecord {
    let store: String
    @OrNull var model: String?
    @OrNull var version: String?
    @OrNull var isSound: Bool?
    @OrNull var problems: [String]?
    @OrNull var extras: [String]?
    @OrNull var error: StoreProblem?

    init(_ store: String, _ verification: Verification) {
        self.store = store
        self.model = verification.description.model
        self.version = PlanReport.name(verification.description.state.version)
        self.isSound = verification.isSound
        self.extras = verification.drifts.filter(\.isExtra).map(\.description)
        self.problems =
            verification.damages.map { "SQLite: \($0)" }
            + verification.drifts.filter { !$0.isExtra }.map(\.description)
            + verification.badValues.map { "\($0.count) values of '\($0.table).\($0.column)' \($0.problem)" }
    }

    init(store: String, problem: StoreProblem) {
        self.store = store
        error = problem
    }

    var code: ExitCode { isSound == false ? CommandFailure.Codes.difference : .success }

    var text: String? {
        guard let isSound else { return nil }
        var lines: [String] = [
            "\(store.shown): \(model ?? "") \(version ?? ""), \(isSound ? "sound" : "not sound")"
        ]
        lines += (problems ?? []).map { "  \($0)" }
        lines += (extras ?? []).map { "  note: \($0)" }
        return lines.joined(separator: "\n")
    }
}
