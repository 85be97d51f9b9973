import ApusImport
import ApusMigration
import ApusSchema
import Foundation
import Testing

/// The law on the history of a real app, as it is imported.
@Suite struct RealHistoryTests {
    /// The corpora lie beside the project; they are no part of it.
    private static let bundle: URL = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "../shared/corpora/nova-wallet-ios/novawallet/Common/Storage/UserDataModel.xcdatamodeld")
        .standardizedFileURL

    private static let isThere: Bool = {
        let found: Bool = FileManager.default.fileExists(atPath: bundle.path)
        if !found { print("skipped: the law on a real history, because ../shared/corpora is not there") }
        return found
    }()

    @Test("fused = stepwise = naive interpreter, from every version to the newest", .enabled(if: isThere))
    func law() throws {
        let imported: ImportedModel = try CoreDataImport.read(Self.bundle.path)
        let schemas: [Schema] = imported.versions.map(\.schema)
        #expect(schemas.count == 21)
        let losses: [[ElementPath]] = zip(schemas, schemas.dropFirst()).map { older, newer in
            Stage(from: older, to: newer, from: .unreleased, to: .unreleased).losses
        }
        #expect(losses.filter { !$0.isEmpty }.count == 3)
        let mappings: [Mapping] = losses.enumerated().map { index, losses in
            Mapping(
                from: GeneratedHistory.version(index),
                to: GeneratedHistory.version(index + 1),
                accept: losses.map { Mapping.Acceptance($0) }
            )
        }
        let oracles = Oracles(fused: StoreExecutor.fused, stepwise: StoreExecutor.stepwise)
        for seed in LawSeeds.seeds(3) {
            let history = GeneratedHistory(of: schemas, mappings, rowSeed: seed)
            for breach in Law.breaches(of: oracles, in: history) { Issue.record("\(breach)") }
        }
    }
}
