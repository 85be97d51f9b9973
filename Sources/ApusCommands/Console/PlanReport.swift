import ApusMigration
import ApusSchema
import ApusStore

/// A plan for a store, as it is printed.
struct PlanReport: Encodable {
    /// How one table is made.
    struct TableRow: Encodable {
        let table: String
        let rows: Int?
        let how: String
        let why: String
    }

    let store: String
    let model: String
    let from: String
    let to: String
    let stages: [Stage.Record]
    let tables: [TableRow]
    let dropped: [String]
    let losses: [String]

    private let verdicts: [String]

    private enum CodingKeys: String, CodingKey {
        case store, model, from, to, stages, tables, dropped, losses
    }

    init(_ plan: Plan, store: String, status: StoreStatus) {
        let (tables, dropped): ([TableStrategy], [Table]) = plan.projection.strategies
        self.store = store
        self.model = plan.target.schema.model
        self.from = Self.name(plan.source.version)
        self.to = Self.name(plan.target.version)
        self.stages = plan.stages.map(\.record)
        self.verdicts = plan.stages.map { "  \($0.from) → \($0.to)  \($0.verdict)" }
        self.dropped = dropped.map(\.name)
        self.losses = plan.stages.flatMap { stage in stage.losses.map { "\($0) (\(stage.from) → \(stage.to))" } }
        let rows: [String: Int] = Dictionary(
            status.rows.map { ($0.entity, $0.count) },
            uniquingKeysWith: { first, _ in first }
        )
        self.tables = tables.map { strategy in
            TableRow(
                table: strategy.table.name,
                rows: strategy.older.map { rows[$0.name] } ?? 0,
                how: strategy.way.rawValue,
                why: strategy.reason
            )
        }
    }

    /// The plan for people.
    var text: String {
        if stages.isEmpty, from == to { return "\(store): \(model) \(from), nothing to do\n" }
        let count: String = stages.count == 1 ? "1 stage" : "\(stages.count) stages fused into one pass"
        var lines: [String] = ["\(store): \(model) \(from) → \(to), \(count)", ""]
        lines += verdicts
        lines += ["", Self.line("table", "rows", "how", "why")]
        lines += tables.map { Self.line($0.table, $0.rows.map(String.init) ?? "", $0.how, $0.why) }
        lines += dropped.map { Self.line($0, "", "drop", "its rows are lost, as accepted") }
        if !losses.isEmpty { lines += ["", "lost, as accepted: " + losses.joined(separator: ", ")] }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ table: String, _ rows: String, _ how: String, _ why: String) -> String {
        func pad(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        let count: String = String(repeating: " ", count: max(0, 9 - rows.count)) + rows
        return "  " + pad(table, 28) + count + "  " + pad(how, 11) + why
    }

    static func name(_ version: Schema.Version?) -> String {
        version?.description ?? "head"
    }
}
