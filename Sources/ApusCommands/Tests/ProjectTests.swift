import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
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
        /// The name of the target; `nil` if there is no version to migrate from.
        var target: String?
        /// Why the model cannot be tested.
        var failure: CommandFailure?
        var tests: [PlannedTest] = []
    }

    /// What is tested.
    struct Choice {
        let target: Planner.Target
        /// The oldest version; `nil` for the first one.
        let oldest: Schema.Version?
        /// The stores with made-up rows.
        let seeded: SeededStore.Selection
        /// The arguments that name kept stores.
        let stores: [String]
        /// Whether what is found becomes the expectation.
        let records: Bool
    }

    /// The models.
    private(set) var models: [Model] = []

    /// Why some of the tests cannot be run.
    private(set) var failures: [CommandFailure] = []

    private let choice: Choice
    private let isCancelled: @Sendable () -> Bool

    /// Plans the tests.
    ///
    /// - Parameters:
    ///   - loaded: The models.
    ///   - choice: What is tested.
    ///   - isCancelled: Returns whether to stop.
    /// - Throws: `CommandFailure` with all findings about the files of cases and digests.
    init(of loaded: [LoadedModel], _ choice: Choice, isCancelled: @escaping @Sendable () -> Bool) throws {
        (self.choice, self.isCancelled) = (choice, isCancelled)
        var findings = DiagnosticCollector()
        var kept = self.kept(loaded, &findings)
        let cases = loaded.map { Self.cases(of: $0, &findings) }
        if findings.hasErrors { throw CommandFailure(findings.diagnostics, code: CommandFailure.Codes.invalid) }
        for (loaded, cases) in zip(loaded, cases) {
            do {
                models.append(
                    try failing(locating: loaded.locations) {
                        try model(loaded, cases, kept.removeValue(forKey: loaded.model.name) ?? [])
                    }
                )
            } catch let failure as CommandFailure {
                models.append(Model(loaded: loaded, failure: failure))
                failures.append(failure)
            }
        }
    }

    private func model(_ loaded: LoadedModel, _ cases: [MigrationCase], _ stores: [KeptStore]) throws -> Model {
        let route = try TestRoute(loaded.planner, to: choice.target, from: choice.oldest)
        var model = Model(loaded: loaded, target: route.targetName)
        model.tests = route.tests(with: choice.seeded, isCancelled: isCancelled)
        let versions = loaded.history.versions
        // Cases of one target share what is read and planned.
        let groups = Dictionary(grouping: cases, by: \.to).values.sorted { $0[0].file.path < $1[0].file.path }
        for cases in groups {
            let oldest = cases.compactMap { versions.firstIndex(of: $0.from) }.min().map { versions[$0] }
            let target: Planner.Target = cases[0].to.map { .version($0) } ?? .head
            let route = try TestRoute(loaded.planner, to: target, from: oldest)
            model.tests += cases.compactMap { test(of: $0, on: route, loaded) }
        }
        model.tests += stores.map { route.test(of: $0, isCancelled: isCancelled) }
        return model
    }

    private func test(of one: MigrationCase, on route: TestRoute, _ loaded: LoadedModel) -> PlannedTest? {
        let url = loaded.project.caseFile(one.file, of: loaded.model)
        let record: @Sendable (YAMLValue) throws -> Void = { found in
            guard let text = CaseFile.write(found, in: one) else {
                throw CommandFailure(
                    [
                        .error(
                            "the rows cannot be recorded, because 'expect' is not the last key of the file",
                            at: SourceLocation(file: one.file.path),
                            help: ["write each key on a line of its own, with 'expect' last, or remove 'expect'"]
                        )
                    ],
                    code: CommandFailure.Codes.invalid
                )
            }
            try FileWriting.write(text, to: url)
        }
        return route.test(of: one, recording: choice.records ? record : nil, isCancelled: isCancelled)
    }

    private static func cases(of loaded: LoadedModel, _ findings: inout DiagnosticCollector) -> [MigrationCase] {
        let history = loaded.history
        let files = loaded.project.caseFiles(of: loaded.model, into: &findings)
        guard let newest = history.newest else { return [] }
        let versions = CaseVersions(known: history.versions, newest: newest.version) { version in
            guard let version else { return history.hasUnreleasedHead ? history.head : newest.schema }
            // A version that cannot be read stops the tests anyway.
            return try? history.schema(of: version)
        }
        return files.compactMap { file in
            let (one, problems) = CaseFile.read(file, versions)
            findings.add(contentsOf: problems)
            return one
        }
    }

    /// The kept stores, by the names of their models.
    private mutating func kept(_ loaded: [LoadedModel], _ findings: inout DiagnosticCollector) -> [String: [KeptStore]]
    {
        var kept: [String: [KeptStore]] = [:]
        let items = choice.stores.isEmpty ? [] : StoreSearch.items(of: choice.stores)
        failures += Self.withoutStores(choice.stores, items.map(\.path))
        for item in items {
            do {
                let path = try item.store()
                let names = try failing { try StoreInspection(of: storeURL(path)).models.map(\.description.model) }
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
                        keptStore(path, of: model, isOnly: names.count == 1, &findings)
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

    /// The digests in folders whose stores are missing, or are no stores.
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
        isOnly: Bool,
        _ findings: inout DiagnosticCollector
    ) -> KeptStore {
        let digestPath = path + (isOnly ? "" : ".\(model.model.name)") + RowDigestFile.suffix
        var known: RowDigestFile.Contents?
        if PathKind(digestPath) != .nothing, let file = FileReading.read(digestPath, into: &findings) {
            let (contents, problems) = RowDigestFile.read(file, versions: model.history.versions)
            findings.add(contentsOf: problems)
            known = contents
        }
        let name = URL(fileURLWithPath: path).lastPathComponent
        let record: @Sendable (RowDigestFile.Contents) throws -> Void = { contents in
            try FileWriting.write(RowDigestFile.write(contents, of: name), to: URL(fileURLWithPath: digestPath))
        }
        return KeptStore(name: path, url: storeURL(path), known: known, record: choice.records ? record : nil)
    }
}
