import ApusDiagnostics
import ApusFiles
import ApusMerging
import ApusMigration
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

@testable import ApusProject

/// Two branches edit a real model at random, and both freeze; then the versions of one go on from those of the other.
@Suite struct HistoryMergeLawTests {
    private static let count = 5 * TestScale.factor

    /// A branch: versions from 1 on, with the mappings between them.
    private struct Branch {
        var schemas: [Schema]
        var mappings: [Mapping] = []
        var story: [String] = []

        /// The branch with one more version, where its stage can be settled.
        func edited(_ random: inout SplitMix64, lastNumber: Int) -> Branch? {
            let base: Schema = schemas[schemas.count - 1]
            let draft: StageDraft = .edited(base, &random, most: 3, lastNumber: lastNumber)
            let schema: Schema = draft.schema.withoutUniqueness
            guard !schema.validate().contains(where: { $0.severity == .error }), !schema.means(base) else { return nil }
            let entries: [History.Entry] = (schemas + [schema]).enumerated().map { .init(Schema.Version($0 + 1), $1) }
            let history = History(model: "M", entries: entries)
            let settlement = Settlement(from: entries[entries.count - 2], to: entries[entries.count - 1], in: history)
            guard settlement.stage.refusals.isEmpty else { return nil }
            return Branch(
                schemas: schemas + [schema],
                mappings: mappings + [settlement.mapping],
                story: story + draft.story
            )
        }

        /// The files that it has.
        var side: HistoryMerge.Side {
            var lines: [LockFile.Line] = []
            for (number, schema) in schemas.enumerated() {
                let version = Schema.Version(number + 1)
                let mapping: String? = number == 0 ? nil : Digest.of(mappings[number - 1])
                let chain: String = Digest.chain(
                    after: lines.last?.chain,
                    version,
                    schema: Digest.of(schema),
                    mapping: mapping
                )
                lines.append(LockFile.Line(version, schema: Digest.of(schema), mapping: mapping, chain: chain))
            }
            return HistoryMerge.Side(
                HistoryFiles(
                    model: "M",
                    folder: "Schemas/M",
                    heads: [SourceFile(path: "Schemas/M/M.yaml", text: ModelFile.write(schemas[schemas.count - 1]))],
                    versions: schemas.enumerated().map { number, schema in
                        SourceFile(path: "Schemas/M/versions/\(number + 1).yaml", text: ModelFile.write(schema))
                    },
                    lock: SourceFile(path: "Schemas/M/versions.lock", text: LockFile(lines: lines).write()),
                    mappings: mappings.filter { !$0.isEmpty }.map { mapping in
                        SourceFile(
                            path: "Migrations/M/" + MappingFile.fileName(from: mapping.from, to: mapping.to),
                            text: MappingFile.write(mapping)
                        )
                    }
                )
            )
        }
    }

    @Test("sound, settled, and the same whichever side comes first")
    func merges() throws {
        let seed: UInt64 = TestSeed.chosen(usual: 12)
        var random = SplitMix64(seed: seed)
        var (tried, lined, refused, open): (Int, Int, Int, Int) = (0, 0, 0, 0)
        let models = CorpusModels.all.filter { !$0.versions.isEmpty }
        try #require(!models.isEmpty)
        while tried < Self.count {
            let model = random.pick(models)
            let version = random.pick(model.versions)
            let start = Branch(schemas: [version.schema.withoutOriginalNames.withoutUniqueness])
            guard let ours = start.edited(&random, lastNumber: 0), var theirs = start.edited(&random, lastNumber: 500)
            else { continue }
            // Then they froze one version.
            if ours.schemas[1].means(theirs.schemas[1]) { continue }
            if random.chance(50), let more = theirs.edited(&random, lastNumber: 700) { theirs = more }
            tried += 1
            let context: String =
                "APUS_LAW_SEED=\(seed), number \(tried), \(model.path) \(version.name): "
                + "\(ours.story) | \(theirs.story)"
            guard let there = try Self.merged(base: start, first: ours, second: theirs, context: context),
                let back = try Self.merged(base: start, first: theirs, second: ours, context: context)
            else {
                refused += 1
                continue
            }
            lined += 1
            #expect(there.entries.count == 1 + ours.mappings.count + theirs.mappings.count, "\(context)")
            let (one, other) = (there.entries.last?.schema, back.entries.last?.schema)
            #expect(one?.withoutOriginalNames.normalized == other?.withoutOriginalNames.normalized, "\(context)")
            if try !Self.law(there, seed: seed &+ UInt64(tried), context) { open += 1 }
        }
        print("histories merged, seed \(seed): \(lined) lined up, \(refused) refused, \(open) to be settled by hand")
        #expect(lined > refused)
    }

