import ApusDiagnostics
import ApusMigration
import ApusPictures
import ApusProject
import ApusReports
import ApusSchema
import ApusStore
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

            With --mutants, mistakes are made in the mappings, one at a time: a line is left out, values are swapped, a \
            condition is negated. Those that no test notices are listed, with a case that would notice them.

            Ends with 1 if a test failed, something was recorded or a mistake was not noticed, and with 3 if a stage \
            needs a decision, which is printed.

            EXAMPLES
              apus test
              apus test --head                     also the schema that is being edited
              apus test --rows 1000 --seeds 5      more and larger stores
              apus test --from 7                   only version 7 and newer ones
              apus test --record                   write the expected rows of cases
              apus test --stores stores/           also stores that were kept
              apus test --stores stores/ --key notes=notes.key
              apus test --mutants                  also mistakes that no test would notice
              apus test --format junit > tests.xml
            """
    )

    @OptionGroup var options: ProjectOptions
    @OptionGroup var target: TargetOptions
    @OptionGroup var keys: KeyOptions

    @Option(
        name: .long,
        help: ArgumentHelp("The oldest version that is tested; the first one by default.", valueName: "version"),
        completion: Completions.versions,
        transform: VersionArgument.version
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

    @Flag(name: .long, help: "Update the expected rows of cases and the digests of kept stores to what was found.")
    var record: Bool = false

    @Flag(
        name: .long,
        help: "Make one mistake after another in the mappings, and list those that no test notices."
    )
    var mutants: Bool = false

    @Option(name: .long, help: "The number of tests at a time; as many as the machine has cores by default.")
    var jobs: Int?

    @Option(name: .long, help: "The output format: text, json, junit, markdown or html.")
    var format: TestFormat = .text

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if record, mutants {
            throw ValidationError(
                "--record and --mutants exclude each other: mistakes are looked for once all tests pass"
            )
        }
        if let rows, !(0...1_000_000).contains(rows) {
            throw ValidationError("--rows must be a number from 0 to 1000000")
        }
        if let seeds, !(1...1000).contains(seeds) { throw ValidationError("--seeds must be a number from 1 to 1000") }
        if let jobs, !(1...1000).contains(jobs) { throw ValidationError("--jobs must be a number from 1 to 1000") }
    }

    func run() throws {
        do {
            try test()
        } catch let failure as CommandFailure where !Console.hasPrinted && !failure.diagnostics.isEmpty {
            // A CI system that is to show tests finds the reason in the same report. JSON has an object for every failure.
            if [.junit, .markdown, .html].contains(format) {
                try? print(TestReport(models: [], problems: failure.diagnostics.map { .init($0) }, seconds: 0))
            }
            throw failure
        }
    }

    private func test() throws {
        let interruption = Interruption()
        let loaded = try options.loadAll()
        let choice = ModelTests.Choice(
            target: target.target,
            oldest: from,
            selection: SeededStore.Selection(rows: rows, seeds: seeds)
        ) {
            interruption.isRequested
        }
        let tests = try ProjectTests(
            of: loaded,
            .init(tests: choice, stores: stores, records: record, keys: StoreKeys(KeptStoreSealer(keys.keys)))
        )
        for failure in tests.failures { Console.report(failure) }
        let clock = ContinuousClock.now
        let report = try inFolder { folder in
            var results = try run(tests.models.flatMap { $0.tests?.tests ?? [] }, title: "testing", until: interruption)
            {
                $0.heading
            } _: { test in
                test.run(in: folder)
            }[...]
            let models = tests.models.map { model in
                let count = model.tests?.tests.count ?? 0
                defer { results = results.dropFirst(count) }
                return TestReport.ModelTests(
                    name: model.loaded.model.name,
                    target: model.tests?.target,
                    problems: model.problems,
                    tests: Array(results.prefix(count)).failingWhatIsUntested
                )
            }
            var report = TestReport(models: models, problems: tests.problems, seconds: 0)
            if mutants { try addMutants(to: &report, tests, in: folder, interruption) }
            report.seconds = (ContinuousClock.now - clock) / .seconds(1)
            return report
        }
        try print(report)
        noteHeads(of: tests.models.map(\.loaded))
        // What was recorded is to be read and committed, so such a run does not pass, either.
        let isDifferent =
            report.tests.contains { [.failed, .recorded].contains($0.outcome) } || !report.survivors.isEmpty
        let codes =
            (isDifferent ? [CommandFailure.Codes.difference] : []) + tests.failures.map(\.code)
            + (report.tests.contains(where: \.isStoreUnusable) ? [CommandFailure.Codes.store] : [])
        if let worst = codes.max(by: { $0.rawValue < $1.rawValue }) { throw CommandFailure([], code: worst) }
    }

    private func print(_ report: TestReport) throws {
        switch format {
        case .text: Console.print(report.text)
        case .json: try? Console.printJSON(report)
        case .junit: Console.printSource(report.junit)
        case .markdown: Console.print(report.sheet.markdown)
        case .html: try PageOutput.show(SheetPage(title: "Migration tests", report.sheet).text, named: "test")
        }
    }

    /// Tests which mistakes in mappings the tests notice. A test that fails without one would notice none of its own.
    private func addMutants(
        to report: inout TestReport,
        _ tests: ProjectTests,
        in folder: URL,
        _ interruption: Interruption
    ) throws {
        if report.tests.contains(where: { $0.outcome == .failed }) {
            Console.note("mistakes in mappings are only looked for if all tests pass")
            return
        }
        let planned = zip(tests.models, report.models).map { model, report in
            model.tests?.mutants.tests(after: report.tests)
        }
        var results = try run(planned.flatMap { $0 ?? [] }, title: "mutants", until: interruption) {
            $0.heading
        } _: { mutant in
            mutant.run(in: folder)
        }[...]
        for (index, mutants) in planned.enumerated() {
            guard let mutants else { continue }
            report.models[index].mutants = Array(results.prefix(mutants.count))
            results = results.dropFirst(mutants.count)
        }
    }

    /// Does work with a folder for temporary files, which is removed whatever happens.
    private func inFolder<Result>(_ work: (URL) throws -> Result) throws -> Result {
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
                "the folder for temporary files cannot be used: \(error.fileReason)",
                help: "set TMPDIR to a folder that can be written"
            )
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        return try work(folder)
    }

    /// Runs tests on several threads.
    private func run<Test: Sendable, Result: Sendable>(
        _ tests: [Test],
        title: String,
        until interruption: Interruption,
        heading: @Sendable (Test) -> String,
        _ work: @Sendable (Test) -> Result
    ) throws -> [Result] {
        // Shown on one thread at a time.
        nonisolated(unsafe) let line = ProgressLine(title)
        defer { line.end() }
        let results = Workers.map(tests, jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount) { done, last in
            line.show(heading(last), done: done, of: tests.count)
        } _: { test in
            interruption.isRequested ? nil : work(test)
        }
        if interruption.isRequested { throw CommandFailure([], code: CommandFailure.Codes.stopped) }
        return results.compactMap { $0 }
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
