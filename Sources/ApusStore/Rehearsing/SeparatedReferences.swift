import ApusMigration
import ApusSchema

/// References that older objects do not have any more: objects apart have them, or they point to such objects, and nothing says which
/// older ones these were.
struct SeparatedReferences {
    /// References of older rows in newer rows.
    private struct Continued {
        /// The older key; `nil` in a join table.
        let key: String?
        /// The newer objects at both ends, by the older columns with their identities.
        let ends: [String: [Lineage.RowSet]]
    }

    private let lineage: Lineage
    private let source: Layout
    private var continued: [Lineage.RowSet: [Continued]] = [:]

    init(_ lineage: Lineage, from source: Layout) {
        (self.lineage, self.source) = (lineage, source)
        if !lineage.origins.values.contains(where: { $0.contains(where: \.isApart) }) { return }
        let newer = Dictionary(grouping: lineage.targets, by: \.table.name)
        func objects(_ column: Column) -> [Lineage.RowSet] { column.references.flatMap { newer[$0] } ?? [] }
        func add(_ ends: [String: [Lineage.RowSet]], of rows: Lineage.RowSet) {
            let key = ends.keys.first { $0 != rows.identityName }
            continued[rows, default: []].append(Continued(key: rows.table.isJoinTable ? nil : key, ends: ends))
        }
        for target in lineage.targets {
            let keys = target.columns.filter { $0.references != nil }
            for origin in lineage.origins[target] ?? [] {
                let known = keys.compactMap { key in origin.columns[key.name].map { ($0, objects(key)) } }
                if target.table.isJoinTable || origin.table.isJoinTable {
                    let ends = Dictionary(known, uniquingKeysWith: +)
                    if ends.count == 2 { add(ends, of: origin.rows) }
                } else {
                    // A key with the identity of the row itself was no reference.
                    for (name, objects) in known where name != origin.rows.identityName {
                        add([name: objects, origin.rows.identityName: [target]], of: origin.rows)
                    }
                }
                for key in keys {
                    for references in origin.moved[key.name] ?? [] where references.near != references.far {
                        add([references.near: [target], references.far: objects(key)], of: references.rows)
                    }
                }
            }
        }
    }

    /// The condition that the reference of an older row is one of them, as SQL; `nil` if none is.
    ///
    /// - Parameters:
    ///   - rows: The older rows.
    ///   - key: The key; `nil` for those of a join table.
    ///   - row: The row's alias.
    ///   - database: The connection's name for the store before the migration.
    /// - Returns: The condition.
    func condition(_ rows: Lineage.RowSet, _ key: String?, of row: String, in database: String) -> String? {
        let found = (continued[rows] ?? []).filter { $0.key == key }
        guard let ends = found.first?.ends.keys.sorted(), ends.count == 2 else { return nil }
        let (near, far) = (older(at: ends[0], of: rows), older(at: ends[1], of: rows))
        let separated = near.flatMap { one in far.map { (one, $0) } }.filter { one, other in
            let all = found.compactMap { continued -> Bool? in
                guard let isNearApart = isApart(one, among: continued.ends[ends[0]] ?? []),
                    let isFarApart = isApart(other, among: continued.ends[ends[1]] ?? [])
                else { return nil }
                return isNearApart || isFarApart
            }
            return !all.isEmpty && !all.contains(false)
        }
        if separated.isEmpty { return nil }
        let present = ends.filter { $0 != rows.identityName }.map { "\(SQLText.column($0, of: row)) IS NOT NULL" }
        if separated.count == near.count * far.count { return "(\(present.joined(separator: " AND ")))" }
        let pairs = separated.map { one, other in
            let terms = [(ends[0], one), (ends[1], other)].filter { $0.0 != rows.identityName }.map { column, objects in
                let name = SQLText.name(objects.table.name)
                let terms = [
                    "\(SQLText.column(objects.identityName, of: "f")) = \(SQLText.column(column, of: row))",
                    objects.condition(of: "f"),
                ].compactMap(\.self)
                return "EXISTS (SELECT 1 FROM \(database).\(name) AS f WHERE \(terms.joined(separator: " AND ")))"
            }
            return "(\(terms.joined(separator: " AND ")))"
        }
        return "(\(SQLText.any(pairs)))"
    }

    /// The older objects whose identities a column has.
    private func older(at column: String, of rows: Lineage.RowSet) -> [Lineage.RowSet] {
        if column == rows.identityName { return [rows] }
        guard let table = rows.table.column(column)?.references.flatMap({ source.table($0) }) else { return [] }
        return table.concreteEntities.map { Lineage.RowSet(table: table, entity: $0) }
    }

    /// Whether all that older objects are among newer ones is apart; `nil` if they are nothing there.
    private func isApart(_ rows: Lineage.RowSet, among newer: [Lineage.RowSet]) -> Bool? {
        let origins = newer.flatMap { lineage.origins[$0] ?? [] }.filter { $0.rows == rows }
        return origins.isEmpty ? nil : origins.allSatisfy(\.isApart)
    }
}

extension Lineage.RowSet {
    /// The name of the column with the identities of objects.
    fileprivate var identityName: String { table.identity?.name ?? Column.identityName }
}

extension Lineage.Origin {
    /// The older key that the rows of a newer join table come from; `nil` if they are those of an older join table.
    func key(of target: Lineage.RowSet) -> String? {
        rows.table.isJoinTable
            ? nil : target.keys.compactMap { columns[$0.name] }.first { $0 != rows.identityName }
    }
}
