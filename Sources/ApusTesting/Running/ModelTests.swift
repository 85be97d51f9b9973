package import ApusFiles
package import ApusMigration
package import ApusReports
package import ApusSchema
package import ApusStore
package import ApusYAML
import Dispatch
package import Foundation

/// The tests of a model, before they are run.
package struct ModelTests: Sendable {
    /// The name of the version to which stores are migrated; `nil` if there is no version to migrate from.
    package let target: String?

    /// The tests: seeded stores, cases, then kept stores.
    package let tests: [PlannedTest]

    /// The mistakes in the mappings.
    package let mutants: MutantTests

    /// Why cases cannot be run, by their target. The tests of these cases fail.
    package let errors: [PlanningError]

    /// What is tested.
    package struct Choice: Sendable {
        /// The version to which stores are migrated.
        package let target: Planner.Target
        /// The oldest version; `nil` for the first one.
        package let oldest: Schema.Version?
        /// The stores with made-up rows.
        package let selection: SeededStore.Selection
        /// The code that the migrations call.
        package var code: MigrationCode
        /// The name of the executable that has it, as the project says.
        package var executable: String?
        /// Returns whether to stop.
        package let isCancelled: @Sendable () -> Bool

        /// Creates a value.
        package init(
            target: Planner.Target,
            oldest: Schema.Version?,
            selection: SeededStore.Selection,
            code: MigrationCode = MigrationCode(),
            executable: String? = nil,
            isCancelled: @escaping @Sendable () -> Bool
        ) {
            (self.target, self.oldest, self.selection, self.isCancelled) = (target, oldest, selection, isCancelled)
            (self.code, self.executable) = (code, executable)
        }
    }

    /// Plans the tests.
    ///
    /// - Parameters:
    ///   - planner: The planner of the model.
    ///   - cases: The cases.
    ///   - stores: The kept stores.
    ///   - choice: What is tested.
    ///   - recorder: Returns what writes the rows that a case should expect to its file; `nil` if a difference is a failure.
    /// - Throws: `PlanningError` if a stage needs a decision, or there is no such version.
    package init(
        _ planner: Planner,
        cases: [MigrationCase],
        stores: [KeptStore],
        _ choice: Choice,
        recordingWith recorder: (MigrationCase) -> (@Sendable (YAMLValue) throws -> Void)? = { _ in nil }
    ) throws(PlanningError) {
        func makeRoute(to target: Planner.Target, from oldest: Schema.Version?) throws(PlanningError) -> TestRoute {
            try TestRoute(planner, to: target, from: oldest, code: choice.code, executable: choice.executable)
        }
        let main = try makeRoute(to: choice.target, from: choice.oldest)
        target = main.targetName
        var tests = main.tests(with: choice.selection, isCancelled: choice.isCancelled)
        var errors: [PlanningError] = []
        var routes: [(one: MigrationCase, route: TestRoute)] = []
        let versions = planner.history.versions
        // Cases of one target share what is read and planned.
        let groups = Dictionary(grouping: cases, by: \.to).values.sorted { $0[0].file.path < $1[0].file.path }
        for cases in groups {
            let oldest = cases.compactMap { versions.firstIndex(of: $0.from) }.min().map { versions[$0] }
            do throws(PlanningError) {
                let route = try makeRoute(to: cases[0].to.map { .version($0) } ?? .head, from: oldest)
                routes += cases.map { ($0, route) }
                tests += cases.compactMap {
                    route.test(of: $0, recording: recorder($0), isCancelled: choice.isCancelled)
                }
            } catch {
                errors.append(error)
                tests += cases.map { PlannedTest(of: $0, failingWith: TestReport.Problem.all(of: error)) }
            }
        }
        self.tests = tests + stores.map { main.test(of: $0, isCancelled: choice.isCancelled) }
        self.errors = errors
        mutants = MutantTests(
            on: main,
            cases: routes,
            stores: stores,
            selection: choice.selection,
            isCancelled: choice.isCancelled
        )
    }

    /// Runs the tests on as many threads as the machine has cores, none of which is one of Swift's concurrency.
    ///
    /// - Parameter folder: A folder for temporary files.
    /// - Returns: The results, in the order of the tests.
    package func run(in folder: URL) async -> [TestReport.Test] {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let jobs = ProcessInfo.processInfo.activeProcessorCount
                let results = Workers.map(tests, jobs: jobs) { $0.run(in: folder) }
                continuation.resume(returning: results.failingWhatIsUntested)
            }
        }
    }
}
