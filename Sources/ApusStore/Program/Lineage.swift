import ApusMigration
import ApusSchema

/// Which rows and columns of a store become which, over all passes of a migration.
struct Lineage {
    /// The rows of one kind of a newer table, or its pairs.
    struct Heirs: Hashable {
        let table: Table
        /// The entity of the objects; `nil` of pairs.
        let kind: String?
    }

    /// Older rows that become rows of a newer kind.
    struct Origin {
        let table: Table
        /// The older entity of the objects; `nil` of pairs.
        let kind: String?
        /// The older columns whose values newer ones carry on, as they are or converted, by the newer columns' names.
        let columns: [String: String]
    }

    /// Where the rows of each newer kind come from; from nowhere where it starts empty.
    let origins: [Heirs: [Origin]]

    /// The newer kinds in the order of the layout.
    let heirs: [Heirs]

    /// Follows the rows of a store through the passes of its migration.
    init(from source: Layout, over passes: [TablePass], to target: Layout) {
        var origins: [Heirs: [Origin]] = [:]
        for heirs in Self.heirs(of: source) {
            let names: [String] = heirs.columns.map(\.name)
            let same = Dictionary(zip(names, names), uniquingKeysWith: { first, _ in first })
            origins[heirs] = [Origin(table: heirs.table, kind: heirs.kind, columns: same)]
        }
        for pass in passes { origins = Self.origins(after: pass, before: origins) }
        self.origins = origins
        heirs = Self.heirs(of: target)
    }

    private static func heirs(of layout: Layout) -> [Heirs] {
        layout.tables.flatMap { table -> [Heirs] in
            table.isPairs ? [Heirs(table: table, kind: nil)] : table.kinds.map { Heirs(table: table, kind: $0) }
        }
    }

    private static func origins(after pass: TablePass, before: [Heirs: [Origin]]) -> [Heirs: [Origin]] {
        var after: [Heirs: [Origin]] = [:]
        for projection in pass.tables {
            for source in projection.sources {
                for part in source.parts {
                    let row = SourceRow(source.table, part.older)
                    let heirs = Heirs(table: projection.table, kind: part.newer)
                    for origin in before[Heirs(table: source.table, kind: part.older)] ?? [] {
                        var columns: [String: String] = [:]
                        for (column, value) in zip(projection.table.columns, part.values) {
                            guard let field = pass.graph.mainField(value), let name = row.column(of: field)?.name else {
                                continue
                            }
                            columns[column.name] = origin.columns[name]
                        }
                        after[heirs, default: []].append(
                            Origin(table: origin.table, kind: origin.kind, columns: columns)
                        )
                    }
                }
            }
        }
        return after
    }
}

extension Lineage.Heirs {
    /// What tells the rows from each other.
    var keys: [Column] { table.columns.filter { [.identity, .source, .target].contains($0.field) } }

    /// The columns that the rows have values in.
    var columns: [Column] {
        guard let kind else { return table.columns }
        return table.columns.filter { table.column(of: $0.field, in: kind)?.name == $0.name }
    }

    /// The condition that a row is one of them, as SQL; `nil` where all of the table are.
    func condition(of row: String) -> String? {
        kind.flatMap { SourceRow.condition([$0], in: table, named: row) }
    }
}

extension Lineage.Origin {
    /// The older rows.
    var rows: Lineage.Heirs { Lineage.Heirs(table: table, kind: kind) }

    /// The condition that a newer row is an older one that went on, as SQL; `nil` where newer rows cannot be told to be
    /// any older one.
    func isSame(_ newer: String, _ older: String, _ heirs: Lineage.Heirs) -> String? {
        let pairs: [String] = heirs.keys.compactMap { key in
            columns[key.name].map { "\(SQLText.column(key.name, of: newer)) = \(SQLText.column($0, of: older))" }
        }
        return pairs.count == heirs.keys.count ? pairs.joined(separator: " AND ") : nil
    }
}
