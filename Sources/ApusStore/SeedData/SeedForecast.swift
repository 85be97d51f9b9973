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
            try database.read { try SeedForecast($0, data, after: plan) }
        }
    }

    private init(_ db: Database, _ data: SeedRows, after plan: Plan) throws {
        let schema = plan.target.schema
        let found = try SeedLoadRecord.all(of: plan.source.schema.model, db)
        let records = plan.isEmpty ? found : SeedLoadRecord.renamed(found, by: plan).compactMap(\.newer)
        var known: [Name: SeedLoadRecord] = [:]
        for record in records { known[Name(entity: record.entity, key: record.key)] = record }
        var counts: [String: [Int]] = [:]
        for row in SeedReferences(data.rows, of: schema).canonicalRows() {
            guard let record = known.removeValue(forKey: Name(entity: row.entity, key: row.key)) else {
                counts[row.entity, default: [0, 0, 0]][0] += 1
                continue
            }
            if row.edited != .keep, record.object != nil, row.texts.differ(from: record.content) {
                counts[row.entity, default: [0, 0, 0]][1] += 1
            }
        }
        for record in known.values where record.removed == .delete && record.object != nil {
            counts[record.entity, default: [0, 0, 0]][2] += 1
        }
        rows = counts.sorted { $0.key < $1.key }.map { entity, numbers in
            Rows(entity: entity, added: numbers[0], changed: numbers[1], removed: numbers[2])
        }
    }

    private struct Name: Hashable {
        let entity: String
        let key: String
    }
}

extension SeedRows.Texts {
    /// Whether something that is given here is not what a record says was loaded.
    fileprivate func differ(from content: String) -> Bool {
        guard let older = try? SeedRows.Texts(json: content) else { return true }
        return values.contains { name, text in older.values[name] != .some(text) }
            || references.contains { name, keys in older.references[name] ?? [] != keys }
    }
}
