import ApusDiagnostics
import ApusMigration
import ApusSchema
import ApusSeeding

/// A seeded store, as it is printed.
struct SeedRecord: Encodable {
    struct Rows: Encodable {
        let entity: String
        let count: Int
    }

    struct JoinTable: Encodable {
        let relationship: String
        let count: Int
    }

    let store: String
    let model: String
    let version: String
    let profile: String
    let seed: UInt64
    let rows: [Rows]
    let pairs: [JoinTable]
    let files: Int
    let bytes: Int

    init(of store: String, holding state: StoreState, by seeder: Seeder, _ report: SeedReport) {
        self.store = store
        self.model = state.schema.model
        self.version = PlanReport.name(state.version)
        self.profile = seeder.profile.rawValue
        self.seed = seeder.seed
        self.rows = report.objects.map { Rows(entity: "\($0.path)", count: $0.rows) }
        self.pairs = report.joinTables.map { JoinTable(relationship: "\($0.path)", count: $0.rows) }
        self.files = report.files
        self.bytes = report.bytes
    }

    var text: String {
        let total = rows.reduce(0) { $0 + $1.count }
        var lines = ["\(store): \(model) \(version), \(total) rows, \(profile), seed \(seed)"]
        lines += rows.map { "  \($0.count) \($0.entity)" }
        lines += pairs.map { "  \($0.count) join rows of \($0.relationship)" }
        if files > 0 { lines.append("  \(files) files") }
        return lines.map(\.shown).joined(separator: "\n")
    }
}
