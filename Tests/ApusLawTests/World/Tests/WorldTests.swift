import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// Worlds obey their schemas, and what breaks one is found.
@Suite struct WorldTests {
    private static func reading(_ seed: UInt64) -> Reading {
        var random = SplitMix64(seed: seed)
        return Reading(BaseModel.schema(&random))
    }

    @Test(arguments: WorldGenerator.Size.allCases)
    func generatedWorldsAreValid(size: WorldGenerator.Size) {
        for seed in UInt64(1)...30 {
            let reading: Reading = Self.reading(seed)
            #expect(!reading.schema.validate().contains { $0.severity == .error })
            let world: World = WorldGenerator.world(reading, seed: seed, size: size)
            #expect(world.violations(of: reading) == [], "seed \(seed)")
            let again: World = WorldGenerator.world(reading, seed: seed, size: size)
            #expect(world.firstDifference(to: again) == nil, "seed \(seed)")
        }
    }

    @Test func everyEdgeOccurs() {
        var found: Set<DataEdge> = []
        for seed in UInt64(1)...10 {
            let reading: Reading = Self.reading(seed)
            for size in [WorldGenerator.Size.some, .nothing] {
                let world: World = WorldGenerator.world(reading, seed: seed, size: size)
                found.formUnion(world.edges(of: reading.schema.entities.map { ElementPath($0.name) }, in: reading))
            }
        }
        #expect(found == Set(DataEdge.allCases))
    }

    @Test func aStageWithoutChangesChangesNothing() throws {
        for seed in UInt64(1)...20 {
            let reading: Reading = Self.reading(seed)
            let world: World = WorldGenerator.world(reading, seed: seed)
            let migration = NaiveMigration(reading, reading, Mapping(from: Schema.Version(1), to: Schema.Version(2)))
            #expect(migration.refusals == [])
            #expect(world.firstDifference(to: try migration.migrate(world)) == nil, "seed \(seed)")
        }
    }

    @Test(arguments: ["value", "type", "null", "kind", "target", "one side", "twice", "order"])
    func whatBreaksAWorldIsFound(defect: String) throws {
        let reading: Reading = Self.reading(4)
        var world: World = WorldGenerator.world(reading, seed: 4)
        let people: [Int64] = (world.objects["Person"] ?? [:]).keys.sorted()
        let (one, other) = (try #require(people.first), try #require(people.last))
        try #require(one != other)
        switch defect {
        case "value": world.objects["Person"]?[one]?.values[["name"]] = nil
        case "type": world.objects["Person"]?[one]?.values[["name"]] = .integer(1)
        case "null": world.objects["Person"]?[one]?.values[["billing", "street"]] = .null
        case "kind": world.objects["Unknown"] = [:]
        case "target": world.objects["Person"]?[one]?.references["idol"] = [999_999]
        case "one side":
            world.objects["Person"]?[one]?.references["spouse"] = [other]
            world.objects["Person"]?[other]?.references["spouse"] = []
        case "twice": world.objects["Person"]?[one]?.references["idol"] = [one, other]
        default: world.objects["Person"]?[one]?.references["reports"] = [other, one]
        }
        #expect(world.violations(of: reading) != [])
    }
}
