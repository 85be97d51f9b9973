import ApusDiagnostics
import ApusMigration
import ApusPictures
import ApusReports
public import ApusStore
public import ArgumentParser
import Foundation

struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Migrate stores, each one completely or not at all.",
        discussion: """
            A migration is one transaction, which is checked before it is committed: the tables match the model, all \
            rows are there, every reference is valid. Otherwise, and whatever interrupts it, the store is not changed. \
            If a store fails, the others are still migrated; the exit code is the highest of all stores.

            Ctrl-C stops the command with exit code 130: the current migration is undone, finished ones stay. What \
            --finish has done stays, too.

            On a terminal, the command asks before it drops data, even if a mapping accepts the loss. --yes skips the \
            question, and without a terminal it is not asked.

            EXAMPLES
              apus migrate app.sqlite
              apus migrate app.sqlite --dry-run       show what happens to the rows
              apus migrate app.sqlite --dry-run --format html > rows.html
              apus migrate app.sqlite --backup        copy to app.sqlite.before-4 first
              apus migrate stores/ --backup=copies/   all stores in a folder
              apus migrate app.sqlite --to 3          also back to an older version
              apus migrate app.sqlite --defer         leave slow clean-up for later
              apus migrate app.sqlite --finish        do it, while the app uses the store
              apus migrate new.sqlite --create        make an empty store if there is none
              apus migrate '/srv/**/*.sqlite' --wait 60 --format json
            """
    )

    @OptionGroup var options: ProjectOptions
    @OptionGroup var target: TargetOptions
    @OptionGroup var keys: KeyOptions

    @Argument(
        help: ArgumentHelp(
            "The stores: files, folders with stores in them, or quoted patterns.",
            valueName: "store"
        ),
        completion: .file()
    )
    var stores: [String]

    @Flag(name: .long, help: "Make an empty store if a file does not exist.")
    var create: Bool = false

    @Flag(name: .long, help: "Migrate a copy, show what happens to the rows, and do not change the store.")
    var dryRun: Bool = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "First copy each store to STORE.before-VERSION and verify the copy; '--backup=PATH' copies to a file or "
                + "folder.",
            valueName: "path"
        ),
        completion: .file()
    )
    var backup: String?

    @Flag(
        name: .long,
        help: "If values are encrypted, also remove the copies STORE.before-VERSION, and the one that was made now."
    )
    var purgeBackups: Bool = false

    @Flag(
        name: .customLong("defer"),
        help: "Leave for later what may be left, such as dropping columns and making indexes; --finish does it."
    )
    var defersWork: Bool = false

    @Flag(name: .long, help: "Finish the work that --defer postponed, without migrating anything. Needs no project.")
    var finish: Bool = false

    @Flag(name: [.long, .short], help: "Do not ask before data is lost.")
    var yes: Bool = false

    @Option(name: .long, help: "How many seconds to wait for a store that another process has locked.")
    var wait: Double = 5

    @Option(name: .long, help: "How thoroughly to check each store first: usual, or full (all pages of the file).")
    var check: StoreChecks = .usual

    @Option(name: .long, help: "The output format: text, json (one object per store), markdown or html.")
    var format: ReportFormat = .text

    @Option(help: .hidden)
    var strategy: TableStrategy.Rule = .cheapest

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if !(0...86_400).contains(wait) { throw ValidationError("--wait must be a number of seconds from 0 to 86400") }
        if dryRun, backup != nil {
            throw ValidationError("--dry-run and --backup exclude each other: a dry run does not change the store")
        }
        if finish, dryRun || backup != nil || defersWork || create {
            throw ValidationError("--finish excludes --dry-run, --backup, --defer and --create: it migrates nothing")
        }
        if finish,
            target.to != nil || target.head || check != .usual || strategy != .cheapest || purgeBackups
                || !keys.files.isEmpty
        {
            throw ValidationError(
                "--finish excludes --to, --head, --check, --purge-backups and --key: it migrates nothing"
            )
        }
    }

    func run() throws {
        let loaded = finish ? nil : try options.load()
        let (items, skipped) = StoreSearch.items(of: stores)
            .withoutCopies(named: stores)
        for copy in skipped {
            Console.note("\(copy.shown): skipped, because it is the copy of a store; name it alone to migrate it")
        }
        let copies = try BackupLocations(backup, stores: items.count)
        let interruption = Interruption()
        var question = LossQuestion(isAsked: !yes && !dryRun)
        var tally = MigrationTally()
        var reasons: Set<[String]> = []
        var records: [MigrationRecord] = []
        var rehearsals: [Rehearsal] = []
        for item in items where !interruption.isRequested {
            let record: MigrationRecord
            work: do {
                let path: String = try item.store()
                guard let loaded else {
                    record = try finish(path, interruption, &tally)
                    break work
                }
                try loaded.planner.refuseToGuess(about: path, target.target)
                record = try failing(locating: loaded.locations) {
                    var migrator = loaded.migrator(to: target.target)
                    migrator.keys = keys.keys
                    migrator.lockTimeout = wait
                    migrator.rule = strategy
                    migrator.defersWork = defersWork
                    migrator.checks = check
                    migrator.isCancelled = { interruption.isRequested }
                    migrator.backup = copies.location(for: path)
                    return try self.migrate(path, loaded, with: migrator, asking: &question, &rehearsals)
                }
            } catch let failure as CommandFailure {
                report(failure, about: item.path, &reasons)
                record = MigrationRecord(item.path, failure)
                tally.fail(failure.code)
            }
            Console.report(record.warnings)
            tally.add(record.outcome)
            if record.purge == "incomplete" { tally.fail(CommandFailure.Codes.difference) }
            switch format {
            case .text: record.text.map { Console.print($0) }
            case .json: try Console.printJSON(record)
            case .markdown, .html: records.append(record)
            }
        }
        if format == .markdown { Console.print(records.sheet.markdown) }
        if format == .html {
            do {
                try PageOutput.show(page(of: records, rehearsals, loaded), named: "migrate")
            } catch let failure as CommandFailure {
                Console.report(failure)
                show(records)
                tally.fail(failure.code)
            }
        }
        if Console.outputFailure != nil { show(records) }
        if items.count > 1 { Console.note(tally.text(of: items.count)) }
        // An interruption after the last store has no effect.
        if tally.stores < items.count { throw CommandFailure([], code: CommandFailure.Codes.stopped) }
        if tally.worst != .success { throw CommandFailure([], code: tally.worst) }
    }

    /// The page about all stores. Of a dry run of one store it shows a picture of what happens to the rows.
    private func page(of records: [MigrationRecord], _ rehearsals: [Rehearsal], _ loaded: LoadedModel?) -> String {
        guard records.count == 1, let rehearsal = rehearsals.first, let loaded else {
            return SheetPage(title: "Migrations", records.sheet).text
        }
        return Album(
            rehearsal.report.plan,
            of: records[0].store,
            report: Sheet(records[0].parts),
            Album.Sources(loaded.locations, loaded)
        ) { picture in
            picture.adding(rehearsal.effects, of: rehearsal.report.plan)
        }.page
    }

    /// Prints what happened to the stores as part of an error, because their report cannot be written.
    private func show(_ records: [MigrationRecord]) {
        for record in records { record.text.map { Console.message($0) } }
    }

    /// Prints why a store was not migrated. What holds for many stores, such as the decisions of a stage, is printed once.
    private func report(_ failure: CommandFailure, about path: String, _ reasons: inout Set<[String]>) {
        let reason = failure.diagnostics.map { "\($0)" } + failure.notes
        let isKnown = !failure.refused.isEmpty && !reasons.insert(reason).inserted
        if isKnown {
            Console.message("\(path.shown): not changed, for the same reasons")
        } else {
            Console.report(failure)
            if failure.code == CommandFailure.Codes.refused { Console.message("\(path.shown): not changed") }
        }
    }

    /// The arguments with a value for each `--backup` that has none, so that it never takes a store for its path.
    static func withOptionalValues(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.count
        return arguments.enumerated().map { index, argument in
            index < end && argument == "--backup" ? "--backup=\(BackupLocations.beside)" : argument
        }
    }

    /// Does what migrations left for later in one store.
    private func finish(
        _ path: String,
        _ interruption: Interruption,
        _ tally: inout MigrationTally
    ) throws -> MigrationRecord {
        let line = ProgressLine(path)
        defer { line.end() }
        var finisher = DeferredFinisher()
        finisher.lockTimeout = wait
        finisher.isCancelled = { interruption.isRequested }
        let (report, error) = finisher.attempt(storeURL(path)) { line.show($0) }
        line.end()
        let failure = error.map { CommandFailure($0, locating: .none) }
        if let failure {
            Console.report(failure)
            tally.fail(failure.code)
        } else if !report.isComplete {
            tally.fail(CommandFailure.Codes.stopped)
        }
        return MigrationRecord(path, report, failure)
    }

    /// Creates, migrates or rehearses one store.
    private func migrate(
        _ path: String,
        _ loaded: LoadedModel,
        with migrator: Migrator,
        asking question: inout LossQuestion,
        _ rehearsals: inout [Rehearsal]
    ) throws -> MigrationRecord {
        let url = storeURL(path)
        if create, !dryRun, PathKind(path) == .nothing {
            let state = try migrator.planner.state(of: migrator.target)
            // As opening does: an app without the key could not open what is made here.
            let problems = migrator.keys.problems(with: state.layout)
            guard problems.isEmpty else { throw StoreError(url.relativePath, .keys(problems)) }
            try StoreCreation.create(url, holding: state, keys: migrator.keys)
            return MigrationRecord(created: path, state)
        }
        if question.isNeeded { try question.ask(about: path, losses: migrator.plan(url).losses) }
        let line = ProgressLine(path)
        defer { line.end() }
        if dryRun {
            let rehearsal = try migrator.rehearse(url) { line.show($0) }
            rehearsals.append(rehearsal)
            return MigrationRecord(
                path,
                rehearsal,
                seedData: loaded.seedData(of: path, after: rehearsal.report.plan)
            )
        }
        let report = try migrator.migrate(url) { line.show($0) }
        var record = MigrationRecord(path, report)
        if record.purge != nil {
            let copies = StoreCopies.copies(of: url)
            let own = report.backup.map { backup in copies.contains { $0.path == backup.path } ? [] : [backup] } ?? []
            let all = copies + own
            // Until the store itself is done, a copy may be all that there is.
            if purgeBackups, record.purge == "done" {
                for copy in all { StoreCopies.remove(copy) }
                record.backup = nil
            } else if !all.isEmpty {
                record.copies = all.map(\.relativePath)
            }
        }
        return record
    }
}

/// The number of stores by outcome.
private struct MigrationTally {
    private(set) var worst: ExitCode = .success
    private var counts: [(outcome: MigrationRecord.Outcome, count: Int)] = []

    /// The number of stores so far.
    var stores: Int { counts.reduce(0) { $0 + $1.count } }

    mutating func fail(_ code: ExitCode) {
        if code.rawValue > worst.rawValue { worst = code }
    }

    mutating func add(_ outcome: MigrationRecord.Outcome) {
        if let index = counts.firstIndex(where: { $0.outcome == outcome }) {
            counts[index].count += 1
        } else {
            counts.append((outcome, 1))
        }
    }

    /// One line: `3 stores: 2 migrated, 1 failed`.
    func text(of stores: Int) -> String {
        let left = stores - self.stores
        let parts: [String] =
            counts.map { "\($0.count) \($0.outcome.rawValue)" } + (left > 0 ? ["\(left) not started"] : [])
        return "\(stores) stores: \(parts.joined(separator: ", "))"
    }
}

extension TableStrategy.Rule: ExpressibleByArgument {}

extension StoreChecks: ExpressibleByArgument {}
