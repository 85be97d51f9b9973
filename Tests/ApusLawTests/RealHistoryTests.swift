import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// The law on real histories, as they are imported.
@Suite struct RealHistoryTests {
    private static let seed: UInt64 = TestSeed.chosen()

    /// The history of an app that has neither hierarchies nor ordered relationships, which these oracles know nothing of.
    @Test(
        "fused = stepwise = naive interpreter, from every version to the newest",
        .enabled(if: CorpusModels.hasShared)
    )
    func law() throws {
        let model = try #require(CorpusModels.all.first { $0.path.hasSuffix("/UserDataModel.xcdatamodeld") })
        let schemas: [Schema] = model.versions.map(\.schema)
        #expect(schemas.count == 21)
        let losses: [[ElementPath]] = zip(schemas, schemas.dropFirst()).map { older, newer in
            Stage(from: older, to: newer, from: .unreleased, to: .unreleased).losses
        }
        #expect(losses.filter { !$0.isEmpty }.count == 3)
        let mappings: [Mapping] = losses.enumerated().map { index, losses in
            Mapping(
                from: GeneratedHistory.version(index),
                to: GeneratedHistory.version(index + 1),
                losses.map { Mapping.Line.accept($0) }
            )
        }
        let oracles = Oracles(fused: StoreExecutor.fused, stepwise: StoreExecutor.stepwise)
        for seed in LawSeeds.seeds(1) {
            let history = GeneratedHistory(of: schemas, mappings, rowSeed: seed)
            for breach in Law.breaches(of: oracles, in: history) { Issue.record("\(breach)") }
        }
    }

    /// What a run takes of the models: a few ways of the project's own and of a few of the others, others with another
    /// seed; with `APUS_CORPORA=all` all ways of all, with a part of a model's path those of that one, with
    /// `APUS_CORPORA_FROM=20-29` of these only those that begin at the 20th to 29th version.
    private struct Share {
        let models: [CorpusModels.Model]
        let isWhole: Bool
        private let start: ClosedRange<Int>?

        init(_ random: inout SplitMix64, usual count: Int) {
            let environment: [String: String] = ProcessInfo.processInfo.environment
            let all: [CorpusModels.Model] = CorpusModels.all.filter { $0.versions.count > 1 }
            let wanted: String? = environment["APUS_CORPORA"]
            isWhole = wanted != nil
            let bounds: [Int] = (environment["APUS_CORPORA_FROM"] ?? "").split(separator: "-").compactMap { Int($0) }
            start = bounds.count == 2 && bounds[0] <= bounds[1] ? bounds[0]...bounds[1] : nil
            models =
                switch wanted {
                case nil: all.filter(\.isOwn) + random.shuffled(all.filter { !$0.isOwn }).prefix(count)
                case "all": all
                case let part?: all.filter { $0.path.contains(part) }
                }
        }

        /// Whether a whole run begins at a version, counted from zero.
        func begins(at version: Int) -> Bool { start?.contains(version + 1) ?? true }
    }

