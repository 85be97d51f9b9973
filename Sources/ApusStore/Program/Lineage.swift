import ApusMigration
import ApusSchema

/// The mapping between the rows and columns of a store before and after all passes of a migration.
struct Lineage {
    /// The rows of a concrete entity in a table, or the rows of a join table.
    struct RowSet: Hashable {
        let table: Table
        /// The entity of the objects; `nil` for a join table.
        let entity: String?

        // Tables of one layout differ in their names, and comparing them takes as long as they are wide.
        static func == (one: Self, other: Self) -> Bool {
            one.table.name == other.table.name && one.entity == other.entity
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(table.name)
            hasher.combine(entity)
        }
    }

    /// Older rows that become newer ones.
    struct Origin {
        let table: Table
        /// The older entity of the objects; `nil` for a join table.
        let entity: String?
        /// The older columns whose values are kept or converted, by the names of the newer columns.
        let columns: [String: String]
        /// Where the references of newer columns were that other rows had before, by the names of the newer columns.
        var moved: [String: [References]] = [:]
        /// The newer keys that refer to the same objects by other identities than the older rows.
        var renumbered: Set<String> = []
        /// The branches of the older objects.
        var branches: [Branch] = []
        /// Whether of several older rows with the same values only one has become a newer row.
        var letsOneStay = false

        /// Whether nothing relates the newer objects to what else the older ones have become.
        var isApart: Bool { branches.areApart }
    }

    /// References that older rows have: those of a key, or of a join table, seen from one of their ends.
    struct References {
        let rows: RowSet
        /// The column with the object at this end.
        let near: String
        /// The column with the object at the other end.
        let far: String
        /// Whether newer keys have another identity of the object at the other end.
        var isFarRenumbered = false
    }

    /// The origins of the newer rows; none for rows that start empty.
    let origins: [RowSet: [Origin]]

    /// The newer rows in the order of the layout.
    let targets: [RowSet]

    /// The newer rows that are made of older ones, in the order of the layout, with what they are made of.
    let successors: [RowSet: [(rows: RowSet, origins: [Origin])]]

    /// The values of which no sample is shown.
    let secrets: Secrets

    /// Follows the rows of a store through the passes of its migration.
    init(from source: Layout, over passes: [TablePass], to target: Layout) {
        var origins: [RowSet: [Origin]] = [:]
        for rows in Self.rowSets(of: source) {
            let names = rows.columns.map(\.name)
            let same = Dictionary(zip(names, names), uniquingKeysWith: { first, _ in first })
            origins[rows] = [Origin(table: rows.table, entity: rows.entity, columns: same)]
        }
        for pass in passes { origins = Self.origins(after: pass, before: origins) }
        self.origins = origins
        secrets = Secrets(passes)
        targets = Self.rowSets(of: target)
        var successors: [RowSet: [(rows: RowSet, origins: [Origin])]] = [:]
        for target in targets {
            for (rows, origins) in Dictionary(grouping: origins[target] ?? [], by: \.rows) {
                successors[rows, default: []].append((target, origins))
            }
        }
        self.successors = successors
    }

    private static func rowSets(of layout: Layout) -> [RowSet] {
        layout.tables.flatMap { table -> [RowSet] in
            table.isJoinTable
                ? [RowSet(table: table, entity: nil)] : table.concreteEntities.map { RowSet(table: table, entity: $0) }
        }
    }

