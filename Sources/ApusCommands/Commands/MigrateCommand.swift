import ApusDiagnostics
import ApusMigration
import ApusStore
import ArgumentParser
import Foundation

struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Migrate stores: each one wholly or not at all.",
        discussion: """
            Everything happens in one transaction and is checked before it is kept: the tables are the model's, all rows are \
            there, every reference leads somewhere. Otherwise the store is left as it was.

            EXAMPLES
              apus migrate app.sqlite
              apus migrate stores/*.sqlite --to 3
              apus migrate app.sqlite --format json
            """
    )

    @OptionGroup var options: ProjectOptions
    @OptionGroup var target: TargetOptions

    @Argument(help: "The stores.")
    var stores: [String]

    @Option(name: .long, help: "text or json: one object a store.")
    var format: OutputFormat = .text

    func run() throws {
        let loaded: LoadedModel = try options.load()
        let migrator = Migrator(planner: loaded.planner, target: target.target)
        var worst: ExitCode = .success
        for store in stores {
            let line = ProgressLine(store)
            do {
                let report: MigrationReport = try failing(locating: loaded.locations) {
                    defer { line.end() }
                    return try migrator.migrate(storeURL(store)) { line.show($0) }
                }
                try show(MigrationRecord(store, report))
            } catch let failure as CommandFailure {
                Console.report(failure.diagnostics)
                if format == .json { try Console.printJSON(MigrationRecord(store, failure)) }
                if failure.code.rawValue > worst.rawValue { worst = failure.code }
            }
        }
        if worst != .success { throw CommandFailure([], code: worst) }
    }

    private func show(_ record: MigrationRecord) throws {
        switch format {
        case .text: Console.print(record.text)
        case .json: try Console.printJSON(record)
        }
    }
}

/// What became of one store, as it is printed.
struct MigrationRecord: Encodable {
    let store: String
    let outcome: String
    var from: String?
    var to: String?
    var rowsWritten: Int?
    var seconds: Double?
    var errors: [String]?

    init(_ store: String, _ report: MigrationReport) {
        self.store = store
        self.outcome = report.plan.isEmpty ? "unchanged" : "migrated"
        self.from = PlanReport.name(report.plan.source.version)
        self.to = PlanReport.name(report.plan.target.version)
        self.rowsWritten = report.rowsWritten
        self.seconds = report.seconds
    }

    init(_ store: String, _ failure: CommandFailure) {
        self.store = store
        self.outcome = failure.code == CommandFailure.Codes.refused ? "refused" : "failed"
        self.errors = failure.diagnostics.map(\.description)
    }

    var text: String {
        let (from, to): (String, String) = (from ?? "", to ?? "")
        guard outcome == "migrated" else { return "\(store): at \(to) already, nothing to do" }
        let time: String = String(format: "%.2f", seconds ?? 0)
        return "\(store): migrated from \(from) to \(to), \(rowsWritten ?? 0) rows written in \(time) s"
    }
}
