import ApusMigration
import ApusSchema
import ApusStore

/// A plan with what becomes of a store's tables, as it is printed.
struct PlanReport: Encodable {
    private let plan: Plan
    private let subject: String
    private let store: String?
    private let tables: [TableLine]

    private enum CodingKeys: String, CodingKey {
        case store, tables
    }

    /// A plan for a store.
    init(_ plan: Plan, store: String, status: StoreStatus) {
        self.plan = plan
        self.subject = store
        self.store = store
        let rows: [String: Int] = status.rowsByTable
        self.tables = plan.passes.map(\.strategies).flatMap { tables, dropped in
            tables.map { strategy in
                TableLine(
                    table: strategy.table.name,
                    rows: strategy.older.map { rows[$0.name] } ?? 0,
                    how: strategy.way.rawValue,
                    why: strategy.reason
                )
            }
                + dropped.map {
                    TableLine(table: $0.name, rows: rows[$0.name], how: "drop", why: "its rows are lost, as accepted")
                }
        }
    }

    /// A plan for any store of a schema.
    init(_ plan: Plan, of subject: String) {
        self.plan = plan
        self.subject = subject
        self.store = nil
        self.tables = []
    }

    /// The plan for people.
    var text: StyledText { plan.text(of: subject, tables: tables) }

    /// The plan for a pull request.
    var markdown: String { plan.markdown(of: subject, tables: tables) }

    func encode(to encoder: any Encoder) throws {
        try plan.record.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(store, forKey: .store)
        if store != nil { try container.encode(tables, forKey: .tables) }
    }

    static func name(_ version: Schema.Version?) -> String {
        version?.description ?? "head"
    }
}