    private static func origins(after pass: TablePass, before: [RowSet: [Origin]]) -> [RowSet: [Origin]] {
        var after: [RowSet: [Origin]] = [:]
        for projection in pass.tables {
            for source in projection.sources {
                for part in source.parts {
                    let row = SourceRow(source.table, part.older)
                    let target = RowSet(table: projection.table, entity: part.newer)
                    for origin in before[RowSet(table: source.table, entity: part.older)] ?? [] {
                        var columns: [String: String] = [:]
                        var moved: [String: [References]] = [:]
                        var renumbered: Set<String> = []
                        for (column, value) in zip(projection.table.columns, part.values) {
                            guard let field = pass.graph.keptField(value, in: column),
                                let name = row.column(of: field)?.name
                            else {
                                if column.references == nil { continue }
                                let found = references(of: value, in: pass, before: before)
                                if !found.isEmpty { moved[column.name] = found }
                                continue
                            }
                            columns[column.name] = origin.columns[name]
                            moved[column.name] = origin.moved[name]
                            if column.references == nil { continue }
                            let isRenumbered = pass.graph.isRenumbered(value)
                            if isRenumbered || origin.renumbered.contains(name) { renumbered.insert(column.name) }
                            if isRenumbered {
                                for index in (moved[column.name] ?? []).indices {
                                    moved[column.name]?[index].isFarRenumbered = true
                                }
                            }
                        }
                        after[target, default: []].append(
                            Origin(
                                table: origin.table,
                                entity: origin.entity,
                                columns: columns,
                                moved: moved,
                                renumbered: renumbered,
                                branches: origin.branches + part.branches,
                                letsOneStay: origin.letsOneStay
                                    || part.conditions.contains(where: pass.graph.letsOneStay)
                            )
                        )
                    }
                }
            }
        }
        return after
    }

    /// The references that a newer key takes from other rows.
    private static func references(
        of key: ExpressionGraph.ID,
        in pass: TablePass,
        before: [RowSet: [Origin]]
    ) -> [References] {
        guard let lookup = pass.graph.movedReferences(key) else { return [] }
        return lookup.rows.flatMap { rows -> [References] in
            guard let row = pass.row(of: rows.extent),
                let near = pass.graph.referredField(rows.key).flatMap(row.column)?.name,
                let far = pass.graph.referredField(rows.value).flatMap(row.column)?.name,
                // What the row itself becomes was no reference.
                near != far
            else { return [] }
            let isFarRenumbered = pass.graph.isRenumbered(rows.value)
            return (before[RowSet(table: row.table, entity: row.entity)] ?? []).flatMap { origin -> [References] in
                if let near = origin.columns[near], let far = origin.columns[far] {
                    return [
                        References(rows: origin.rows, near: near, far: far, isFarRenumbered: isFarRenumbered)
                    ]
                }
                // An earlier pass has moved them: one of the columns is the identity of the row.
                return (origin.moved[far] ?? []) + (origin.moved[near] ?? []).map(\.reversed)
            }
        }
    }
}

extension Lineage.References {
    /// The same references, seen from the other end.
    fileprivate var reversed: Self { Self(rows: rows, near: far, far: near) }
}

extension Lineage.RowSet {
    /// The columns that identify a row.
    var keys: [Column] { table.columns.filter { [.identity, .source, .target].contains($0.field) } }

    /// The columns that the rows have values in.
    var columns: [Column] {
        guard let entity else { return table.columns }
        return table.columns.filter { table.column(of: $0.field, in: entity)?.name == $0.name }
    }

    /// The condition that a row is in the set, as SQL; `nil` if all rows of the table are.
    func condition(of row: String) -> String? {
        entity.flatMap { SourceRow.condition([$0], in: table, named: row) }
    }
}

extension Lineage.Origin {
    /// The older rows.
    var rows: Lineage.RowSet { Lineage.RowSet(table: table, entity: entity) }

    /// The condition that a newer row is the successor of an older one, as SQL; `nil` if newer rows do not keep the
    /// identities of older ones.
    func isSame(_ newer: String, as older: String, in target: Lineage.RowSet) -> String? {
        let terms: [String] = target.keys.compactMap { key in
            columns[key.name].map { "\(SQLText.column(key.name, of: newer)) = \(SQLText.column($0, of: older))" }
        }
        return terms.count == target.keys.count ? terms.joined(separator: " AND ") : nil
    }
}
