import ApusDiagnostics
import ApusMigration
import ApusReports
public import ApusStore
public import ArgumentParser
import Foundation

struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Migrate stores: each one wholly or not at all.",
        discussion: """
            Everything happens in one transaction and is checked before it is kept: the tables are the model's, all rows are \
            there, every reference leads somewhere. Otherwise the store is left as it was, whatever interrupts the work. A \
            store that fails stops none of the others; the exit code is that of the worst.

            Ctrl-C stops: what is being done is undone, what is done stays, and the command ends with 130.

            On a terminal you are asked before anything is lost that a mapping accepts; elsewhere, and with --yes, not.

            EXAMPLES
              apus migrate app.sqlite
              apus migrate app.sqlite --dry-run       what becomes of the rows
              apus migrate app.sqlite --backup        app.sqlite.before-4 is made first
              apus migrate stores/ --backup=copies/   all stores in a folder
              apus migrate app.sqlite --to 3          back, too
              apus migrate new.sqlite --create        an empty store where there is none
              apus migrate '/srv/**/*.sqlite' --wait 60 --format json
            """
    )

    @OptionGroup var options: ProjectOptions
    @OptionGroup var target: TargetOptions

    @Argument(
        help: ArgumentHelp(
            "The stores: files, folders that have stores in them, or patterns in quotes.",
            valueName: "store"
        ),
        completion: .file()
    )
    var stores: [String]

    @Flag(name: .long, help: "Make a store without rows where a file is named that is not there.")
    var create: Bool = false

    @Flag(name: .long, help: "Migrate a copy, tell what becomes of the rows, and leave the store as it is.")
    var dryRun: Bool = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Copy each store first, and look the copy over: to STORE.before-VERSION, or with '--backup=PATH' to a file "
                + "or a folder.",
            valueName: "path"
        ),
        completion: .file()
    )
    var backup: String?

    @Flag(name: [.long, .short], help: "Ask nothing.")
    var yes: Bool = false

    @Option(name: .long, help: "How many seconds a store is waited for that others keep locked.")
    var wait: Double = 5

    @Option(name: .long, help: "text, or json: one object a store.")
    var format: OutputFormat = .text

    @Option(help: .hidden)
    var strategy: TableStrategy.Rule = .cheapest

    func validate() throws {
        if !(0...86_400).contains(wait) { throw ValidationError("--wait is a number of seconds from 0 to 86400") }
        if dryRun, backup != nil { throw ValidationError("--dry-run needs no --backup: it leaves the store as it is") }
    }

    func run() throws {
        let loaded: LoadedModel = try options.load()
        let (items, passedOver): ([StoreSearch.Item], [String]) = StoreSearch.items(of: stores)
            .withoutCopies(named: stores)
        for copy in passedOver { Console.note("\(copy.shown): passed over, being the copy of a store; name it alone") }
        let copies = try BackupPlaces(backup, stores: items.count)
        let interruption = Interruption()
        var question = LossQuestion(isAsked: !yes && !dryRun)
        var tally = MigrationTally()
        for item in items where !interruption.isRequested {
            let record: MigrationRecord
            do {
                let path: String = try item.store()
                try loaded.planner.refuseToGuess(about: path, target.target)
                record = try failing(locating: loaded.locations) {
                    var migrator = Migrator(planner: loaded.planner, target: target.target)
                    migrator.patience = wait
                    migrator.rule = strategy
                    migrator.isCancelled = { interruption.isRequested }
                    migrator.backup = copies.place(for: path)
                    return try self.record(of: path, migrator, &question)
                }
            } catch let failure as CommandFailure {
                Console.report(failure.leaving("\(item.path.shown): left as it was"))
                record = MigrationRecord(item.path, failure)
                tally.fail(failure.code)
            }
            Console.report(record.warnings)
            tally.add(record.outcome)
            switch format {
            case .text: record.text.map { Console.print($0) }
            case .json: try Console.printJSON(record)
            }
        }
        if items.count > 1 { Console.note(tally.text(of: items.count)) }
        // Who stops the command after the last store has been done stops nothing.
        if tally.stores < items.count { throw CommandFailure([], code: CommandFailure.Codes.stopped) }
        if tally.worst != .success { throw CommandFailure([], code: tally.worst) }
    }

    /// The arguments with a value for `--backup` where it has none, so that it never takes a store for its path.
    static func withOptionalValues(_ arguments: [String]) -> [String] {
        let end: Int = arguments.firstIndex(of: "--") ?? arguments.count
        return arguments.enumerated().map { place, argument in
            place < end && argument == "--backup" ? "--backup=\(BackupPlaces.beside)" : argument
        }
    }

    /// Does what is wanted with one store.
    private func record(
        of path: String,
        _ migrator: Migrator,
        _ question: inout LossQuestion
    ) throws -> MigrationRecord {
        let url: URL = storeURL(path)
        if create, !dryRun, PathKind(path) == .nothing {
            let state: StoreState = try migrator.planner.state(of: migrator.target)
            try StoreCreation.create(url, holding: state)
            return MigrationRecord(created: path, state)
        }
        if question.isNeeded { try question.ask(about: path, losses: migrator.plan(url).losses) }
        let line = ProgressLine(path)
        defer { line.end() }
        if dryRun { return MigrationRecord(path, try migrator.rehearse(url) { line.show($0) }) }
        return MigrationRecord(path, try migrator.migrate(url) { line.show($0) })
    }
}

/// How many stores ended how.
private struct MigrationTally {
    private(set) var worst: ExitCode = .success
    private var counts: [(outcome: MigrationRecord.Outcome, count: Int)] = []

    /// How many there are so far.
    var stores: Int { counts.reduce(0) { $0 + $1.count } }

    mutating func fail(_ code: ExitCode) {
        if code.rawValue > worst.rawValue { worst = code }
    }

    mutating func add(_ outcome: MigrationRecord.Outcome) {
        if let place = counts.firstIndex(where: { $0.outcome == outcome }) {
            counts[place].count += 1
        } else {
            counts.append((outcome, 1))
        }
    }

    /// One line: `3 stores: 2 migrated, 1 failed`.
    func text(of stores: Int) -> String {
        let left: Int = stores - self.stores
        let parts: [String] =
            counts.map { "\($0.count) \($0.outcome.rawValue)" } + (left > 0 ? ["\(left) not begun"] : [])
        return "\(stores) stores: \(parts.joined(separator: ", "))"
    }
}

extension TableStrategy.Rule: ExpressibleByArgument {}
