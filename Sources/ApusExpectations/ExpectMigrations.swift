#if canImport(Testing)
public import Apus
import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusReports
import ApusSchema
import ApusTesting
public import Foundation
public import Testing

/// Expects that stores of every released version migrate to the newest one without losing a row: what `apus test` tests, in
/// a test of the app.
///
/// ```swift
/// @Test func storesOfAllReleasesMigrate() async throws {
///     try await expectMigrations(of: TripsSchema.self)
/// }
/// ```
///
/// Each version gets stores with made-up rows, empty, typical and adversarial ones. Each test that fails is recorded as an
/// issue, with what is wrong and how to repeat it. So is a stage that needs a decision.
///
/// - Parameters:
///   - plan: The generated schema of the model.
///   - target: The version to which stores are migrated; `nil` for the schema that the app opens stores with.
///   - oldest: The oldest version that is tested; `nil` for the first one.
///   - rows: The number of objects in the largest stores; 100 by default.
///   - seeds: The number of seeds, each of which makes other rows; 1 by default.
///   - cases: The folder of cases, such as `Migrations/Trips/tests`; `nil` for none.
///   - stores: Kept stores, each with the digest of its rows beside it, as `apus test --stores FOLDER --record` writes it.
///   - sourceLocation: The location of the issues.
/// - Throws: ``ModelError`` if the generated code was edited, `CancellationError`, or an error of a version that does not
///   exist or of a file that cannot be read.
public func expectMigrations(
    of plan: any SchemaMigrationPlan.Type,
    to target: String? = nil,
    from oldest: String? = nil,
    rows: Int? = nil,
    seeds: Int? = nil,
    cases: URL? = nil,
    stores: [URL] = [],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) async throws {
    let planner = try plan.planner()
    let isCancelled = Locked(false)
    let choice = ModelTests.Choice(
        target: try target.map { .version(try version($0)) } ?? .head,
        oldest: try oldest.map { try version($0) },
        selection: SeededStore.Selection(rows: rows, seeds: seeds),
        code: plan.code
    ) {
        isCancelled.withLock { $0 }
    }
    let files = try cases.map { try caseFiles(in: $0, planner.history) } ?? []
    let kept = try stores.map { try keptStore($0, of: plan.modelName, planner.history) }
    func record(_ lines: [String]) {
        Issue.record(Comment(rawValue: lines.map(\.shown).joined(separator: "\n")), sourceLocation: sourceLocation)
    }
    if let cases, files.isEmpty {
        record(["no case is tested: there is no file '*.yaml' in \(cases.path), or no released version"])
    }
    let tests: ModelTests
    do throws(PlanningError) {
        tests = try ModelTests(planner, cases: files, stores: kept, choice)
    } catch {
        guard case .refused = error else { throw error }
        for finding in error.diagnostics {
            Issue.record(Comment(rawValue: finding.description), sourceLocation: sourceLocation)
        }
        return
    }
    if tests.target == nil {
        record(
            [
                oldest.map { "\(plan.modelName): no version from \($0) on can be migrated, so nothing is tested" }
                    ?? "\(plan.modelName): there is no released version that can be migrated, so nothing is tested"
            ]
        )
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "apus-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
    )
    defer { try? FileManager.default.removeItem(at: folder) }
    let results = await withTaskCancellationHandler {
        await tests.run(in: folder)
    } onCancel: {
        isCancelled.withLock { $0 = true }
    }
    try Task.checkCancellation()
    for test in results where test.outcome == .failed {
        record([test.heading(of: plan.modelName)] + test.problems.flatMap(\.text).map { "  \($0)" })
    }
}

private func version(_ text: String) throws -> Schema.Version {
    guard let version = Schema.Version(text) else {
        throw DiagnosticsError(
            .error("'\(text)' is not a version", help: ["write it as the project does, such as '3'"])
        )
    }
    return version
}

private func caseFiles(in folder: URL, _ history: History) throws -> [MigrationCase] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
    let sources = try names.sorted().map { name in
        SourceFile(path: name, text: try String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }
    var findings = DiagnosticCollector()
    let cases = CaseFile.read(sources, of: history, into: &findings)
    let errors = findings.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { throw DiagnosticsError(errors) }
    return cases
}

private func keptStore(_ url: URL, of model: String, _ history: History) throws -> KeptStore {
    var findings = DiagnosticCollector()
    let store = try KeptStore(url, of: model, versions: history.versions, into: &findings) { path, _ in
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let file = URL(fileURLWithPath: path)
        return SourceFile(path: file.lastPathComponent, text: try String(contentsOf: file, encoding: .utf8))
    }
    guard findings.diagnostics.isEmpty else { throw DiagnosticsError(findings.diagnostics) }
    return store
}
#endif
