package import ApusFiles
import ApusMigration
package import ApusReports
import ApusSchema
import ApusStore
package import Foundation

/// Mappings with a mistake each, and the tests that should notice it.
///
/// What notices a mistake is a test that passes with the mapping as it is, and fails with the mistake. Stores with made-up
/// rows are only migrated in two ways that have the same mistake, so mostly cases and digests of kept stores notice one.
package struct MutantTests: Sendable {
    private let route: TestRoute
    private let cases: [(one: MigrationCase, route: TestRoute)]
    private let stores: [KeptStore]
    private let selection: SeededStore.Selection
    private let isCancelled: @Sendable () -> Bool

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - route: The versions that are tested.
    ///   - cases: The cases, each with the route to its target.
    ///   - stores: The kept stores.
    ///   - selection: The stores of each version.
    ///   - isCancelled: Returns whether to stop.
    package init(
        on route: TestRoute,
        cases: [(one: MigrationCase, route: TestRoute)],
        stores: [KeptStore],
        selection: SeededStore.Selection,
        isCancelled: @escaping @Sendable () -> Bool
    ) {
        (self.route, self.cases, self.stores) = (route, cases, stores)
        (self.selection, self.isCancelled) = (selection, isCancelled)
    }

    /// The tests of all mistakes in the mappings of the route that the check of mappings and the planner accept.
    ///
    /// - Parameter results: The results of all tests with the mappings as they are.
    /// - Returns: The tests, in the order of the versions.
    package func tests(after results: [TestReport.Test]) -> [PlannedMutant] {
        route.mutants.map { mutant, stage in
            let title = mutant.location.map { "\($0)" } ?? "\(stage.from)-\(stage.to)"
            return PlannedMutant(heading: "\(title), \(mutant.key.rawValue)") { folder in
                let noticedBy = self.test(noticing: stage, after: results, in: folder)
                let difference =
                    noticedBy == nil
                    ? MutantDifference(route: route, stage: stage, folder: folder, isCancelled: isCancelled)
                        .find(in: selection) : nil
                return TestReport.Mutant(
                    from: "\(stage.from)",
                    to: "\(stage.to)",
                    location: mutant.location.map { "\($0)" },
                    key: mutant.key.rawValue,
                    change: "\(mutant.change)",
                    noticedBy: noticedBy,
                    difference: difference?.text,
                    example: difference?.example,
                    store: difference?.command
                )
            }
        }
    }

    /// The first test that fails with another stage.
    private func test(noticing stage: Stage, after known: [TestReport.Test], in folder: URL) -> String? {
        for (one, route) in cases {
            guard let mutated = route.replacing(stage), mutated.passes(stage, from: one.from),
                let test = mutated.test(of: one, recording: nil, isCancelled: isCancelled)
            else { continue }
            if test.run(in: folder).outcome == .failed { return one.file.path }
        }
        guard let mutated = route.replacing(stage) else { return nil }
        for store in stores {
            guard let version = store.version, mutated.passes(stage, from: version) else { continue }
            if mutated.test(of: store, isCancelled: isCancelled).run(in: folder).outcome == .failed {
                return store.name
            }
        }
        let seeded = mutated.tests(with: selection, isCancelled: isCancelled).filter { $0.from == "\(stage.from)" }
        // Cases and kept stores pass with the mistake as well, so they still test their version if no made-up rows do.
        var results = known.filter { $0.kind != .seeded }
        for test in seeded {
            results.append(test.run(in: folder))
            if results.last?.outcome == .failed { break }
        }
        return results.failingWhatIsUntested.first { $0.outcome == .failed }?.name
    }
}

/// The test of one mistake, which can be run by itself.
package struct PlannedMutant: Sendable {
    /// The mistake, for progress.
    package let heading: String

    fileprivate let work: @Sendable (_ folder: URL) -> TestReport.Mutant

    /// Runs the test.
    ///
    /// - Parameter folder: A folder for temporary files.
    /// - Returns: The result.
    package func run(in folder: URL) -> TestReport.Mutant {
        let own = folder.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: own) }
        try? FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        return work(own)
    }
}

extension TestRoute {
    /// The mistakes that a stage can have and still be carried out, each with that stage.
    fileprivate var mutants: [(mutant: MappingMutant, stage: Stage)] {
        stages.flatMap { original -> [(mutant: MappingMutant, stage: Stage)] in
            guard let mapping = original.mapping else { return [] }
            let (older, newer) = (original.old, original.new)
            return mapping.mutants(to: newer).compactMap { mutant in
                let check = MappingCheck(mutant.mapping, older: older, newer: newer)
                if check.diagnostics.contains(where: { $0.severity == .error }) { return nil }
                guard let stage = try? stage(original, with: mutant.mapping), stage.refusals.isEmpty else {
                    return nil
                }
                return (mutant, stage)
            }
        }
    }
}
