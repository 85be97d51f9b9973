import ApusMigration
package import ApusReports
import ApusSchema
import ApusSeeding
import ApusStore
package import Foundation

/// A test that can be run by itself, with others on other threads.
package struct PlannedTest: Sendable {
    /// The test in the name of its model, for progress.
    package let heading: String

    let run: @Sendable (_ folder: URL) throws -> TestReport.Test

    /// Runs the test.
    ///
    /// - Parameter folder: A folder for temporary files, in which the test gets one of its own.
    /// - Returns: The result.
    /// - Throws: `StoreError` if the test was cancelled.
    package func run(in folder: URL) throws -> TestReport.Test {
        let own = folder.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: own) }
        return try run(own)
    }
}

extension TestRoute {
    /// The tests of every version with made-up rows.
    ///
    /// A store is migrated at once, and to the next version and then at once. If both give the same rows for every version,
    /// so does any way through the versions. One store of the oldest version is migrated through all of them nevertheless.
    ///
    /// - Parameters:
    ///   - selection: The stores of each version.
    ///   - isCancelled: Returns whether to stop.
    /// - Returns: The tests, oldest version first.
    package func tests(
        with selection: SeededStore.Selection,
        isCancelled: @escaping @Sendable () -> Bool
    ) -> [PlannedTest] {
        states.indices.dropLast().flatMap { start in
            selection.stores(ofAge: goal - 1 - start).map { store in
                let isWhole = start == 0 && store == selection.main
                let stops = Array((start + 1..<goal).prefix(isWhole ? goal : 1))
                return PlannedTest(heading: "\(states[start].schema.model) \(name(start)), \(store.title)") { folder in
                    let trial = Trial(route: self, folder: folder, isCancelled: isCancelled)
                    return try trial.test(store, start, stops: stops)
                }
            }
        }
    }
}

extension Trial {
    fileprivate func test(_ store: SeededStore, _ start: Int, stops: [Int]) throws -> TestReport.Test {
        let clock = ContinuousClock.now
        let url = folder.appending(path: "seeded.sqlite")
        var result = Result()
        var (rows, goesBack) = (0, false)
        do {
            rows = try Seeder(rows: store.rows, seed: store.seed, profile: store.profile)
                .seed(url, holding: route.states[start]).rows
        } catch let problem as SeedProblem {
            // No rows obey the model, or too many would be needed; that is no matter of a migration.
            result.obstacles = [.init(problem.message, problem.help)]
        }
        if result.obstacles.isEmpty {
            result = try run(url, from: start, to: route.goal, stops: stops, isOwn: true)
            if let migrated = result.migrated, result.problems.isEmpty, route.leadsBack(to: start) {
                let stop = start < route.goal - 1 ? [route.goal - 1] : []
                let back = try run(migrated.url, from: route.goal, to: start, stops: stop, isOwn: true)
                result.problems += back.problems
                goesBack = back.migrated != nil
            }
        }
        let command =
            "to repeat it: apus seed old.sqlite --at \(route.name(start)) --rows \(store.rows) "
            + "--seed \(store.seed) --profile \(store.profile.rawValue)"
        let outcome: TestReport.Outcome =
            !result.problems.isEmpty ? .failed : result.obstacles.isEmpty ? .passed : .skipped
        let problems = result.problems.isEmpty ? result.obstacles : result.problems + [.init(command)]
        return TestReport.Test(
            kind: .seeded,
            name: store.name,
            title: store.title,
            from: route.name(start),
            to: route.name(route.goal),
            outcome: outcome,
            problems: problems,
            rows: rows,
            goesBack: goesBack,
            changes: result.migrated.map { TestReport.Change.all(of: $0.effects) } ?? [],
            seconds: (ContinuousClock.now - clock) / .seconds(1)
        )
    }
}

extension TestReport.Change {
    /// The effects of a migration: rows that come or go, then values.
    static func all(of effects: RowEffects) -> [Self] {
        effects.rows.map { rows in
            Self(path: "\(rows.path)", summary: "\(rows.before) → \(rows.after) rows", samples: [])
        }
            + effects.values.map { values in
                let counts = [(values.changed, "changed"), (values.lost, "lost"), (values.filled, "filled")]
                return Self(
                    path: "\(values.path)",
                    summary: counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", "),
                    samples: values.samples.map { .init(row: $0.row, before: $0.before, after: $0.after) }
                )
            }
    }
}
