import ApusMigration
import ApusStore
import ArgumentParser

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Look at a store closely: its tables, its file, its references, its values.",
        discussion: """
            Needs no project: the store describes itself. Ends with 1 where something is wrong; what somebody added by hand \
            is named, but not condemned.

            EXAMPLE
              apus verify app.sqlite
            """
    )

    @Argument(help: "The store.")
    var store: String

    @Option(name: .long, help: "The model; needed only where a store holds several.")
    var model: String?

    @Option(name: .long, help: "text or json.")
    var format: OutputFormat = .text

    func run() throws {
        let verification: Verification = try failing { try Verifier.verify(storeURL(store), model: model) }
        let record = VerificationRecord(store, verification)
        switch format {
        case .text: Console.print(record.text)
        case .json: try Console.printJSON(record)
        }
        if !verification.isSound { throw CommandFailure([], code: CommandFailure.Codes.difference) }
    }
}

/// What was found in a store, as it is printed.
struct VerificationRecord: Encodable {
    let store: String
    let model: String
    let version: String
    let isSound: Bool
    let problems: [String]
    let extras: [String]

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

    var text: String {
        var lines: [String] = ["\(store): \(model) \(version), \(isSound ? "sound" : "not sound")"]
        lines += problems.map { "  \($0)" }
        lines += extras.map { "  note: \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }
}
