package import ApusMigration
package import ApusSchema
package import Foundation
import GRDB

/// What the seed data of an app will do to a store, when the app opens it.
///
/// It follows from what the store remembers of the rows that it got. The objects themselves are not read, so it is the most that can
/// happen: what the user has changed or deleted, and what stands against a row, keeps some rows as they are.
package struct SeedForecast: Hashable, Sendable {
    /// The rows of an entity.
    package struct Rows: Hashable, Sendable {
        /// The entity.
        package let entity: String
        /// The number of rows that the store has never got.
        package let added: Int
        /// The number of rows to which the data gives other values, and whose rule is not to keep them.
        package let changed: Int
        /// The number of rows that the data no longer has, and whose rule is to delete them.
        package let removed: Int
    }

    /// The entities with rows that are added, changed or removed, by name.
    package let rows: [Rows]

    /// Reads the forecast for a store.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - data: The seed data.
    ///   - plan: The plan for the store, to the schema of the data.
    /// - Throws: `StoreError`.
    package init(of url: URL, _ data: SeedRows, after plan: Plan) throws(StoreError) {
        self = try StoreFile(url).reading { database in
            try database.read { try SeedForecast($0, path: url.path, data, after: plan) }
        }
    }

    private init(_ db: Database, path: String, _ data: SeedRows, after plan: Plan) throws {
        let schema = plan.target.schema
        let model = plan.source.schema.model
        let stored = try SeedLoadRecord.digest(of: model, db).map { SeedSource.parts(ofStored: $0) }
        if plan.isEmpty, let stored, stored.digest == SeedRows.digest(of: data.json) {
            self.rows = []
            return
        }
        let isOwn = Self.isOwn(stored?.roots, after: plan)
        let rows = data.rows.filter { isOwn(schema.root(of: $0.entity)) }
        let all = try SeedLoadRecord.all(of: model, path: path, db)
        var known: [SeedLoading.Name: SeedLoadRecord] = [:]
        for record in plan.isEmpty ? all : SeedLoadRecord.renamed(all, by: plan).compactMap(\.newer)
        where isOwn(schema.root(of: record.entity)) {
            known[SeedLoading.Name(entity: record.entity, key: record.key)] = record
        }
        let records = rows.map { known.removeValue(forKey: SeedLoading.Name(entity: $0.entity, key: $0.key)) }
        let leaving = known.values.filter { $0.removed == .delete && $0.object != nil }
        let references = SeedReferences(rows, of: schema)
        let canonical = SeedLoading.rows(
            references.canonicalRows(),
            withPairsOf: records,
            leaving: Set(leaving.map { [schema.root(of: $0.entity), $0.key] }),
            rows,
            references,
            schema
        )
        var counts: [String: [Int]] = [:]
        for (row, record) in zip(canonical, records) {
            guard let record else {
                counts[row.entity, default: [0, 0, 0]][0] += 1
                continue
            }
            // Without knowing what was loaded, nothing is edited.
            guard row.edited != .keep, record.object != nil, let older = try? SeedRows.Texts(json: record.content)
            else { continue }
            let texts = SeedLoading.merged(row.texts, of: row, over: older, in: plan.target.layout)
            if texts.json(entity: row.entity, key: row.key) != record.content {
                counts[row.entity, default: [0, 0, 0]][1] += 1
            }
        }
        for record in leaving { counts[record.entity, default: [0, 0, 0]][2] += 1 }
        self.rows = counts.sorted { $0.key < $1.key }.map { entity, numbers in
            Rows(entity: entity, added: numbers[0], changed: numbers[1], removed: numbers[2])
        }
    }

    /// Whether a store gets the rows of a root entity.
    ///
    /// - Parameters:
    ///   - roots: The older names of those whose rows it has got; `nil` for all.
    ///   - plan: The plan. What is new after it may belong to any store.
    /// - Returns: The answer for a root entity, by its newer name.
    private static func isOwn(_ roots: Set<String>?, after plan: Plan) -> (String) -> Bool {
        guard let roots else { return { _ in true } }
        if plan.isEmpty { return { roots.contains($0) } }
        let older = plan.source.schema.entities.map(\.name)
        let others = older.filter { !roots.contains(plan.source.schema.root(of: $0)) }
        let names = Set(others.compactMap { plan.matching.newer(ElementPath($0))?.entity })
        return { !names.contains($0) }
    }
}
