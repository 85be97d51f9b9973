import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusReports
import ApusSchema
import ApusStore
import ApusTesting
import ApusYAML
import ArgumentParser
import Foundation

/// The tests of a project's models, before they are run.
struct ProjectTests {
    /// The tests of a model.
    struct Model {
        let loaded: LoadedModel
        /// Its tests; `nil` if it cannot be tested.
        var tests: ModelTests?
        /// Why it cannot be tested.
        var problems: [TestReport.Problem] = []
    }

    /// What is tested.
    struct Choice {
        let tests: ModelTests.Choice
        /// The arguments that name kept stores.
        let stores: [String]
        /// Whether what is found becomes the expectation.
        let records: Bool
        /// The keys of kept stores.
        let keys: StoreKeys
    }

    /// The models.
    private(set) var models: [Model] = []

    /// Why some of the tests cannot be run.
    private(set) var failures: [CommandFailure] = []

    /// Which kept stores cannot be used.
    private(set) var problems: [TestReport.Problem] = []

    private let choice: Choice

    /// Plans the tests.
    ///
    /// - Parameters:
    ///   - loaded: The models.
    ///   - choice: What is tested.
    /// - Throws: `CommandFailure` with all findings about the files of cases and digests.
    init(of loaded: [LoadedModel], _ choice: Choice) throws {
        self.choice = choice
        var findings = DiagnosticCollector()
        var kept = self.kept(loaded, &findings)
        problems = failures.flatMap(\.diagnostics).map { .init($0) }
        let cases = loaded.map { $0.project.cases(of: $0.model, $0.history, into: &findings) }
        if findings.hasErrors { throw CommandFailure(findings.diagnostics, code: CommandFailure.Codes.invalid) }
        for (loaded, cases) in zip(loaded, cases) {
            do {
                models.append(
                    try failing(locating: loaded.locations) {
                        try model(loaded, cases, kept.removeValue(forKey: loaded.model.name) ?? [])
                    }
                )
            } catch let failure as CommandFailure {
                models.append(Model(loaded: loaded, problems: failure.diagnostics.map { .init($0) }))
                failures.append(failure)
            }
        }
    }

    private mutating func model(_ loaded: LoadedModel, _ cases: [MigrationCase], _ stores: [KeptStore]) throws -> Model
    {
        var own = choice.tests
        (own.code, own.executable) = (loaded.code, loaded.executable)
        let tests = try ModelTests(
            loaded.planner,
            cases: cases,
            stores: stores,
            own,
            recordingWith: { choice.records ? recorder(of: $0, loaded) : nil }
        )
        if let oldest = choice.tests.oldest, tests.target == nil {
            throw CommandFailure.invalid(
                "no version from \(oldest) on can be migrated, so nothing is tested",
                help: "give '--from' a version that is older than the target"
            )
        }
        failures += tests.errors.map { CommandFailure($0, locating: loaded.locations) }
        return Model(loaded: loaded, tests: tests)
    }

    /// Writes the rows that a case should expect to its file.
    private func recorder(of one: MigrationCase, _ loaded: LoadedModel) -> @Sendable (YAMLValue) throws -> Void {
        let url = loaded.project.file(of: one, of: loaded.model)
        return { found in
            guard let text = CaseFile.write(found, in: one) else {
                throw DiagnosticsError(
                    .error(
                        "the rows cannot be recorded, because 'expect' is not the last key of the file",
                        at: SourceLocation(file: one.file.path),
                        help: ["write each key on a line of its own, with 'expect' last, or remove 'expect'"]
                    )
                )
            }
            try FileWriting.write(text, to: url)
        }
    }

    /// The kept stores, by the names of their models.
    private mutating func kept(_ loaded: [LoadedModel], _ findings: inout DiagnosticCollector) -> [String: [KeptStore]]
    {
        var kept: [String: [KeptStore]] = [:]
        let (items, copies) = StoreSearch.items(of: choice.stores).withoutCopies(named: choice.stores)
        for copy in copies {
            Console.note("\(copy.shown): skipped, because it is the copy of a store; name it alone to test it")
        }
        failures += Self.withoutStores(choice.stores, items.map(\.path))
        for item in items {
            do {
                let path = try item.store()
                let found = try failing { try StoreInspection(of: storeURL(path)).models.map(\.description) }
                let names = found.map(\.model)
                let chosen = loaded.filter { names.contains($0.model.name) }
                if chosen.isEmpty {
                    throw CommandFailure(
                        [
                            .error(
                                "the store holds \(names.map { "'\($0)'" }.joined(separator: ", ")), which is not tested",
                                at: SourceLocation(file: path),
                                help: [
                                    "the tested models are \(loaded.map { "'\($0.model.name)'" }.joined(separator: ", "))"
                                ]
                            )
                        ],
                        code: CommandFailure.Codes.store
                    )
                }
                for model in chosen {
                    kept[model.model.name, default: []].append(
                        keptStore(path, of: model, found, &findings)
                    )
                }
            } catch let failure as CommandFailure {
                failures.append(failure)
            } catch {
                failures.append(.invalid("\(error)"))
            }
        }
        return kept
    }

    /// The digests in folders whose stores are missing or are not stores.
    private static func withoutStores(_ folders: [String], _ stores: [String]) -> [CommandFailure] {
        let known = Set(stores.map { URL(fileURLWithPath: $0).standardizedFileURL.path })
        return folders.flatMap { folder -> [CommandFailure] in
            let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
            return files.filter { $0.hasSuffix(RowDigestFile.suffix) }.sorted().compactMap { file in
                let url = URL(fileURLWithPath: folder).appending(
                    path: String(file.dropLast(RowDigestFile.suffix.count))
                )
                let candidates = [url, url.deletingPathExtension()].map(\.standardizedFileURL.path)
                if candidates.contains(where: known.contains) { return nil }
                return CommandFailure(
                    [
                        .error(
                            "there is no store for this digest, or the file is not a store",
                            at: SourceLocation(file: "\(folder)/\(file)"),
                            help: ["restore the store, or remove the digest"]
                        )
                    ],
                    code: CommandFailure.Codes.store
                )
            }
        }
    }

    private func keptStore(
        _ path: String,
        of model: LoadedModel,
        _ models: [StoreDescription],
        _ findings: inout DiagnosticCollector
    ) -> KeptStore {
        var store = KeptStore(
            path,
            named: path,
            holding: models,
            of: model.model.name,
            versions: model.history.versions,
            into: &findings
        ) { path, findings in
            PathKind(path) == .nothing ? nil : FileReading.read(path, into: &findings)
        } recordingWith: { digest in
            if !choice.records { return nil }
            let name = URL(fileURLWithPath: path).lastPathComponent
            return { try FileWriting.write(RowDigestFile.write($0, of: name), to: URL(fileURLWithPath: digest)) }
        }
        store.keys = choice.keys
        return store
    }
}
