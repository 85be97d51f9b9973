import ApusDiagnostics
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

@testable import ApusImport

/// A bundle that Xcode compiles is imported, whatever years have left in it, and means what its authors meant.
struct IrregularBundleTests {
    @Test func generated() throws {
        let start: UInt64 = TestSeed.chosen(usual: 1)
        var (warnings, count) = (0, 0)
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
            let found = findings { try CoreDataImport.read(files.path, order: order) }
            let errors = found.filter { $0.severity == .error }
            #expect(errors.map(\.description) == [], "APUS_LAW_SEED=\(seed)")
            guard errors.isEmpty else { continue }
            let model = try CoreDataImport.read(files.path, order: order)
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
        }
        print("irregular bundles, seeds from \(start): \(count) versions, \(warnings) warnings")
        #expect(warnings > count)
    }
}