    private struct Line {
        let entries: [History.Entry]
        let mappings: [Mapping]
        let isSettled: Bool
    }

    /// The histories in one line, which must be sound; `nil` where both changed one thing.
    private static func merged(base: Branch, first: Branch, second: Branch, context: String) throws -> Line? {
        let (one, other) = (first.side, second.side)
        let own: [Diagnostic] = (one.contents.diagnostics + other.contents.diagnostics).filter { $0.severity == .error }
        guard own.isEmpty else {
            Issue.record("\(context): a branch by itself has errors: \(own)")
            return nil
        }
        var merge = HistoryMerge(model: "M", base: base.side, first: one, second: other, called: "theirs")
        guard merge.mergeVersions() else {
            #expect(!merge.findings.isEmpty, "\(context)")
            return nil
        }
        let taken: Set<String> = Set(merge.mappings.map(\.path))
        let newest: Schema? = merge.versions.last.flatMap { ModelFile.read([$0]).schema }
        let files = HistoryFiles(
            model: "M",
            folder: "Schemas/M",
            heads: [SourceFile(path: "Schemas/M/M.yaml", text: ModelFile.write(newest ?? first.schemas[0]))],
            versions: one.files.versions
                + merge.versions.map { SourceFile(path: "Schemas/M/versions/\($0.path)", text: $0.text) },
            lock: SourceFile(path: "Schemas/M/versions.lock", text: LockFile(lines: merge.lines).write()),
            mappings: one.files.mappings.filter { !taken.contains($0.name) }
                + merge.mappings.map { SourceFile(path: "Migrations/M/\($0.path)", text: $0.text) }
        )
        let contents: HistoryFiles.Contents = files.read()
        var check = LockCheck(files, contents)
        #expect((contents.diagnostics + check.check()).filter { $0.severity == .error } == [], "\(context)")
        guard let history = contents.history else { return nil }
        let planner = Planner(history: history, mappings: contents.mappings)
        let refusals: [String] = zip(contents.entries, contents.entries.dropFirst()).flatMap { older, newer in
            planner.stage(from: older, to: newer).refusals.map(\.message)
        }
        // What is not settled is said.
        let errors: [Diagnostic] = merge.findings.filter { $0.severity == .error }
        #expect(refusals.isEmpty == errors.isEmpty, "\(context)\n\(refusals)\n\(merge.findings)")
        return Line(entries: contents.entries, mappings: contents.mappings, isSettled: refusals.isEmpty)
    }

    /// Whether all stages are settled; then fused = stepwise = naive over them.
    private static func law(_ line: Line, seed: UInt64, _ context: String) throws -> Bool {
        guard line.isSettled else { return false }
        let mappings: [Mapping] = zip(line.entries, line.entries.dropFirst()).map { older, newer in
            line.mappings.first { $0.from == older.version && $0.to == newer.version }
                ?? Mapping(from: older.version, to: newer.version)
        }
        let history = MatrixHistory(of: line.entries.map(\.schema), mappings, seed: seed)
        let refusals: [String] = history.migrations.flatMap(\.refusals).map(\.description)
        #expect(refusals == [], "\(context): the naive interpreter refuses what the planner does not")
        if !refusals.isEmpty { return true }
        let world: World = WorldGenerator.world(history.readings[0], seed: seed, size: .some)
        if let breach = WorldLaw(history: history, oracles: [.store]).breach(0, line.entries.count - 1, world) {
            Issue.record("\(context): \(breach)")
        }
        return true
    }
}
