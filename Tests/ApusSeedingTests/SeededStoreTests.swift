import ApusMigration
import ApusSchema
import ApusSeeding
import ApusTestSupport
import Foundation
import Testing

/// The laws of seeded rows in real stores.
@Suite struct SeededStoreTests {
    @Test("A seeded store obeys its model, by its rows and by its own triggers", arguments: SeedProfile.allCases)
    func obey(_ profile: SeedProfile) throws {
        var count: Int = 0
        var refusals: Int = 0
        for seed in SeedPlanTests.seeds {
            let schema: Schema = SchemaGenerator.schema(seed: seed)
            if SeededStore.readsFiles(schema) { continue }
            let folder = try TemporaryFolder()
            do {
                count += 1
                try Seeder(rows: 60, seed: seed, profile: profile).seed(
                    folder.store(),
                    holding: StoreState(version: nil, schema: schema)
                )
            } catch is SeedProblem {
                refusals += 1
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
                continue
            } catch {
                Issue.record("seed \(seed): \(error)")
                continue
            }
            let breaches: [String] = try SeededStore.breaches(of: folder.store(), schema)
            #expect(breaches == [], "seed \(seed)")
        }
        print("seeded \(count) stores, \(profile.rawValue): \(refusals) refused")
        #expect(refusals * 5 < count)
    }
}
