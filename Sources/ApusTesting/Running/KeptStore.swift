package import ApusDiagnostics
package import ApusFiles
import ApusMigration
import ApusReports
package import ApusSchema
package import ApusStore
package import Foundation

/// A store that was kept, with the digest of its rows after a migration.
package struct KeptStore: Sendable {
    /// The store's path, as messages show it.
    package let name: String
    /// The store, of which only copies are migrated.
    package let url: URL
    /// Its version; `nil` if it is at none.
    package let version: Schema.Version?
    /// What its digest says; `nil` if it has none.
    package let known: RowDigestFile.Contents?
    /// Writes the digest if there is none or it differs; `nil` if that is a failure.
    package let record: (@Sendable (RowDigestFile.Contents) throws -> Void)?
    /// The keys of its encrypted values.
    package var keys: StoreKeys = .forTests

    /// Creates a value.
    package init(
        name: String,
        url: URL,
        version: Schema.Version?,
        known: RowDigestFile.Contents?,
        record: (@Sendable (RowDigestFile.Contents) throws -> Void)?
    ) {
        (self.name, self.url, self.version) = (name, url, version)
        (self.known, self.record) = (known, record)
    }

    /// Creates a value, with the digest beside the store if there is one: `1.sqlite.rows.yaml`, or
    /// `1.sqlite.Trips.rows.yaml` beside a store of several models.
    ///
    /// - Parameters:
    ///   - path: The store's path.
    ///   - name: The path as messages show it.
    ///   - models: The models that the store holds.
    ///   - model: The model that is tested.
    ///   - versions: The frozen versions of that model.
    ///   - findings: Receives what is wrong with the digest.
    ///   - read: Reads a file; `nil` if there is none, or it cannot be read.
    ///   - recorder: Returns what writes a digest to a path; `nil` if a difference is a failure.
    package init(
        _ path: String,
        named name: String,
        holding models: [StoreDescription],
        of model: String,
        versions: [Schema.Version],
        into findings: inout DiagnosticCollector,
        reading read: (_ path: String, _ findings: inout DiagnosticCollector) throws -> SourceFile?,
        recordingWith recorder: (_ path: String) -> (@Sendable (RowDigestFile.Contents) throws -> Void)? = { _ in nil }
    ) rethrows {
        let digestPath = path + (models.count > 1 ? ".\(model)" : "") + RowDigestFile.suffix
        let version = models.first { $0.model == model }?.state.version
        var known: RowDigestFile.Contents?
        // A store of a retired or unknown version cannot be migrated, which is what its test says.
        if version.map(versions.contains) != false, let file = try read(digestPath, &findings) {
            let (contents, problems) = RowDigestFile.read(file, versions: versions)
            findings.add(contentsOf: problems)
            known = contents
        }
        self.init(
            name: name,
            url: URL(fileURLWithPath: path),
            version: version,
            known: known,
            record: recorder(digestPath)
        )
    }

    /// Creates a value for a store that only its test judges: one that cannot be read has no models.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - model: The model that is tested.
    ///   - versions: The frozen versions of that model.
    ///   - findings: Receives what is wrong with the digest.
    ///   - read: Reads a file; `nil` if there is none.
    package init(
        _ url: URL,
        of model: String,
        versions: [Schema.Version],
        into findings: inout DiagnosticCollector,
        reading read: (_ path: String, _ findings: inout DiagnosticCollector) throws -> SourceFile?
    ) rethrows {
        let models = (try? StoreInspection(of: url))?.models.map(\.description) ?? []
        try self.init(
            url.path,
            named: url.lastPathComponent,
            holding: models,
            of: model,
            versions: versions,
            into: &findings,
            reading: read
        )
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
        PlannedTest(
            heading: store.name,
            kind: .store,
            name: store.name,
            title: store.name,
            from: store.version.map { "\($0)" } ?? "unknown",
            to: name(goal)
        ) { folder in
            let trial = Trial(route: self, folder: folder, isCancelled: isCancelled, keys: store.keys)
            var found = PlannedTest.Findings()
            do throws(StoreError) {
                let status = try StoreStatus(of: store.url, model: trial.model)
                found.from = "\(status.description.state.point)"
                found.rows = status.rows.reduce(0) { $0 + ($1.count ?? 0) }
                let digest = try trial.run(store, status.description.state, &found)
                if found.outcome == .recorded, let digest {
                    do { try store.record?(digest) } catch { found.fail(TestReport.Problem.all(of: error)) }
                }
            } catch {
                found.fail([Trial.problem(error, "reading the store")])
            }
            if found.outcome == .failed, let damage = trial.damage(of: store.url) {
                found.problems = [damage]
                found.isUnusable = true
            }
            return found
        }
    }
}

extension PlannedTest.Findings {
    fileprivate mutating func fail(_ problems: [TestReport.Problem]) {
        (outcome, self.problems) = (.failed, problems)
    }
}

extension Trial {
    /// Why a store cannot be used, whatever is tested; `nil` if it can.
    fileprivate func damage(of url: URL) -> TestReport.Problem? {
        do throws(StoreError) {
            let damages = try Verifier.verify(url, model: model).damages
            if damages.isEmpty { return nil }
            return .init("the store is damaged", damages.linesOfSQLite + ["restore it from a copy"])
        } catch {
            return Self.problem(error, "reading the store")
        }
    }

    /// Migrates a kept store; the digest of its rows is the result if it differs from the known one.
    fileprivate func run(
        _ store: KeptStore,
        _ state: StoreState,
        _ found: inout PlannedTest.Findings
    ) throws(StoreError) -> RowDigestFile.Contents? {
        guard let start = route.states.firstIndex(where: { $0.version != nil && $0.version == state.version }) else {
            let reason = route.isRetired(state.version) ? "retired" : "not one of the tested versions"
            found.fail([.init("the store is at \(state.point), which is \(reason)")])
            return nil
        }
        let stops = Array((start + 1..<max(route.goal, start + 1)).prefix(1))
        let result = try run(store.url, from: start, to: route.goal, stops: stops, isOwn: false)
        found.notes = result.notes
        guard let migrated = result.migrated, result.problems.isEmpty else {
            found.fail(result.problems + result.obstacles)
            return nil
        }
        found.changes = TestReport.Change.all(of: migrated.effects)
        let newest = route.states.lastIndex { $0.version != nil }
        let index = store.known.map { known in route.states.firstIndex { $0.version == known.version } } ?? newest
        guard let index, let version = route.states[index].version, index >= start else {
            found.fail([.init("the digest is not of a version to which the store can be migrated")])
            return nil
        }
        let copy = index == route.goal ? migrated.url : folder.appending(path: "digest.sqlite")
        if index != route.goal {
            _ = try route.migrator(from: start, to: index, keys: keys, isCancelled: isCancelled)
                .rehearse(store.url, keeping: copy)
        }
        let digest = try StoreContent.reading(copy, model: model, keys: keys) { try RowDigest(of: $0) }
        if store.known?.digest == digest { return nil }
        if store.record != nil {
            found.outcome = .recorded
            found.problems = [.init("the digest of the rows was recorded, commit it")]
        } else if let known = store.known {
            found.fail(
                [
                    .init(
                        "the rows at version \(version) are not those of the digest",
                        known.digest.differences(to: digest)
                    )
                ]
            )
        } else {
            found.fail([.init("the store has no digest of its rows", ["run: apus test --stores FOLDER --record"])])
        }
        return RowDigestFile.Contents(version: version, digest: digest)
    }
}
