import ApusDiagnostics
import ApusFiles
import ApusImport
import ApusMigration
import ApusProject
import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// Models of real apps, edited at random: what Xcode would save of them is imported, and migrates by the law.
@Suite struct MutatedBundleTests {
    private static let count = 10 * TestScale.factor

    @Test(
        "renamed, dropped, retyped, moved at random: import, diff, plan and the law"
    )
    func mutated() throws {
        let seed: UInt64 = TestSeed.chosen(usual: 101)
        var random = SplitMix64(seed: seed)
        var (tried, carried, refused): (Int, Int, Int) = (0, 0, 0)
        let models = CorpusModels.all.filter { !$0.versions.isEmpty }
        try #require(!models.isEmpty)
        while tried < Self.count {
            let model = random.pick(models)
            let version = random.pick(model.versions)
            let base: Schema = version.schema.withoutOriginalNamesAndUniqueness
            let draft: StageDraft = .edited(base, &random, most: 4)
            let isValid = !draft.schema.validate().contains { $0.severity == .error }
            // What the rules of matching refuse no version of Apus has.
            guard isValid, draft.schema != base, Matching.match(base, draft.schema).refusals.isEmpty else { continue }
            let export = CoreDataExport([("M", base), ("M 2", draft.schema)]) { older, newer in
                let matching: Matching = Matching.match(older, newer).matching
                return { matching.olderDeclaration(of: $0) }
            }
            // What Core Data cannot say no bundle has.
            guard export.diagnostics.isEmpty else { continue }
            tried += 1
            let context = "APUS_LAW_SEED=\(seed), number \(tried), \(model.path): \(draft.story)"
            guard let versions = try Self.imported(export, context), versions.count == 2 else { continue }
            #expect(versions[0].normalized == base.normalized, "\(context)")
            #expect(versions[1].sameNames == draft.schema.sameNames, "\(context)")
            try Self.compareMatching(base: base, edited: draft.schema, found: versions[1], context: context)
            switch try Self.law(versions, seed: seed &+ UInt64(tried), context) {
            case true: carried += 1
            case false: refused += 1
            }
        }
        print("mutated bundles, seed \(seed): \(carried) migrated by the law, \(refused) that no mapping settles")
        #expect(carried > 0)
    }

    /// What an import makes of an export; `nil` where the app itself would have to decide.
    private static func imported(_ export: CoreDataExport, _ context: String) throws -> [Schema]? {
        try ScratchFolder.with { folder in
            let bundle: URL = folder.appending(path: "M.xcdatamodeld")
            for file in export.files {
                let url: URL = bundle.appending(path: file.path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(file.text.utf8).write(to: url)
            }
            do {
                return try CoreDataImport.read(bundle.path, model: "M").versions.map(\.schema)
            } catch {
                Issue.record("\(context): \(error)")
                return nil
            }
        }
    }

    /// Each element is what it was by its original names, too.
    private static func compareMatching(base: Schema, edited: Schema, found: Schema, context: String) throws {
        let (one, other) = (Matching.match(base, edited).matching, Matching.match(base, found).matching)
        for entity in edited.entities {
            let path = ModelPath.entity(entity.name)
            #expect(one.olderDeclaration(of: path) == other.olderDeclaration(of: path), "\(context): \(path)")
            for (section, names) in [
                ("attributes", entity.attributes.map(\.name)), ("relationships", entity.relationships.map(\.name)),
            ] {
                for name in names {
                    let path: ModelPath = path.element(section, name)
                    #expect(one.olderDeclaration(of: path) == other.olderDeclaration(of: path), "\(context): \(path)")
                }
            }
        }
    }

    /// Whether the stage could be settled; where it could, it is carried out by the law.
    private static func law(_ versions: [Schema], seed: UInt64, _ context: String) throws -> Bool {
        let entries: [History.Entry] = versions.enumerated().map { History.Entry(Schema.Version($0 + 1), $1) }
        let settlement = Settlement(from: entries[0], to: entries[1], in: History(model: "M", entries: entries))
        guard settlement.stage.refusals.isEmpty else { return false }
        let history = MatrixHistory(of: versions, [settlement.mapping], seed: seed)
        let refusals: [String] = history.migrations.flatMap(\.refusals).map(\.description)
        #expect(refusals == [], "\(context): the naive interpreter refuses what the planner does not")
        if !refusals.isEmpty { return false }
        let world: World = WorldGenerator.world(history.readings[0], seed: seed, size: .some)
        if let breach = WorldLaw(history: history, oracles: [.store]).breach(0, 1, world) {
            Issue.record("\(context): \(breach)")
        }
        return true
    }
}

extension Schema {
    /// The schema without what an older version would have to explain.
    fileprivate var withoutOriginalNamesAndUniqueness: Schema { withoutUniqueness.sameNames }

    /// The schema without the names that elements had before, in the one order.
    fileprivate var sameNames: Schema {
        var schema: Schema = withoutOriginalNames
        schema.model = "M"
        // Core Data has one list of them.
        for index in schema.entities.indices {
            for number in schema.entities[index].attributes.indices
            where schema.entities[index].attributes[number].isUnique {
                schema.entities[index].attributes[number].isUnique = false
                schema.entities[index].uniquenessConstraints.append([schema.entities[index].attributes[number].name])
            }
            for number in schema.entities[index].relationships.indices
            where schema.entities[index].relationships[number].isUnique {
                schema.entities[index].relationships[number].isUnique = false
                schema.entities[index].uniquenessConstraints.append([schema.entities[index].relationships[number].name])
            }
        }
        return schema.normalized
    }
}
