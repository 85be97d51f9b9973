import ApusMigration
import ApusSchema
import GRDB

/// Compares the rows of a store before a migration with those after it.
///
/// Both are databases of one connection, `before` and `after`.
struct RowComparison {
    let lineage: Lineage
    let source: Layout
    let db: Database

    static let before: String = "before"
    static let after: String = "after"

    /// What the migration did.
    func effects() throws -> RowEffects {
        let newer: [RowEffects.Rows] = try lineage.heirs.map(rows)
        let losses = LossCount(lineage: lineage, source: source, db: db, database: Self.before)
        return RowEffects(
            rows: try (newer + losses.rows()).filter { $0.added > 0 || $0.removed > 0 },
            values: try changedValues() + losses.values()
        )
    }

    // MARK: Rows

    private func rows(_ heirs: Lineage.Heirs) throws -> RowEffects.Rows {
        let origins: [Lineage.Origin] = lineage.origins[heirs] ?? []
        let after: Int = try count(heirs, in: Self.after)
        var (before, carried, removed): (Int, Int, Int) = (0, 0, 0)
        for origin in origins {
            let count: Int = try self.count(origin.rows, in: Self.before)
            before += count
            guard let isSame = origin.isSame("a", "b", heirs) else { continue }
            carried += try number(
                "SELECT count(*) FROM \(rows(heirs, in: Self.after, "a")) WHERE \(isTaken(heirs, "a")) AND EXISTS "
                    + "(SELECT 1 FROM \(rows(origin.rows, in: Self.before, "b")) "
                    + "WHERE \(isSame) AND \(isTaken(origin.rows, "b")))"
            )
            removed += try number(
                "SELECT count(*) FROM \(rows(origin.rows, in: Self.before, "b")) WHERE \(isTaken(origin.rows, "b")) "
                    + "AND NOT (\(isInAnyHeir(of: origin.rows)))"
            )
        }
        return RowEffects.Rows(
            path: heirs.path,
            before: before,
            after: after,
            added: after - carried,
            removed: removed
        )
    }

    /// The condition that an older row, called `b`, is there still, as whatever it is now.
    private func isInAnyHeir(of rows: Lineage.Heirs) -> String {
        let conditions: [String] = lineage.heirs.flatMap { heirs -> [String] in
            (lineage.origins[heirs] ?? []).filter { $0.rows == rows }.compactMap { origin in
                origin.isSame("h", "b", heirs).map {
                    "EXISTS (SELECT 1 FROM \(self.rows(heirs, in: Self.after, "h")) WHERE \($0) AND \(isTaken(heirs, "h")))"
                }
            }
        }
        return conditions.isEmpty ? "0" : conditions.joined(separator: " OR ")
    }

    private func count(_ rows: Lineage.Heirs, in database: String) throws -> Int {
        try number("SELECT count(*) FROM \(self.rows(rows, in: database, "r")) WHERE \(isTaken(rows, "r"))")
    }

    private func rows(_ rows: Lineage.Heirs, in database: String, _ name: String) -> String {
        "\(database).\(SQLText.name(rows.table.name)) AS \(name)"
    }

    private func isTaken(_ rows: Lineage.Heirs, _ name: String) -> String { rows.condition(of: name) ?? "1" }

    private func number(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? 0 }

    // MARK: Values that are there

    /// What becomes of the values of a property, of rows that went on.
    private struct Tally {
        var (changed, lost, filled): (Int, Int, Int) = (0, 0, 0)
        var samples: [RowEffects.Sample] = []

        var isEmpty: Bool { changed == 0 && lost == 0 && filled == 0 }
    }

