import ApusDiagnostics
import ApusMigration
import ApusProject
import ApusReports
import ApusSchema
import ApusTesting
import ArgumentParser
import Foundation

struct TestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Test all migrations: every frozen version, with made-up rows, cases and kept stores.",
        discussion: """
            Stores of every frozen version are made, empty and with typical and adversarial rows, and migrated to the \
            newest version: at once and step by step, which must give the same rows. The migrated stores are verified, \
            and nothing may be lost that no mapping accepts. Where the project can migrate back, that is tested as well.

            Cases in Migrations/<Model>/tests/*.yaml have rows of an older version and the rows that are expected of a \
            newer one.

            Ends with 1 if a test failed or something was recorded, and with 3 if a stage needs a decision, which is \
            printed.

            EXAMPLES
              apus test
              apus test --head                     also the schema that is being edited
              apus test --rows 1000 --seeds 5      more and larger stores
              apus test --from 7                   only version 7 and newer ones
              apus test --record                   write the expected rows of cases
              apus test --stores released/         also stores that were kept
              apus test --format junit > tests.xml
            """
    )

    @OptionGroup var options: ProjectOptions
    @OptionGroup var target: TargetOptions

    @Option(
        name: .long,
        help: ArgumentHelp("The oldest version that is tested; the first one by default.", valueName: "version"),
        completion: Completions.versions
    )
    var from: Schema.Version?

    @Option(name: .long, help: "The number of objects in the largest stores, at most 1000000; 100 by default.")
    var rows: Int?

    @Option(name: .long, help: "The number of seeds, each of which makes other rows, at most 1000; 1 by default.")
    var seeds: Int?

    @Option(
        name: .long,
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Kept stores, which are compared with the digests beside them: files, folders or patterns.",
            valueName: "store"
        ),
        completion: .file()
    )
    var stores: [String] = []

    @Flag(name: .long, help: "Write the rows that were found into cases and digests, where they differ.")
    var record: Bool = false

    @Option(name: .long, help: "The number of tests at a time; as many as the machine has cores by default.")
    var jobs: Int?

    @Option(name: .long, help: "The output format: text, json, junit or markdown.")
    var format: TestFormat = .text

    func validate() throws {
        if let rows, !(0...1_000_000).contains(rows) {
            throw ValidationError("--rows must be a number from 0 to 1000000")
        }
        if let seeds, !(1...1000).contains(seeds) { throw ValidationError("--seeds must be a number from 1 to 1000") }
        if let jobs, !(1...1000).contains(jobs) { throw ValidationError("--jobs must be a number from 1 to 1000") }
    }

    func run() throws {
        let interruption = Interruption()
        let loaded = try options.loadAll()
        let choice = ProjectTests.Choice(
            target: target.target,
            oldest: from,
            seeded: SeededStore.Selection(rows: rows, seeds: seeds),
            stores: stores,
            records: record
        )
        let tests = try ProjectTests(of: loaded, choice) { interruption.isRequested }
        for failure in tests.failures { Console.report(failure) }
        let clock = ContinuousClock.now
        var results = try run(tests.models.flatMap(\.tests), interruption)[...]
        let models = tests.models.map { model in
            defer { results = results.dropFirst(model.tests.count) }
            return TestReport.ModelTests(
                name: model.loaded.model.name,
                target: model.target,
                problems: model.failure?.diagnostics.map { .init($0.message, $0.notes + $0.help) } ?? [],
                tests: Array(results.prefix(model.tests.count)).failingWhatIsUntested
            )
        }
        let report = TestReport(models: models, seconds: (ContinuousClock.now - clock) / .seconds(1))
        switch format {
        case .text: Console.print(report.text)
        case .json: try Console.printJSON(report)
        case .junit: Console.printSource(report.junit)
        case .markdown: Console.print(report.markdown)
        }
        noteHeads(of: tests.models.map(\.loaded))
        // What was recorded is to be read and committed, so such a run does not pass, either.
        let isDifferent = report.tests.contains { [.failed, .recorded].contains($0.outcome) }
        let codes = (isDifferent ? [CommandFailure.Codes.difference] : []) + tests.failures.map(\.code)
        if let worst = codes.max(by: { $0.rawValue < $1.rawValue }) { throw CommandFailure([], code: worst) }
    }

    /// Runs tests on several threads, with temporary files in a folder that is removed whatever happens.
    private func run(_ tests: [PlannedTest], _ interruption: Interruption) throws -> [TestReport.Test] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "apus-test-\(UUID().uuidString)")
        do {
            // Rows may be those of real stores.
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw CommandFailure.invalid(
                "the folder for temporary files cannot be used: \(error.localizedDescription)",
                help: "set TMPDIR to a folder that can be written"
            )
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        // Shown on one thread at a time.
        nonisolated(unsafe) let line = ProgressLine("testing")
        defer { line.end() }
        let results = Workers.map(tests, jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount) { done, last in
            line.show(last.heading, done: done, of: tests.count)
        } _: { test in
            Result { interruption.isRequested ? nil : try test.run(in: folder) }
        }
        if interruption.isRequested { throw CommandFailure([], code: CommandFailure.Codes.stopped) }
        return try failing { try results.compactMap { try $0.get() } }
    }

    /// Notes which models have changes that the tests leave out.
    private func noteHeads(of models: [LoadedModel]) {
        guard target.target == .newestVersion else { return }
        for model in models where model.history.hasUnreleasedHead {
            Console.note(
                "the head of \(model.model.name) has changes that are not tested, which 'apus test --head' includes"
            )
        }
    }
}
