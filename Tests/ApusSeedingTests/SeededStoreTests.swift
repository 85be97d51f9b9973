import ApusMigration
import ApusSchema
import ApusSeeding
import ApusStore
import ApusTestSupport
import Foundation
import Testing

/// The laws of seeded rows in real stores.
@Suite struct SeededStoreTests {
    @Test("A seeded store obeys its model, by its rows and by its own triggers", arguments: SeedProfile.allCases)
    func obey(_ profile: SeedProfile) throws {
        var count = 0
        var refusals = 0
        for seed in SeedPlanTests.seeds {
            let schema: Schema = SchemaGenerator.schema(seed: seed)
            if SeededStore.readsFiles(schema) { continue }
            let folder = try TemporaryFolder()
            do {
                count += 1
                var seeder = Seeder(rows: 60, seed: seed, profile: profile)
                seeder.keys = .forTests
                try seeder.seed(
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

    @Test(
        "Verifying agrees with seeding, also with edges of every type under every rule",
        arguments: SeedProfile.allCases
    )
    func verify(_ profile: SeedProfile) throws {
        var features = ProfileTests.everything
        var text = Attribute("text", .string)
        text.length = Length(minimum: 2, maximum: 40)
        var shortText = Attribute("shortText", .string, isOptional: true)
        shortText.length = Length(maximum: 3)
        var note = Entity("Note", attributes: [text, shortText, Attribute("x", .double), Attribute("y", .double)])
        note.indexes = [Entity.Index("map", [Entity.Index.Element("x"), Entity.Index.Element("y")], kind: .rtree)]
        features.entities.append(note)
        let generated: [Schema] = SeedPlanTests.seeds.prefix(20).map { SchemaGenerator.schema(seed: $0) }
        for (number, schema) in ([features] + generated.filter { !SeededStore.readsFiles($0) }).enumerated() {
            for seed: UInt64 in 1...(number == 0 ? 10 : 1) {
                let folder = try TemporaryFolder()
                do {
                    var seeder = Seeder(rows: 150, seed: seed, profile: profile)
                    seeder.keys = .forTests
                    try seeder.seed(
                        folder.store(),
                        holding: StoreState(version: nil, schema: schema)
                    )
                } catch is SeedProblem { continue }
                let verification = try Verifier.verify(folder.store(), keys: .forTests)
                #expect(verification.isSound, "schema \(number), seed \(seed): \(verification.badValues)")
            }
        }
    }
}
