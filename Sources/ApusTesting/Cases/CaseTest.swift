package import ApusFiles
import ApusMigration
package import ApusReports
import ApusSchema
import ApusStore
package import ApusYAML
import Foundation

extension TestRoute {
    /// The test of a case that migrates to the route's target.
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
        return PlannedTest(of: one, to: name(goal)) { folder in
            let trial = Trial(route: self, folder: folder, isCancelled: isCancelled)
            return try trial.run(one, start, recording: record)
        }
    }
}

extension PlannedTest {
    /// The test of a case that cannot be run.
    ///
    /// - Parameters:
    ///   - one: The case.
    ///   - problems: Why it cannot be run.
    package init(of one: MigrationCase, failingWith problems: [TestReport.Problem]) {
        self.init(of: one, to: one.to.map { "\($0)" } ?? "head") { _ in
            Findings(outcome: .failed, problems: problems, rows: one.rows.count)
        }
    }

    fileprivate init(
        of one: MigrationCase,
        to target: String,
        _ work: @escaping @Sendable (_ folder: URL) throws -> Findings
    ) {
        self.init(
            heading: one.file.path,
            kind: .case,
            name: one.file.path,
            title: one.file.name,
            from: "\(one.from)",
            to: target,
            work: work
        )
    }
}

extension Trial {
    fileprivate func run(
        _ one: MigrationCase,
        _ start: Int,
        recording record: (@Sendable (YAMLValue) throws -> Void)?
    ) throws -> PlannedTest.Findings {
        var found = PlannedTest.Findings(outcome: .failed, rows: one.rows.count)
        let url = folder.appending(path: "case.sqlite")
        let store = CaseStore(one.rows, of: route.states[start])
        let problem = "version \(route.name(start)) does not allow these rows"
        do {
            try store.create(url)
        } catch let error as StoreError {
            found.problems = [.init(problem, error.diagnostics.map(\.message))]
            return found
        }
        let unsound = try unsoundness(of: url)
        if !unsound.isEmpty {
            found.problems = unsound.map { .init(problem, $0.lines) }
            return found
        }
        let stops = Array((start + 1..<max(route.goal, start + 1)).prefix(1))
        let result = try run(url, from: start, to: route.goal, stops: stops, isOwn: true)
        found.notes = result.notes
        guard let migrated = result.migrated, result.problems.isEmpty else {
            found.problems = result.problems + result.obstacles
            return found
        }
        let rows = try StoreContent.reading(migrated.url, keys: .forTests) { try CaseRows($0, names: store.names) }
        let lines = one.expectations.map { $0.flatMap { rows.differences(to: $0) } }
        if lines == [] {
            found.outcome = .passed
        } else if let record {
            try record(rows.yaml)
            found.outcome = .recorded
            found.problems = [
                .init("the rows were recorded", ["read them in \(one.file.path), then run the tests again"])
            ]
        } else if let lines {
            found.problems = [.init("the rows are not as expected", lines)]
        } else {
            found.problems = [.init("the case has no 'expect'", ["write it, or run: apus test --record"])]
        }
        return found
    }
}
