package import ApusFiles
import ApusMigration
import ApusReports
import ApusSchema
import ApusStore
package import Foundation

/// A store that was kept, with the digest of its rows after a migration.
package struct KeptStore: Sendable {
    /// The store's path, as messages show it.
    package let name: String
    /// The store, of which only copies are migrated.
    package let url: URL
    /// What its digest says; `nil` if it has none.
    package let known: RowDigestFile.Contents?
    /// Writes the digest if there is none or it differs; `nil` if that is a failure.
    package let record: (@Sendable (RowDigestFile.Contents) throws -> Void)?

    /// Creates a value.
    package init(
        name: String,
        url: URL,
        known: RowDigestFile.Contents?,
        record: (@Sendable (RowDigestFile.Contents) throws -> Void)?
    ) {
        (self.name, self.url, self.known, self.record) = (name, url, known, record)
    }
}

extension TestRoute {
    /// The test of a kept store: it can be migrated to the target, and its rows at the version of the digest are those of
    /// the digest. That version is frozen, so a digest stays valid whatever versions follow.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - isCancelled: Returns whether to stop.
    /// - Returns: The test.
    package func test(of store: KeptStore, isCancelled: @escaping @Sendable () -> Bool) -> PlannedTest {
        PlannedTest(heading: store.name) { folder in
            let trial = Trial(route: self, folder: folder, isCancelled: isCancelled)
            let clock = ContinuousClock.now
            var found = Trial.Found()
            do throws(StoreError) {
                let status = try StoreStatus(of: store.url, model: self.states[self.goal].schema.model)
                found.version = "\(status.description.state.point)"
                found.rows = status.rows.reduce(0) { $0 + ($1.count ?? 0) }
                try trial.run(store, status.description.state, &found)
            } catch {
                found.problems = [try Trial.problem(error, "reading the store")]
            }
            if found.outcome == .recorded, let digest = found.digest { try store.record?(digest) }
            return TestReport.Test(
                kind: .store,
                name: store.name,
                title: store.name,
                from: found.version,
                to: self.name(self.goal),
                outcome: found.outcome,
                problems: found.problems,
                rows: found.rows,
                changes: found.changes,
                seconds: (ContinuousClock.now - clock) / .seconds(1)
            )
        }
    }
}

extension Trial {
    /// What the test of a kept store finds.
    fileprivate struct Found {
        var version = "unknown"
        var rows = 0
        var problems: [TestReport.Problem] = []
        var changes: [TestReport.Change] = []
        var digest: RowDigestFile.Contents?
        var isRecorded = false

        var outcome: TestReport.Outcome { isRecorded ? .recorded : problems.isEmpty ? .passed : .failed }
    }

    fileprivate func run(_ store: KeptStore, _ state: StoreState, _ found: inout Found) throws(StoreError) {
        guard let start = route.states.firstIndex(where: { $0.version != nil && $0.version == state.version }) else {
            found.problems = [.init("the store is at \(state.point), which is not one of the tested versions")]
            return
        }
        let stops = Array((start + 1..<max(route.goal, start + 1)).prefix(1))
        let result = try run(store.url, from: start, to: route.goal, stops: stops, isOwn: false)
        found.problems = result.problems + result.obstacles
        guard let migrated = result.migrated, found.problems.isEmpty else { return }
        found.changes = TestReport.Change.all(of: migrated.effects)
        let newest = route.states.lastIndex { $0.version != nil }
        let index = store.known.map { known in route.states.firstIndex { $0.version == known.version } } ?? newest
        guard let index, let version = route.states[index].version, index >= start else {
            found.problems = [.init("the digest is not of a version to which the store can be migrated")]
            return
        }
        let copy = index == route.goal ? migrated.url : folder.appending(path: "digest.sqlite")
        if index != route.goal {
            _ = try route.migrator(from: start, to: index, isCancelled: isCancelled).rehearse(store.url, keeping: copy)
        }
        let model = state.schema.model
        let digest = try StoreContent.reading(copy, model: model) { try RowDigest(of: $0) }
        found.digest = RowDigestFile.Contents(version: version, digest: digest)
        if store.known?.digest == digest { return }
        found.isRecorded = store.record != nil
        found.problems = [
            found.isRecorded
                ? .init("the digest of the rows was recorded, commit it")
                : store.known.map { known in
                    .init(
                        "the rows at version \(version) are not those of the digest",
                        known.digest.differences(to: digest)
                    )
                } ?? .init("the store has no digest of its rows", ["run: apus test --stores FOLDER --record"])
        ]
    }
}
