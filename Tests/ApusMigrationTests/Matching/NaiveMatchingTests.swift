import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

/// The three rules once more, word by word, over random names.
@Suite struct NaiveMatchingTests {
    private struct Named {
        let name: String
        let was: String?
    }

    /// What each newer name was, or `nil` where something cannot be settled.
    private func match(_ old: [Named], _ new: [Named]) -> [String: String]? {
        var found: [String: String] = [:]
        func isFree(_ name: String) -> Bool { !found.values.contains(name) }
        // Rule 1.
        for one in new {
            guard let was = one.was, old.contains(where: { $0.name == was }) else { continue }
            if old.contains(where: { $0.name == one.name && $0.was == was }) { continue }
            if was != one.name, old.contains(where: { $0.was == was && $0.name != was }) { return nil }
            guard isFree(was) else { return nil }
            found[one.name] = was
        }
        // Rule 2.
        for one in new where found[one.name] == nil && isFree(one.name) && old.contains(where: { $0.name == one.name })
        {
            found[one.name] = one.name
        }
        // Rule 3.
        let free: [Named] = old.filter { isFree($0.name) }
        for one in new where found[one.name] == nil {
            guard let was = one.was else { continue }
            let candidates: [Named] = free.filter { $0.was == was }
            if candidates.count > 1 { return nil }
            guard let candidate = candidates.first else { continue }
            guard isFree(candidate.name) else { return nil }
            found[one.name] = candidate.name
        }
        return found
    }

    private func names(_ random: inout SplitMix64) -> [Named] {
        ["a", "b", "c", "d", "e"].filter { _ in random.chance(70) }.map { name in
            Named(name: name, was: random.chance(50) ? random.pick(["a", "b", "c", "d", "e", "z", "y"]) : nil)
        }
    }

    @Test("Both matchers agree, on entities, properties, types and parts") func agree() {
        var settled = 0
        let seeds = TestScale.seeds(1000)
        for seed in seeds {
            var random = SplitMix64(seed: seed)
            let (old, new) = (names(&random), names(&random))
            let expected: [String: String]? = match(old, new)
            if expected != nil { settled += 1 }
            let entities = Matching.match(schema(entities: old), schema(entities: new))
            let properties = Matching.match(schema(properties: old), schema(properties: new))
            let types = Matching.match(schema(types: old), schema(types: new))
            #expect(entities.refusals.isEmpty == (expected != nil), "seed \(seed): \(old) → \(new)")
            #expect(properties.refusals.isEmpty == (expected != nil), "seed \(seed): \(old) → \(new)")
            #expect(types.refusals.isEmpty == (expected != nil), "seed \(seed): \(old) → \(new)")
            guard let expected else { continue }
            let pairs: [String: String] = Dictionary(
                uniqueKeysWithValues: entities.matching.entities.map { ($0.new.name, $0.old.name) }
            )
            #expect(pairs == expected, "seed \(seed): \(old) → \(new)")
            let inner: [PropertyMatch] = properties.matching.entities.flatMap(\.properties)
            #expect(
                Dictionary(uniqueKeysWithValues: inner.map { ($0.new.name, $0.old.name) }) == expected,
                "seed \(seed): \(old) → \(new)"
            )
            #expect(types.matching.types.enumerations.mapValues(\.old.name) == expected, "seed \(seed)")
        }
        #expect(settled * 3 > seeds.count && settled < seeds.count, "\(settled)")
    }

    private func schema(entities: [Named]) -> Schema {
        Schema(model: "M", entities: entities.map { Entity($0.name, originalName: $0.was) })
    }

    private func schema(properties: [Named]) -> Schema {
        let attributes: [Attribute] = properties.map { Attribute($0.name, .bool, originalName: $0.was) }
        return Schema(model: "M", entities: [Entity("E", attributes: attributes)])
    }

    private func schema(types: [Named]) -> Schema {
        var schema = Schema(model: "M")
        schema.enumerations = types.map { Enumeration($0.name, originalName: $0.was) }
        return schema
    }
}
