import ApusMigration
import ApusSchema
import ApusTestSupport
import Testing

@testable import ApusStore

/// *fused = stepwise = naive interpreter*, where stores encrypt some attributes and the interpreter knows nothing of it.
@Suite struct EncryptionLawTests {
    /// The executor over the same history with other attributes encrypted in each version.
    private static let oracles = Oracles(
        fused: { history, dump, from, to in
            try StoreExecutor.fused(history.encrypted, dump, from: from, to: to)
        },
        stepwise: { history, dump, from, to in
            try StoreExecutor.stepwise(history.encrypted, dump, from: from, to: to)
        }
    )

    @Test("encryption changes no value", arguments: LawSeeds.seeds(12))
    func law(seed: UInt64) {
        for breach in Law.breaches(of: Self.oracles, seed: seed) { Issue.record("\(breach)") }
    }

    @Test("the histories encrypt, decrypt and change keys")
    func coverage() {
        var codes: [String: Int] = [:]
        for seed in LawSeeds.seeds(12) {
            let history = HistoryGenerator.history(seed: seed).encrypted
            for stage in (try? history.planner.stages()) ?? [] {
                for change in stage.changes.compactMap({ $0.difference as? EncryptionChanged }) {
                    codes[change.from == nil ? "on" : change.to == nil ? "off" : "other", default: 0] += 1
                }
            }
        }
        print("encryption in random histories: \(codes)")
        #expect(codes.count == 3)
    }

    @Test("a value that is not decrypted is found")
    func undecrypted() {
        let broken: Oracles.Migrate = { history, dump, from, to in
            var result = try StoreExecutor.fused(history.encrypted, dump, from: from, to: to)
            for table in Layout(history.encrypted.schemas[to]).tables {
                guard let column = table.columns.first(where: { $0.seal != nil }) else { continue }
                for key in (result.tables[table.name] ?? [:]).keys
                where result.tables[table.name]?[key]?[column.name] != .null {
                    result.tables[table.name]?[key]?[column.name] = .blob(.init([1]))
                }
            }
            return result
        }
        let oracles = Oracles(fused: broken, stepwise: Self.oracles.stepwise)
        let breaches = (UInt64(1)...12).lazy.flatMap { Law.breaches(of: oracles, seed: $0) }
        #expect(breaches.first != nil)
    }
}

extension GeneratedHistory {
    /// The history with some attributes encrypted in each version.
    fileprivate var encrypted: GeneratedHistory {
        GeneratedHistory(
            of: schemas.enumerated().map { $0.element.encrypted(seed ^ UInt64($0.offset) &* 0x9E37_79B9_7F4A_7C15) },
            stages.map(\.mapping),
            rowSeed: seed
        )
    }
}

extension Schema {
    /// The schema with some attributes encrypted, none of which has to be compared.
    fileprivate func encrypted(_ seed: UInt64) -> Schema {
        var random = SplitMix64(seed: seed)
        var schema = self
        let compared = Set(
            entities.flatMap { entity in
                entity.uniquenessConstraints.flatMap(\.self) + entity.indexes.map { "\($0)" }
                    + entity.attributes.compactMap(\.derivation?.text)
            }
        )
        func isFree(_ attribute: Attribute) -> Bool {
            attribute.isKept && !attribute.isUnique && !attribute.isIndexedBySpotlight
                && !compared.contains { $0.contains(attribute.name) }
        }
        func encrypt(_ attribute: inout Attribute) {
            if case .named(let name) = attribute.type, composite(name) != nil { return }
            guard isFree(attribute) else { return }
            attribute.encryptionKey = random.pick([nil, "one", "two"])
        }
        for index in schema.entities.indices {
            for number in schema.entities[index].attributes.indices {
                encrypt(&schema.entities[index].attributes[number])
            }
        }
        for index in schema.composites.indices {
            for number in schema.composites[index].attributes.indices {
                encrypt(&schema.composites[index].attributes[number])
            }
        }
        // What else compares an attribute is found by validation.
        return schema.validate().contains { $0.severity == .error } ? self : schema
    }
}
