import ApusMigration
import ApusReports
import ApusSchema
import ApusSeeding
import ApusStore
import Foundation

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
            let stores = selection.stores(ofAge: goal - 1 - start)
            // No store can be migrated back then; to say it once is enough.
            let refused = refusal(backTo: start).map(TestReport.Problem.all) ?? []
            return stores.map { store in
                let problems = store == stores.first ? refused : []
                let isWhole = start == 0 && store == selection.main
                let stops = Array((start + 1..<goal).prefix(isWhole ? goal : 1))
                return PlannedTest(
                    heading: "\(states[start].schema.model) \(name(start)), \(store.title)",
                    kind: .seeded,
                    name: store.name,
                    title: store.title,
                    from: name(start),
                    to: name(goal)
                ) { folder in
                    let trial = Trial(route: self, folder: folder, isCancelled: isCancelled)
                    return try trial.test(store, start, stops: stops, problems)
                }
            }
        }
    }
}

extension Trial {
    fileprivate func test(
        _ store: SeededStore,
        _ start: Int,
        stops: [Int],
        _ problems: [TestReport.Problem]
    ) throws -> PlannedTest.Findings {
        let url = folder.appending(path: "seeded.sqlite")
        var result = Result()
        var found = PlannedTest.Findings()
        do {
            found.rows = try store.make(url, holding: route.states[start])
        } catch let problem as SeedProblem {
            // No rows obey the model, or too many would be needed; that is not about a migration.
            result.obstacles = [.init(problem.message, problem.help)]
        }
        if result.obstacles.isEmpty {
            result = try run(url, from: start, to: route.goal, stops: stops, isOwn: true)
            if let migrated = result.migrated, result.problems.isEmpty, route.leadsBack(to: start) {
                let next = route.goal - 1
                let isBetween = start < next && route.leadsBack(to: next) && route.leads(from: next, to: start)
                let stop = isBetween ? [next] : []
                let back = try run(migrated.url, from: route.goal, to: start, stops: stop, isOwn: true)
                result.problems += back.problems
                result.notes += back.notes
                found.goesBack = back.migrated != nil
            }
        }
        let command =
            "to repeat it: apus seed old.sqlite --at \(route.name(start)) --rows \(store.rows) "
            + "--seed \(store.seed) --profile \(store.profile.rawValue)"
        let isFailed = !result.problems.isEmpty || !problems.isEmpty
        found.outcome = isFailed ? .failed : result.obstacles.isEmpty ? .passed : .skipped
        found.problems =
            problems + (result.problems.isEmpty ? result.obstacles : result.problems + [.init(command)])
        found.notes = result.notes
        found.changes = result.migrated.map { TestReport.Change.all(of: $0.effects) } ?? []
        return found
    }
}

extension SeededStore {
    /// Makes the store.
    ///
    /// - Parameters:
    ///   - url: Its file, which must not exist.
    ///   - state: What it holds.
    /// - Returns: The number of objects.
    /// - Throws: `SeedProblem` if no rows obey the model, or `StoreError`.
    func make(_ url: URL, holding state: StoreState) throws -> Int {
        var seeder = Seeder(rows: rows, seed: seed, profile: profile)
        seeder.keys = .forTests
        return try seeder.seed(url, holding: state).rows
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
