import ApusDiagnostics
import ApusMigration
import ApusProject
import ApusSchema
import ApusStore
import ArgumentParser

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what a store holds and which stages are pending.",
        discussion: """
            EXAMPLES
              apus status app.sqlite
              apus status app.sqlite --format json
            """
    )

    @OptionGroup var options: ProjectOptions

    @Argument(help: "The store.")
    var store: String

    @Option(name: .long, help: "text or json.")
    var format: OutputFormat = .text

    func run() throws {
        let loaded: LoadedModel = try options.load()
        let status: StoreStatus = try failing { try StoreStatus(of: storeURL(store), model: loaded.model.name) }
        let record = StatusRecord(store, status, pending: pending(status.description.state, loaded))
        switch format {
        case .text: Console.print(record.text)
        case .json: try Console.printJSON(record)
        }
    }

    /// The stages that lie before the store, or why they cannot be told.
    private func pending(_ state: StoreState, _ loaded: LoadedModel) -> [StatusRecord.Pending] {
        let stages: [Stage]
        do {
            stages = try loaded.planner.plan(from: state).stages
        } catch .refused(let refused) {
            stages = refused
        } catch {
            return error.diagnostics().map { StatusRecord.Pending(from: nil, to: nil, verdict: $0.message) }
        }
        return stages.map {
            StatusRecord.Pending(from: $0.from.description, to: $0.to.description, verdict: $0.verdict)
        }
    }
}

/// A store's status, as it is printed.
struct StatusRecord: Encodable {
    struct Rows: Encodable {
        let entity: String
        let count: Int
    }

    /// A stage that lies before the store; without its ends where the store cannot be planned for.
    struct Pending: Encodable {
        let from: String?
        let to: String?
        let verdict: String
    }

    struct Migration: Encodable {
        let from: String
        let to: String
        let finishedAt: String
        let seconds: Double
        let rowsWritten: Int
    }

    let store: String
    let model: String
    let version: String
    let format: Int
    let bytes: Int
    let rows: [Rows]
    let pending: [Pending]
    let migrations: [Migration]

    init(_ store: String, _ status: StoreStatus, pending: [Pending]) {
        self.store = store
        self.model = status.description.model
        self.version = PlanReport.name(status.description.state.version)
        self.format = status.format
        self.bytes = status.bytes
        self.rows = status.rows.map { Rows(entity: $0.entity, count: $0.count) }
        self.pending = pending
        self.migrations = status.log.map {
            Migration(
                from: $0.from ?? "head",
                to: $0.to ?? "head",
                finishedAt: $0.finishedAt,
                seconds: $0.seconds,
                rowsWritten: $0.rowsWritten
            )
        }
    }

    var text: String {
        var lines: [String] = ["\(store): \(model) \(version), format \(format), \(bytes) bytes"]
        lines += rows.map { "  \($0.count) \($0.entity)" }
        lines.append(pending.isEmpty ? "nothing pending" : "pending:")
        lines += pending.map { stage in
            let ends: String = stage.from.map { "\($0) → \(stage.to ?? ""): " } ?? ""
            return "  \(ends)\(stage.verdict)"
        }
        if !migrations.isEmpty { lines.append("migrations:") }
        lines += migrations.map { "  \($0.finishedAt)  \($0.from) → \($0.to), \($0.rowsWritten) rows written" }
        return lines.joined(separator: "\n") + "\n"
    }
}