    private func changedValues() throws -> [RowEffects.Values] {
        var paths: [ElementPath] = []
        var tallies: [ElementPath: Tally] = [:]
        for heirs in lineage.heirs {
            // What the store computes follows from the rest.
            let columns: [Column] = heirs.columns.filter { $0.isValue && !$0.isDerived }
            for column in columns where tallies[column.path] == nil {
                paths.append(column.path)
                tallies[column.path] = Tally()
            }
            for origin in lineage.origins[heirs] ?? [] {
                guard let isSame = origin.isSame("a", "b", heirs) else { continue }
                let join: String =
                    "FROM \(rows(heirs, in: Self.after, "a")) JOIN \(rows(origin.rows, in: Self.before, "b")) "
                    + "ON \(isSame) WHERE \(isTaken(heirs, "a")) AND \(isTaken(origin.rows, "b"))"
                // A statement gives at most 2,000 columns.
                for start in stride(from: 0, to: columns.count, by: Self.columnsAtOnce) {
                    let some = columns[start..<min(start + Self.columnsAtOnce, columns.count)]
                    try add(Array(some), origin, heirs, join, to: &tallies)
                }
            }
        }
        return paths.compactMap { path in
            tallies[path].flatMap { tally in
                tally.isEmpty
                    ? nil
                    : RowEffects.Values(
                        path: path,
                        changed: tally.changed,
                        lost: tally.lost,
                        filled: tally.filled,
                        samples: tally.samples
                    )
            }
        }
    }

    private static let columnsAtOnce: Int = 500

    /// A column before and after, as SQL.
    private struct Pair {
        let now: String
        let past: String

        init(_ column: Column, _ origin: Lineage.Origin) {
            now = SQLText.column(column.name, of: "a")
            past = origin.columns[column.name].map { SQLText.column($0, of: "b") } ?? "NULL"
        }

        var isOther: String { "\(now) IS NOT \(past)" }

        /// How many values are others, are no longer there, are there now.
        var counts: [String] {
            [
                "count(*) FILTER (WHERE \(now) <> \(past))",
                "count(*) FILTER (WHERE \(now) IS NULL AND \(past) IS NOT NULL)",
                "count(*) FILTER (WHERE \(now) IS NOT NULL AND \(past) IS NULL)",
            ]
        }
    }

    /// Compares some columns in one reading of the rows.
    private func add(
        _ columns: [Column],
        _ origin: Lineage.Origin,
        _ heirs: Lineage.Heirs,
        _ join: String,
        to tallies: inout [ElementPath: Tally]
    ) throws {
        let pairs: [Pair] = columns.map { Pair($0, origin) }
        guard !pairs.isEmpty,
            let counts: Row = try Row.fetchOne(
                db,
                sql: "SELECT \(pairs.flatMap(\.counts).joined(separator: ", ")) \(join)"
            )
        else { return }
        for (place, column) in columns.enumerated() {
            var tally: Tally = tallies[column.path] ?? Tally()
            let found: [Int] = [counts[3 * place], counts[3 * place + 1], counts[3 * place + 2]]
            guard found != [0, 0, 0] else { continue }
            tally.changed += found[0]
            tally.lost += found[1]
            tally.filled += found[2]
            if tally.samples.count < RowEffects.sampleCount {
                let pair: Pair = pairs[place]
                tally.samples += try Row.fetchAll(
                    db,
                    sql: "SELECT \(heirs.identity(of: "a")), \(pair.past), \(pair.now) \(join) AND \(pair.isOther) "
                        + "ORDER BY \(heirs.order(of: "a")) LIMIT \(RowEffects.sampleCount - tally.samples.count)"
                ).map { RowEffects.Sample($0) }
            }
            tallies[column.path] = tally
        }
    }
}

extension Lineage.Heirs {
    /// The entity of the objects, or the relationship of the pairs.
    var path: ElementPath {
        if case .pairs(let path) = table.origin { path } else { ElementPath(kind ?? table.name) }
    }
}

extension Lineage.Heirs {
    /// What tells a row from others, for people.
    func identity(of row: String) -> String {
        keys.map { SQLText.column($0.name, of: row) }.joined(separator: " || '-' || ")
    }

    /// The terms that rows are sorted by.
    func order(of row: String) -> String {
        keys.map { SQLText.column($0.name, of: row) }.joined(separator: ", ")
    }
}

extension Column {
    /// Whether the model knows what is in the column as a property.
    var isValue: Bool {
        switch field {
        case .attribute, .key: true
        case .identity, .entity, .place, .source, .target, .targetPlace, .sourcePlace: false
        }
    }

    /// The property.
    var path: ElementPath { ElementPath(owner, field.text) }
}
