import ApusDiagnostics
import ApusMigration
import ApusProject
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

@testable import ApusImport

/// A bundle that Xcode compiles is imported, whatever years have left in it, and means what its authors meant.
struct IrregularBundleTests {
    @Test func generated() throws {
        let start: UInt64 = TestSeed.chosen(usual: 1)
        var (warnings, count, mappings, undecided) = (0, 0, 0, 0)
        for seed in start..<start + UInt64(60 * TestScale.factor) {
            let bundle = BundleGenerator.bundle(seed: seed)
            let files = try TemporaryBundle(
                "App.xcdatamodeld",
                versions: Dictionary(bundle.versions.map { ($0.name, $0.contents) }) { first, _ in first },
                current: bundle.currentName
            )
            let names = bundle.versions.map(\.name)
            // Without numbers, git has the order.
            let appearances = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
            let order = CoreDataImport.order(
                ofVersionsIn: files.path,
                appearances: bundle.isNumbered ? [:] : appearances
            )
            #expect(order.names == names && order.doubt == nil, "APUS_LAW_SEED=\(seed): \(order)")
            var imported: ImportedModel?
            let found = findings {
                let model = try CoreDataImport.read(files.path, order: order)
                imported = model
                return model
            }
            let errors = found.filter { $0.severity == .error }
            #expect(errors.map(\.description) == [], "APUS_LAW_SEED=\(seed)")
            guard let model = imported else { continue }
            // A version that says the same as the one before becomes one with it.
            var meant = bundle.versions
            for index in meant.indices.dropFirst().reversed() where meant[index].schema == meant[index - 1].schema {
                meant.remove(at: index)
            }
            #expect(model.versions.map(\.name) == meant.map(\.name), "APUS_LAW_SEED=\(seed)")
            for (version, expected) in zip(model.versions, meant) {
                #expect(version.schema == expected.schema, "APUS_LAW_SEED=\(seed), '\(version.name)'")
            }
            warnings += found.count
            count += bundle.versions.count
            // Files take most of the time.
            if seed > start, seed % 2 == 0 { continue }
            let settlements = try checkProject(of: model, in: files.folder, "APUS_LAW_SEED=\(seed)")
            mappings += settlements.count(where: \.hasFile)
            undecided += settlements.count(where: \.isUndecided)
        }
        print(
            "irregular bundles, seeds from \(start): \(count) versions, \(warnings) warnings, \(mappings) mappings, "
                + "\(undecided) of them undecided"
        )
        #expect(warnings > count)
        // Otherwise no stage would have been settled.
        #expect(mappings > 10)
    }

    /// Imports a model into a project as the command does, and checks the project as 'apus check' does.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - folder: The folder for the project.
    ///   - seed: The seed, for failures.
    /// - Returns: The settlements of the stages.
    /// - Throws: What the import into the project throws.
    private func checkProject(of model: ImportedModel, in folder: URL, _ seed: Comment) throws -> [Settlement] {
        let entries = model.versions.enumerated().map { History.Entry(Schema.Version($0 + 1), $1.schema) }
        let history = History(model: model.model, entries: entries, head: entries.last?.schema)
        let settlements = zip(entries, entries.dropFirst()).map { Settlement(from: $0, to: $1, in: history) }
        #expect(settlements.flatMap(\.obstacles).map(\.message) == [], seed)
        let project = try Project.findOrCreate(explicit: folder.appending(path: "project"))
        try project.add(history, settlements)
        let contents = project.load()
        #expect(contents.diagnostics.filter { $0.severity == .error }.map(\.description) == [], seed)
        let loaded = try #require(contents.models.first, seed)
        let read = try #require(loaded.history, seed)
        let stages = try Planner(history: read, mappings: loaded.mappings).stages()
        // The head is the newest version, so there is no stage to it; only what is left to the user is refused.
        #expect(stages.map { !$0.refusals.isEmpty } == settlements.map(\.isUndecided), seed)
        return settlements
    }
}
