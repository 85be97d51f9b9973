package import ApusFiles
import ApusMigration
import ApusReports
import ApusSchema
import ApusStore
package import ApusYAML
import Foundation

extension TestRoute {
    /// The test of a case that leads to the route's target.
    ///
    /// - Parameters:
    ///   - one: The case.
    ///   - record: Writes what was found to the case's file, if that is not what it expects; `nil` if that is a failure.
    ///   - isCancelled: Returns whether to stop.
    /// - Returns: The test; `nil` if the route does not have the version of the rows.
    package func test(
        of one: MigrationCase,
        recording record: (@Sendable (YAMLValue) throws -> Void)?,
        isCancelled: @escaping @Sendable () -> Bool
    ) -> PlannedTest? {
        guard let start = states.firstIndex(where: { $0.version == one.from }) else { return nil }
        return PlannedTest(heading: one.file.path) { folder in
            let trial = Trial(route: self, folder: folder, isCancelled: isCancelled)
            let clock = ContinuousClock.now
            let (outcome, problems) = try trial.run(one, start, recording: record)
            return TestReport.Test(
                kind: .case,
                name: one.file.path,
                title: one.file.name,
                from: self.name(start),
                to: self.name(self.goal),
                outcome: outcome,
                problems: problems,
                rows: one.rows.count,
                seconds: (ContinuousClock.now - clock) / .seconds(1)
            )
        }
    }
}

extension Trial {
    fileprivate func run(
        _ one: MigrationCase,
        _ start: Int,
        recording record: (@Sendable (YAMLValue) throws -> Void)?
    ) throws -> (TestReport.Outcome, [TestReport.Problem]) {
        let url = folder.appending(path: "case.sqlite")
        let store = CaseStore(one.rows, of: route.states[start])
        let problem = "version \(route.name(start)) does not allow these rows"
        do {
            try store.create(url)
        } catch let error as StoreError {
            return (.failed, [.init(problem, error.diagnostics.map(\.message))])
        }
        let unsound = try unsoundness(of: url)
        if !unsound.isEmpty { return (.failed, unsound.map { .init(problem, $0.lines) }) }
        let stops = Array((start + 1..<max(route.goal, start + 1)).prefix(1))
        let result = try run(url, from: start, to: route.goal, stops: stops, isOwn: true)
        guard let migrated = result.migrated, result.problems.isEmpty else {
            return (.failed, result.problems + result.obstacles)
        }
        let rows = try StoreContent.reading(migrated.url) { try CaseRows($0, names: store.names) }
        let lines = one.expectations.map { $0.flatMap { rows.differences(to: $0) } }
        if lines == [] { return (.passed, []) }
        if let record {
            try record(rows.yaml)
            return (
                .recorded,
                [.init("the rows were recorded", ["read them in \(one.file.path), then run the tests again"])]
            )
        }
        guard let lines else {
            return (
                .failed,
                [.init("the case has no 'expect'", ["write it, or run: apus test --record"])]
            )
        }
        return (.failed, [.init("the rows are not as expected", lines)])
    }
}
