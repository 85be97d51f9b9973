import ApusSchema
import ApusTestSupport
import Foundation
import Testing

@testable import ApusSeeding

/// The laws of seeded rows on generated schemas, without a store.
@Suite struct SeedPlanTests {
    /// `APUS_SEED=7` tries that schema alone.
    static let seeds: [UInt64] = {
        let environment: [String: String] = ProcessInfo.processInfo.environment
        if let seed = environment["APUS_SEED"].flatMap(UInt64.init) { return [seed] }
        return TestScale.seeds(50, from: 1)
    }()

    @Test("Rows obey the model, or it is said why there are none", arguments: SeedProfile.allCases)
    func obey(_ profile: SeedProfile) {
        var refusals: [String] = []
        var count: Int = 0
        for seed in Self.seeds {
            let schema: Schema = SchemaGenerator.schema(seed: seed)
            for rows in [60, Int(seed % 13)] {
                count += 1
                do {
                    let plan = try SeedPlan(schema, rows: rows, seed: seed, profile: profile)
                    let breaches: [String] = RowCheck.breaches(of: schema, plan.rows)
                    #expect(breaches == [], "seed \(seed), \(rows) rows")
                    let made: Int = plan.objects.reduce(0) { $0 + $1.identities.count }
                    #expect(made <= rows, "seed \(seed)")
                    if rows == 0 { #expect(made == 0) }
                } catch {
                    refusals.append("seed \(seed), \(rows) rows: \(error.message)")
                }
            }
        }
        print("seeded \(count) generated schemas, \(profile.rawValue): \(refusals.count) refused")
        #expect(refusals.count * 5 < count, "\(refusals.joined(separator: "\n"))")
        if ProcessInfo.processInfo.environment["APUS_VERBOSE"] != nil { print(refusals.joined(separator: "\n")) }
    }
}
