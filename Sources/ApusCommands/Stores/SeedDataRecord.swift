import ApusMigration
import ApusSchema
import ApusStore
import Foundation

/// What an app's seed data will do to a store, as it is printed.
struct SeedDataRecord: Encodable {
    struct Rows: Encodable {
        let entity: String
        let added: Int
        let changed: Int
        let removed: Int

        /// The numbers in words.
        var text: String {
            let parts = [(added, "added"), (changed, "changed"), (removed, "removed")].filter { $0.0 > 0 }
            return "up to " + parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        }
    }

    /// The entities with rows that are added, changed or removed: at most as many as the numbers say.
    let rows: [Rows]

    /// - Returns: `nil` if the model has no seed data, if the plan does not end at the schema that the data belongs to, or if what the
    ///   store remembers of it cannot be read.
    init?(of store: String, _ data: SeedRows?, after plan: Plan, _ planner: Planner) {
        guard let data, let head = try? planner.state(of: .head), plan.target.schema == head.schema else { return nil }
        // What is said of a damaged store must not depend on what it remembers of seed data.
        guard let forecast = try? SeedForecast(of: storeURL(store), data, after: plan) else { return nil }
        rows = forecast.rows.map { rows in
            Rows(entity: rows.entity, added: rows.added, changed: rows.changed, removed: rows.removed)
        }
    }

    /// A line per entity below a title.
    var lines: [String] {
        if rows.isEmpty { return ["seed data: up to date"] }
        return ["seed data, loaded when the app opens the store:"] + rows.map { "  \($0.entity): \($0.text)" }
    }
}
