import ApusDiagnostics
import ApusMigration
import ApusPictures
import ApusReports
import ApusSchema
import ApusStore

/// A plan with what happens to a store's tables, as it is printed.
struct PlanReport: Encodable {
    private let plan: Plan
    private let subject: String
    private let store: String?
    private let tables: [TableLine]
    private let needs: Needs?
    private let lost: RowEffectsRecord?
    private let losses: RowEffects?
    private let brokenRules: [BadValuesRecord]?
    private let statements: [MigrationStatement]?
    private let deferred: [DeferredRecord]?
    private let seedData: SeedDataRecord?

    /// A statement in JSON.
    private struct StatementRecord: Encodable {
        let step: String
        let sql: String
        let values: [String]
    }

    /// The time and disk space that a migration needs.
    private struct Needs: Encodable {
        let bytes: Int
        @OrNull var bytesFree: Int?
        let seconds: Double

        init(_ forecast: MigrationForecast) {
            bytes = forecast.bytesNeeded
            bytesFree = forecast.bytesFree
            seconds = forecast.seconds
        }

        /// The needs on one line.
        var text: String {
            let time = seconds < 1 ? "less than a second" : "about \(Int(seconds.rounded(.up))) s"
            guard bytes > 0 else { return "takes \(time)" }
            // The free space is shown only if it may not be enough.
            let free =
                bytesFree.flatMap { $0 < 2 * bytes ? ", of which \($0.shownAsBytes) are free" : nil } ?? ""
            return "takes \(time) and about \(bytes.shownAsBytes) of temporary disk space\(free)"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case store, tables, needs, lost, brokenRules, deferred, seedData, sql
    }

    /// A plan for a store.
    init(
        _ forecast: MigrationForecast,
        of store: String,
        _ statements: [MigrationStatement]? = nil,
        seedData: SeedDataRecord? = nil
    ) {
        self.seedData = seedData
        plan = forecast.plan
        subject = store
        self.store = store
        tables = forecast.tables.map { table in
            TableLine(table: table.name, rows: table.rows, how: table.way?.rawValue ?? "drop", why: table.reason)
        }
        needs = forecast.plan.isEmpty ? nil : Needs(forecast)
        lost = RowEffectsRecord(forecast.losses)
        losses = forecast.losses
        brokenRules = forecast.brokenRules.map(BadValuesRecord.init)
        deferred = DeferredRecord.records(forecast.deferred)
        self.statements = statements
    }

    /// A plan for any store of a schema.
    init(_ plan: Plan, of subject: String, _ statements: [MigrationStatement]? = nil) {
        self.plan = plan
        self.subject = subject
        self.store = nil
        self.tables = []
        needs = nil
        lost = nil
        losses = nil
        brokenRules = nil
        deferred = nil
        seedData = nil
        self.statements = statements
    }

    /// The plan as text.
    var text: StyledText { plan.text(of: subject, work) }

    /// The migration's statements as an SQL script.
    var script: String {
        let title = "\(subject.shown): from \(plan.source.point) to \(plan.target.point)"
        guard let statements, !statements.isEmpty else { return "-- \(title): nothing to do" }
        return "-- \(title); statements that only read are left out\n\n\(statements.script)"
    }

    /// The plan for a pull request or a page.
    var sheet: Sheet { plan.sheet(of: subject, work) }

    /// The plan as an HTML page.
    func page(_ sources: Album.Sources) -> String {
        Album(plan, of: subject, report: sheet, sql: (statements ?? []).map(\.sql), sources) { picture in
            picture.adding(work, from: plan.source.schema, to: plan.target.schema)
        }.page
    }

    private var work: StoreWork {
        func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        let values = (losses?.values ?? []).map { ($0.path.description, count($0.lost, "value")) }
        let rows = (losses?.rows ?? []).map { rows in
            let isBoth = 0 < rows.merged && rows.merged < rows.removed
            return (
                rows.path.description,
                isBoth
                    ? "\(count(rows.removed - rows.merged, "row")) and \(count(rows.merged, "duplicate"))"
                    : count(rows.removed, "row")
            )
        }
        return StoreWork(
            tables: tables,
            losses: Dictionary(rows + values, uniquingKeysWith: { "\($0), \($1)" }),
            partialLosses: Set(
                ((losses?.values ?? []).filter(\.isPartial).map(\.path)
                    + (losses?.rows ?? []).filter { $0.after > 0 || $0.isApart }.map(\.path)).map(\.description)
            ),
            brokenRules: (brokenRules ?? []).map { .init(path: "\($0.table).\($0.column)", text: $0.text) },
            needs: needs?.text,
            deferred: (deferred ?? []).map(\.deferral),
            seedData: (seedData?.rows ?? []).map { .init(entity: $0.entity, text: $0.text) }
        )
    }

    /// Warnings about rows that could not be counted.
    var warnings: [Diagnostic] {
        guard let store else { return [] }
        let uncounted = tables.filter { $0.rows == nil }.map(\.table)
        return Set(uncounted + (lost?.unread ?? [])).sorted().map { .damagedRows(of: $0, in: store) }
    }

    func encode(to encoder: any Encoder) throws {
        try plan.record.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(store, forKey: .store)
        if store != nil { try container.encode(tables, forKey: .tables) }
        try container.encodeIfPresent(needs, forKey: .needs)
        try container.encodeIfPresent(lost, forKey: .lost)
        try container.encodeIfPresent(brokenRules, forKey: .brokenRules)
        try container.encodeIfPresent(deferred, forKey: .deferred)
        try container.encodeIfPresent(seedData, forKey: .seedData)
        let records: [StatementRecord]? = statements?.map {
            StatementRecord(step: $0.title, sql: $0.sql, values: $0.values)
        }
        try container.encodeIfPresent(records, forKey: .sql)
    }

    static func name(_ version: Schema.Version?) -> String {
        version?.description ?? "head"
    }
}
