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

    @Test("the histories encrypt, decrypt, change keys, and look up values or no longer")
    func coverage() {
        var codes: [String: Int] = [:]
        for seed in LawSeeds.seeds(12) {
            let history = HistoryGenerator.history(seed: seed).encrypted
            for stage in (try? history.planner.stages()) ?? [] {
                for change in stage.changes.compactMap({ $0.difference as? EncryptionChanged }) {
                    codes[change.from == nil ? "on" : change.to == nil ? "off" : "other", default: 0] += 1
                }
                for change in stage.changes.compactMap({ $0.difference as? LookupChanged }) {
                    codes[change.isAdded ? "lookup on" : "lookup off", default: 0] += 1
                }
            }
        }
        print("encryption in random histories: \(codes)")
        #expect(codes.count == 5)
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
    /// The schema with some attributes encrypted. Some of them can be looked up, and all of those that have to be compared.
    fileprivate func encrypted(_ seed: UInt64) -> Schema {
        var random = SplitMix64(seed: seed)
        var schema = self
        /// Changes an attribute or a part, unless the schema is not valid then.
        func change(_ path: WritableKeyPath<Schema, Attribute>) {
            let before = schema[keyPath: path]
            if case .named(let name) = before.type, composite(name) != nil { return }
            guard before.isKept, let key = random.pick([nil, "one", "two"]) else { return }
            let isPreferred = random.chance(50)
            for allowsLookup in [isPreferred, !isPreferred] {
                schema[keyPath: path].encryptionKey = key
                schema[keyPath: path].allowsLookup = allowsLookup
                if schema.validate().allSatisfy({ $0.severity != .error }) { return }
                schema[keyPath: path] = before
            }
        }
        for index in schema.entities.indices {
            for number in schema.entities[index].attributes.indices {
                change(\.entities[index].attributes[number])
            }
        }
        for index in schema.composites.indices {
            for number in schema.composites[index].attributes.indices {
                change(\.composites[index].attributes[number])
            }
        }
        return schema
    }
}
