import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusSeeding
import ApusTestSupport
import Foundation
import Testing

/// Seeded rows for the corpora.
@Suite struct CorpusSeedTests {
    /// One version of three of the project's own models and one of 45 of the others, at night of fifteen, always
    /// the same ones; with `APUS_CORPORA=all`, every one.
    @Test("A store of a real model obeys it", arguments: SeedProfile.allCases)
    func obey(_ profile: SeedProfile) throws {
        let isWhole = ProcessInfo.processInfo.environment["APUS_CORPORA"] == "all"
        var number: Int = SeedProfile.allCases.firstIndex(of: profile) ?? 0
        var (count, refusals): (Int, [String]) = (0, [])
        for model in CorpusModels.all {
            let share: Int = model.isOwn ? 3 : TestScale.factor > 1 ? 15 : 45
            for (name, schema) in model.versions {
                number += 1
                let isValid = !schema.validate().contains { $0.severity == .error }
                guard isWhole || number % share == 0, isValid, !SeededStore.readsFiles(schema) else {
                    continue
                }
                count += 1
                let folder = try TemporaryFolder()
                do {
                    let seeder = Seeder(rows: 150, seed: UInt64(number), profile: profile)
                    try seeder.seed(folder.store(), holding: StoreState(version: nil, schema: schema))
                } catch let problem as SeedProblem {
                    refusals.append("\(model.path) \(name): \(problem.message)")
                    continue
                } catch {
                    Issue.record("\(model.path) \(name): \(error)")
                    continue
                }
                let breaches: [String] = try SeededStore.breaches(of: folder.store(), schema)
                #expect(breaches == [], "\(model.path) \(name)")
            }
        }
        print("seeded \(count) versions of real models, \(profile.rawValue): \(refusals.count) refused")
        #expect(count > 0)
        #expect(refusals.count * 20 <= count, "\(refusals.joined(separator: "\n"))")
    }
}