    /// A usual run takes a few versions of a few models, see ``Share``.
    @Test(
        "fused = stepwise = naive interpreter, to the newest version, with the mappings that an import writes"
    )
    func imported() {
        var random = SplitMix64(seed: Self.seed)
        let seed: UInt64 = Self.seed
        let share = Share(&random, usual: 2 * TestScale.factor)
        #expect(!share.models.isEmpty)
        for model in share.models {
            let schemas: [Schema] = model.versions.map(\.schema.withoutUniqueness)
            let entries: [History.Entry] = schemas.enumerated().map {
                History.Entry(Schema.Version($0.offset + 1), $0.element)
            }
            let all = History(model: schemas[0].model, entries: entries)
            let settlements: [Settlement] = zip(entries, entries.dropFirst()).map {
                Settlement(from: $0, to: $1, in: all)
            }
            #expect(settlements.flatMap(\.stage.refusals) == [], "\(model.path)")
            let history = MatrixHistory(of: schemas, settlements.map(Self.filled), seed: seed)
            let refusals: [String] = history.migrations.flatMap(\.refusals).map(\.description)
            #expect(refusals == [], "\(model.path): the naive interpreter refuses what the planner does not")
            if !refusals.isEmpty { continue }
            let law = WorldLaw(history: history, oracles: [.store])
            let last = schemas.count - 1
            let starts: [Int] = Array(0..<last)
            for from in share.isWhole ? starts.filter(share.begins) : Array(random.shuffled(starts).prefix(2)) {
                let world: World = WorldGenerator.world(history.readings[from], seed: seed, size: .some)
                if let breach = law.breach(from, last, world) {
                    Issue.record("APUS_LAW_SEED=\(seed): \(model.path), from \(from + 1) to \(last + 1): \(breach)")
                }
            }
            print(
                "imported \(model.path), seed \(seed): \(schemas.count) versions, "
                    + "\(settlements.count { !$0.mapping.isEmpty }) mappings, \(settlements.count(where: \.isUndecided)) undecided, "
                    + "\(settlements.reduce(0) { $0 + $1.losses.count }) losses"
            )
        }
    }

    /// The mapping of a settlement with fills in place of requirements, which stop the migration of most rows.
    private static func filled(_ settlement: Settlement) -> Mapping {
        var mapping: Mapping = settlement.mapping
        mapping.remove(mapping[.require])
        let (old, new) = (settlement.stage.old, settlement.stage.new)
        let (from, to) = (settlement.stage.from, settlement.stage.to)
        for refusal in Stage(from: old, to: new, from: from, to: to, mapping: mapping).refusals {
            mapping.add(refusal.mappingLines.first { $0.key == .fill } ?? .require(refusal.path))
        }
        return mapping
    }

    /// A usual run tries a few ways from a version to a later one, see ``Share``.
    @Test(
        "fused = stepwise = naive interpreter on stores of the corpora, from a version to a later one"
    )
    func corpora() {
        let seed: UInt64 = Self.seed
        var random = SplitMix64(seed: seed)
        var (ways, unsettled): (Int, [String]) = (0, [])
        let share = Share(&random, usual: 3 * TestScale.factor)
        for model in share.models {
            guard let history = MatrixHistory(of: model.versions.map(\.schema.withoutUniqueness), seed: seed) else {
                unsettled.append(model.path)
                continue
            }
            let law = WorldLaw(history: history, oracles: [.store])
            let last = history.readings.count - 1
            let pairs: [(Int, Int)] = (0..<last).flatMap { from in ((from + 1)...last).map { (from, $0) } }
            let tried: [(Int, Int)] =
                share.isWhole ? pairs.filter { share.begins(at: $0.0) } : Array(random.shuffled(pairs).prefix(2))
            for (from, to) in tried {
                let world: World = WorldGenerator.world(
                    history.readings[from],
                    seed: seed,
                    size: random.chance(50) ? .tame : .some
                )
                ways += 1
                if let breach = law.breach(from, to, world) {
                    Issue.record("APUS_LAW_SEED=\(seed): \(model.path), from \(from + 1) to \(to + 1): \(breach)")
                }
            }
        }
        print(
            "real histories, seed \(seed): \(ways) ways, \(unsettled.count) histories that no mapping settles: \(unsettled)"
        )
        #expect(ways > 0)
    }
}

extension Schema {
    /// The schema without constraints that the interpreter, and the rows that are made for it, know nothing of.
    var withoutUniqueness: Schema {
        var schema: Schema = self
        for entity in schema.entities.indices {
            schema.entities[entity].uniquenessConstraints = []
            for index in schema.entities[entity].attributes.indices {
                schema.entities[entity].attributes[index].isUnique = false
            }
            for index in schema.entities[entity].relationships.indices {
                schema.entities[entity].relationships[index].isUnique = false
            }
        }
        return schema
    }
}
