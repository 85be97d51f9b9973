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
    private let separated: SeparatedReferences

    /// - Parameters:
    ///   - lineage: What became of which rows.
    ///   - source: The tables before.
    ///   - db: The connection, with the keys of encrypted attributes.
    init(lineage: Lineage, source: Layout, db: Database) {
        (self.lineage, self.source, self.db) = (lineage, source, db)
        separated = SeparatedReferences(lineage, from: source)
    }

    static let before: String = "before"
    static let after: String = "after"

    /// The effects of the migration.
    func effects() throws -> RowEffects {
        var (newer, unread): ([RowEffects.Rows], Set<ElementPath>) = ([], [])
        for target in lineage.targets {
            if let rows = try db.unlessDamaged({ try rows(target) }) {
                newer.append(rows)
            } else {
                unread.insert(target.path)
            }
        }
        let losses = try LossCount(
            lineage: lineage,
            source: source,
            db: db,
            database: Self.before,
            migrated: Self.after
        )
        .effects()
        let values = try changedValues(adding: &unread) + losses.values
        return RowEffects(
            rows: (newer + losses.rows).filter { $0.added > 0 || $0.removed > 0 },
            values: values,
            unread: unread.union(losses.unread).sorted()
        )
    }

    // MARK: Rows

    private func rows(_ target: Lineage.RowSet) throws -> RowEffects.Rows {
        let origins = lineage.origins[target] ?? []
        let after = try count(target, in: Self.after)
        var (before, kept, removed) = (0, 0, 0)
        // Pairs of objects that get other identities can only be counted.
        var renumbered = 0
        // Several origins may take the same rows.
        var (counted, searched): (Set<Lineage.RowSet>, Set<Lineage.RowSet>) = ([], [])
        for origin in origins {
            let isContinued = continues(origin.rows, in: target)
            if isContinued, counted.insert(origin.rows).inserted {
                before += try count(origin.rows, in: Self.before)
            }
            guard isContinued, let isSame = origin.isSame("a", as: "b", in: target) else { continue }
            // Pairs of objects apart are others, whatever their identities are.
            let isOther =
                target.table.isJoinTable
                ? separated.condition(origin.rows, origin.key(of: target), of: "b", in: Self.before) ?? "0" : "0"
            if target.table.isJoinTable, !origin.renumbered.isEmpty {
                let all = "SELECT count(*) FROM \(rows(origin.rows, in: Self.before, "b"))"
                let (kept, gone) = (
                    try number("\(all) WHERE \(isTaken(origin.rows, "b")) AND NOT \(isOther)"),
                    try number("\(all) WHERE \(isTaken(origin.rows, "b")) AND \(isOther)")
                )
                if searched.insert(origin.rows).inserted { (renumbered, removed) = (renumbered + kept, removed + gone) }
                continue
            }
            kept += try number(
                "SELECT count(*) FROM \(rows(target, in: Self.after, "a")) WHERE \(isTaken(target, "a")) AND EXISTS "
                    + "(SELECT 1 FROM \(rows(origin.rows, in: Self.before, "b")) "
                    + "WHERE \(isSame) AND \(isTaken(origin.rows, "b")) AND NOT \(isOther))"
            )
            guard searched.insert(origin.rows).inserted else { continue }
            removed += try number(
                "SELECT count(*) FROM \(rows(origin.rows, in: Self.before, "b")) WHERE \(isTaken(origin.rows, "b")) "
                    + "AND (\(isOther) OR NOT (\(isInAnySuccessor(of: origin.rows))))"
            )
        }
        // Rows that several origins have are counted for each.
        let free = max(0, after - kept)
        removed += max(0, renumbered - free)
        kept += min(renumbered, free)
        return RowEffects.Rows(
            path: target.path,
            before: before,
            after: after,
            added: max(0, after - kept),
            removed: removed
        )
    }

    /// Whether older rows go on in newer ones, rather than that others are made of them: of several tables with rows that are made of
    /// them, those of the same kind that keep most of their values.
    private func continues(_ rows: Lineage.RowSet, in target: Lineage.RowSet) -> Bool {
        func score(_ other: Lineage.RowSet, _ origins: [Lineage.Origin]) -> Int {
            let columns = origins.map(\.columns.count).max() ?? 0
            let isAlike = other.table.isJoinTable == rows.table.isJoinTable
            return columns + (isAlike ? 10_000 : 0) + (isAlike && other.entity == rows.entity ? 5_000 : 0)
        }
        let all = lineage.successors[rows] ?? []
        guard let best = all.max(by: { score($0.rows, $0.origins) < score($1.rows, $1.origins) })?.rows else {
            return true
        }
        return target.table.name == best.table.name
            || target.table.isJoinTable && !rows.table.isJoinTable
                && lineage.origins[target]?.contains { $0.rows == rows && $0.isSame("a", as: "b", in: target) != nil }
                    == true
    }

    /// The condition that an older row, with the alias `b`, still exists in some newer table.
    private func isInAnySuccessor(of rows: Lineage.RowSet) -> String {
        let conditions: [String] = (lineage.successors[rows] ?? []).flatMap { target, origins -> [String] in
            origins.compactMap { origin in
                origin.isSame("h", as: "b", in: target).map {
                    "EXISTS (SELECT 1 FROM \(self.rows(target, in: Self.after, "h")) WHERE \($0) AND \(isTaken(target, "h")))"
                }
            }
        }
        return conditions.isEmpty ? "0" : SQLText.any(conditions)
    }

    private func count(_ rows: Lineage.RowSet, in database: String) throws -> Int {
        try number("SELECT count(*) FROM \(self.rows(rows, in: database, "r")) WHERE \(isTaken(rows, "r"))")
    }

    private func rows(_ rows: Lineage.RowSet, in database: String, _ name: String) -> String {
        "\(database).\(SQLText.name(rows.table.name)) AS \(name)"
    }

    private func isTaken(_ rows: Lineage.RowSet, _ name: String) -> String { rows.condition(of: name) ?? "1" }

    private func number(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? 0 }

    // MARK: Values

    /// The changes to the values of a property, in rows that are kept.
    private struct Tally {
        var (changed, lost, filled): (Int, Int, Int) = (0, 0, 0)
        var samples: [RowEffects.Sample] = []

        var isEmpty: Bool { changed == 0 && lost == 0 && filled == 0 }
    }

    private func changedValues(adding unread: inout Set<ElementPath>) throws -> [RowEffects.Values] {
        var paths: [ElementPath] = []
        var tallies: [ElementPath: Tally] = [:]
        for target in lineage.targets {
            // Derived attributes follow from the others.
            let columns = target.columns.filter { $0.isValue && !$0.isDerived }
            for column in columns where tallies[column.path] == nil {
                paths.append(column.path)
                tallies[column.path] = Tally()
            }
            for origin in lineage.origins[target] ?? [] {
                guard let isSame = origin.isSame("a", as: "b", in: target) else { continue }
                let join =
                    "FROM \(rows(target, in: Self.after, "a")) JOIN \(rows(origin.rows, in: Self.before, "b")) "
                    + "ON \(isSame) WHERE \(isTaken(target, "a")) AND \(isTaken(origin.rows, "b"))"
                // The result of a statement has at most 2,000 columns.
                for start in stride(from: 0, to: columns.count, by: Self.columnsAtOnce) {
                    let some = Array(columns[start..<min(start + Self.columnsAtOnce, columns.count)])
                    let isRead: Void? = try db.unlessDamaged {
                        try add(some, of: target, from: origin, join: join, to: &tallies)
                    }
                    if isRead == nil { unread.insert(target.path) }
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
    private struct ColumnPair {
        let now: String
        let past: String
        /// The type before; `nil` if there was no such column.
        let pastType: ScalarType?
        let type: ScalarType

        init(
            _ column: Column,
            _ origin: Lineage.Origin,
            in target: Lineage.RowSet,
            _ separated: SeparatedReferences
        ) {
            type = column.type
            if let references = origin.moved[column.name] {
                // The same reference, wherever it was. Those that no newer key has are among the losses.
                let now = SQLText.column(column.name, of: "a")
                let isOld = references.flatMap { references in
                    target.keys.compactMap { origin.columns[$0.name] }.map { references.contain($0, now) }
                }
                pastType = column.type
                self.now = now
                past = "CASE WHEN \(SQLText.any(isOld)) THEN \(now) END"
                return
            }
            let before = origin.columns[column.name]
            let older = origin.rows.table.columns.first { $0.name == before }
            pastType = older?.type
            // An encrypted value is another one in each file and row, so what is in the file is compared.
            let opensFiles =
                [column, older].contains { $0?.isExternal == true }
                && [column, older].contains { $0?.seal != nil }
            var now = column.readable(of: "a", in: target.table, openingFiles: opensFiles)
            var past =
                older?.readable(of: "b", in: origin.rows.table, openingFiles: opensFiles)
                ?? before.map { SQLText.column($0, of: "b") } ?? "NULL"
            if opensFiles, let older, older.isExternal, column.isExternal, older.seal == column.seal {
                // A file is never changed, so one that is still named need not be read.
                let names = (SQLText.column(column.name, of: "a"), SQLText.column(older.name, of: "b"))
                let isSame = "typeof(\(names.0)) = 'text' AND \(names.0) = \(names.1)"
                now = "CASE WHEN \(isSame) THEN \(names.0) ELSE \(now) END"
                past = "CASE WHEN \(isSame) THEN \(names.1) ELSE \(past) END"
            }
            self.now = now
            let separated = before.flatMap { separated.condition(origin.rows, $0, of: "b", in: RowComparison.before) }
            if let separated {
                // Those are among the losses.
                self.past = "CASE WHEN \(separated) THEN \(now) ELSE \(past) END"
            } else if origin.renumbered.contains(column.name) {
                self.past = "CASE WHEN \(past) IS NULL OR \(now) IS NULL THEN \(past) ELSE \(now) END"
            } else {
                self.past = past
            }
        }

        var isOther: String { "((\(now) IS NULL) <> (\(past) IS NULL) OR \(isChanged))" }

        /// The condition that there is a value before and after, and that it is another one.
        private var isChanged: String {
            guard pastType == .string, let texts else { return "\(now) <> \(past)" }
            return "(\(now) IS NOT NULL AND \(past) NOT IN (\(texts.joined(separator: ", "))))"
        }

        /// The texts that say the same as a number, for columns that had texts: SQLite compares a text with a number by the number that it
        /// reads in it, so `007` would equal 7.
        private var texts: [String]? {
            switch type {
            case .bool: ["CASE \(now) WHEN 0 THEN 'false' ELSE 'true' END"]
            case .int16, .int32, .int64: ["CAST(\(now) AS TEXT)"]
            case .float, .double:
                [
                    "CAST(\(now) AS TEXT)", "printf('%!.17g', \(now))",
                    "CASE \(now) WHEN CAST(\(now) AS INTEGER) THEN CAST(CAST(\(now) AS INTEGER) AS TEXT) ELSE '' END",
                ]
            default: nil
            }
        }

        /// The numbers of values that changed, were lost and were filled.
        var counts: [String] {
            [
                "count(*) FILTER (WHERE \(isChanged))",
                "count(*) FILTER (WHERE \(now) IS NULL AND \(past) IS NOT NULL)",
                "count(*) FILTER (WHERE \(now) IS NOT NULL AND \(past) IS NULL)",
            ]
        }
    }

    /// Compares some columns in one scan of the rows.
    private func add(
        _ columns: [Column],
        of target: Lineage.RowSet,
        from origin: Lineage.Origin,
        join: String,
        to tallies: inout [ElementPath: Tally]
    ) throws {
        let pairs = columns.map { ColumnPair($0, origin, in: target, separated) }
        guard !pairs.isEmpty,
            let counts: Row = try Row.fetchOne(
                db,
                sql: "SELECT \(pairs.flatMap(\.counts).joined(separator: ", ")) \(join)"
            )
        else { return }
        for (index, column) in columns.enumerated() {
            var tally = tallies[column.path] ?? Tally()
            let found: [Int] = [counts[3 * index], counts[3 * index + 1], counts[3 * index + 2]]
            guard found != [0, 0, 0] else { continue }
            tally.changed += found[0]
            tally.lost += found[1]
            tally.filled += found[2]
            if tally.samples.count < RowEffects.sampleCount {
                let pair = pairs[index]
                // A sample shows both values.
                let isSecret =
                    lineage.secrets.covers(column, of: target.table)
                    || origin.columns[column.name].map { lineage.secrets.covers($0, of: origin.table) } == true
                tally.samples += try Row.fetchAll(
                    db,
                    sql: "SELECT \(target.identity(of: "a")), "
                        + RowEffects.Sample.whole(pair.past, pair.pastType) + ", "
                        + RowEffects.Sample.whole(pair.now, column.type) + " \(join) AND \(pair.isOther) "
                        + "ORDER BY \(target.order(of: "a")) LIMIT \(RowEffects.sampleCount - tally.samples.count)"
                ).map {
                    RowEffects.Sample($0, before: pair.pastType, after: column.type, TextBytes(db))
                        .redacted(isSecret)
                }
            }
            tallies[column.path] = tally
        }
    }
}

extension Lineage.References {
    /// The condition that an older row, with the alias `b`, had a reference to an object, as SQL.
    fileprivate func contain(_ identity: String, _ object: String) -> String {
        let terms: [String] = [
            "\(SQLText.column(near, of: "m")) = \(SQLText.column(identity, of: "b"))",
            isFarRenumbered ? nil : "\(SQLText.column(far, of: "m")) = \(object)", rows.condition(of: "m"),
        ].compactMap { $0 }
        return "EXISTS (SELECT 1 FROM \(RowComparison.before).\(SQLText.name(rows.table.name)) AS m "
            + "WHERE \(terms.joined(separator: " AND ")))"
    }
}

extension Lineage.RowSet {
    /// The entity of the objects, or the relationship of a join table.
    var path: ElementPath {
        if case .joinTable(let path) = table.origin { path } else { ElementPath(entity ?? table.name) }
    }

    /// The identity of a row, for display.
    func identity(of row: String) -> String {
        keys.map { SQLText.column($0.name, of: row) }.joined(separator: " || '-' || ")
    }

    /// The terms by which rows are sorted.
    func order(of row: String) -> String {
        keys.map { SQLText.column($0.name, of: row) }.joined(separator: ", ")
    }
}

extension Column {
    /// The column's value in a row, decrypted, as SQL; its bytes if those of files are read.
    func readable(of row: String, in table: ApusSchema.Table, openingFiles opensFiles: Bool) -> String {
        let name = SQLText.column(name, of: row)
        // A file that is missing is no change of the migration's, which need not read it.
        let value = isExternal && opensFiles ? SealFunctions.bytes(of: name, isLenient: true) : name
        let isBytes = opensFiles && [.text, .blob].contains(type.storage)
        guard let seal, let identity = table.identity?.name else { return isBytes ? "CAST(\(value) AS BLOB)" : value }
        let opened = SealFunctions.opened(seal, type, value, of: SQLText.column(identity, of: row))
        return isBytes ? "CAST(\(opened) AS BLOB)" : opened
    }

    /// Whether the column has the values of a property.
    var isValue: Bool {
        switch field {
        case .attribute, .key: true
        case .identity, .entity, .lookup, .orderKey, .source, .target, .targetOrderKey, .sourceOrderKey: false
        }
    }

    /// The property.
    var path: ElementPath { ElementPath(owner, field.text) }
}
