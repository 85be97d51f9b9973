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
        var count = 0
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

    @Test("Limits of values at the ends of 64 bits", arguments: SeedProfile.allCases)
    func greatLimits(_ profile: SeedProfile) throws {
        let ends: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        for (index, least) in ends.enumerated() {
            for most in ends[index...] {
                let attributes: [Attribute] = [("a", true), ("b", false), ("c", false), ("d", false)].map {
                    name,
                    isUnique in
                    let isDecimal = name > "b"
                    var attribute = Attribute(name, isDecimal ? .decimal : .int64)
                    attribute.isUnique = isUnique
                    attribute.minimum = isDecimal ? .decimal(Decimal(least)) : .int(least)
                    attribute.maximum = isDecimal ? .decimal(Decimal(most)) : .int(most)
                    return attribute
                }
                let schema = Schema(model: "M", entities: [Entity("A", attributes: attributes)])
                // One value or two, if there are no more.
                let (width, isTooWide) = most.subtractingReportingOverflow(least)
                let rows = isTooWide || width > 30 ? 30 : Int(width) + 1
                let plan = try SeedPlan(schema, rows: rows, seed: 1, profile: profile)
                #expect(RowCheck.breaches(of: schema, plan.rows) == [], "\(least)...\(most)")
            }
        }
    }

    @Test("A number of rows that no memory holds", arguments: [-1, Seeder.mostRows + 1, .max])
    func rows(_ rows: Int) {
        #expect(throws: SeedProblem.self) { try SeedPlan(Schema(model: "M"), rows: rows, seed: 1, profile: .tiny) }
    }

    @Test("A unique reference whose inverse needs several objects is left out, or refused if it is required")
    func uniqueReferenceOfSeveral() throws {
        for (isOptional, needsInverse) in [(true, false), (false, false), (true, true)] {
            var one = Relationship.toOne("one", "Many", isOptional: isOptional, inverse: "several")
            one.isUnique = true
            var several = Relationship.toMany("several", "One", isOptional: !needsInverse, inverse: "one")
            several.minimumModelCount = 2
            let schema = Schema(
                model: "M",
                entities: [Entity("One", relationships: [one]), Entity("Many", relationships: [several])]
            )
            for profile in SeedProfile.allCases {
                guard isOptional, !needsInverse else {
                    #expect(throws: SeedProblem.self) { try SeedPlan(schema, rows: 60, seed: 1, profile: profile) }
                    continue
                }
                let plan = try SeedPlan(schema, rows: 60, seed: 1, profile: profile)
                #expect(RowCheck.breaches(of: schema, plan.rows) == [])
            }
        }
    }
}
