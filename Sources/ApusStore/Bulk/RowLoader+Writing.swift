import ApusSchema
import Foundation
import GRDB

extension RowLoader {
    // MARK: - Writing

    mutating func write(_ values: Values, _ row: FileRow, _ rows: EntityRows) throws {
        let existing = try self.existing(values, row, rows)
        var values = values
        try setOrderKeys(in: &values, of: existing, rows)
        let location = CountedObjects.Location(line: row.line, column: row.column)
        try noteOwners(of: values, existing, rows, location)
        if let existing {
            try update(existing, values, rows)
            report.updated += 1
            try writePairs(values, of: existing, isNew: false, location)
            return
        }
        for (index, value) in rows.defaults where values.columns[index] == nil { values.columns[index] = value }
        let missing = rows.required.filter { values.columns[$0.index] == nil }
        for column in missing {
            note("'\(rows.plan.entity.name).\(column.name)' is missing, and has no default", [], row.line, row.column)
        }
        if !missing.isEmpty { return }
        let identity = try values.identity ?? rows.counter.next(rows.plan.table, db)
        try insert(identity, values, rows)
        report.inserted += 1
        try counted.note(new: identity, of: rows.plan.entity, location, db)
        try writePairs(values, of: identity, isNew: true, location)
    }

    /// Notes the objects that a row refers to, and those that it referred to before.
    private mutating func noteOwners(
        of values: Values,
        _ existing: Int64?,
        _ rows: EntityRows,
        _ location: CountedObjects.Location
    ) throws {
        let table = rows.plan.table
        for (index, column) in table.columns.enumerated() where counted.counts(column, of: table) {
            guard let value = values.columns[index] else { continue }
            if case .integer(let owner) = value { try counted.note(owner, in: column, of: table, location, db) }
            guard let existing, let identity = table.identity else { continue }
            let sql = """
                SELECT \(SQLText.name(column.name)) FROM \(SQLText.name(table.name)) \
                WHERE \(SQLText.name(identity.name)) = ?
                """
            if let former = try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [existing]) {
                try counted.note(former, in: column, of: table, location, db)
            }
        }
    }

    /// Adds the order keys that a row does not give: an object that joins an ordered list is its last, and one that is in the list
    /// already keeps its index.
    private mutating func setOrderKeys(in values: inout Values, of existing: Int64?, _ rows: EntityRows) throws {
        let table = rows.plan.table
        for (key, order) in rows.orders {
            guard let reference = values.columns[key] else { continue }
            guard case .integer(let owner) = reference else {
                if values.columns[order] == nil { values.columns[order] = .null }
                continue
            }
            let list = "\(table.name).\(table.columns[order].name)"
            if let given = values.columns[order] {
                if case .integer(let given) = given, let last = lastOrderKeys[list]?[owner] {
                    lastOrderKeys[list]?[owner] = max(last, given)
                }
                continue
            }
            let (name, keyName) = (SQLText.name(table.name), SQLText.name(table.columns[key].name))
            if let existing, let identity = table.identity {
                let sql = "SELECT \(keyName) FROM \(name) WHERE \(SQLText.name(identity.name)) = ?"
                if try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [existing]) == owner { continue }
            }
            let sql =
                "SELECT ifnull(max(\(SQLText.name(table.columns[order].name))), 0) FROM \(name) WHERE \(keyName) = ?"
            let last =
                try lastOrderKeys[list]?[owner] ?? Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [owner]) ?? 0
            lastOrderKeys[list, default: [:]][owner] = last &+ Layout.placeGap
            values.columns[order] = .integer(last &+ Layout.placeGap)
        }
    }

    /// The object that a row changes; `nil` for a new one.
    func existing(_ values: Values, _ row: FileRow, _ rows: EntityRows) throws -> Int64? {
        if rows.keys.isEmpty { return nil }
        let table = rows.plan.table
        guard let identity = table.identity else { return nil }
        var conditions: [String] = []
        var arguments: [StoredValue] = []
        for key in rows.keys {
            let value: StoredValue? =
                key.index.map { values.columns[$0] ?? .null } ?? values.identity.map { .integer($0) }
            guard let value, value != .null else {
                throw FileProblem(
                    message: "the row has no '\(key.name)', by which its object is found",
                    line: row.line,
                    column: row.column,
                    isFatal: false
                )
            }
            let column = key.index.map { table.columns[$0] } ?? identity
            conditions.append(table.hasValue(column) ?? "FALSE")
            arguments.append(value.bound)
        }
        let kind = table.condition([rows.plan.entity.name], of: "this").map { " AND \($0)" } ?? ""
        let sql = """
            SELECT \(SQLText.name(identity.name)) FROM \(SQLText.name(table.name)) AS this \
            WHERE \(conditions.joined(separator: " AND "))\(kind) LIMIT 2
            """
        let found = try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
        if found.count > 1 {
            throw FileProblem(
                message: "several objects have the row's \(rows.keys.map { "'\($0.name)'" }.joined(separator: ", "))",
                line: row.line,
                column: row.column,
                isFatal: false
            )
        }
        return found.first
    }

    mutating func insert(_ identity: Int64, _ values: Values, _ rows: EntityRows) throws {
        let given = values.columns.indices.filter { values.columns[$0] != nil }
        let statement = try rows.insertion(given, db)
        var arguments: [StoredValue] = [.integer(identity)]
        if rows.plan.table.entity != nil { arguments.append(.text(rows.plan.entity.name)) }
        for index in given {
            arguments.append(try kept(values.columns[index] ?? .null, rows.plan.table.columns[index], identity))
        }
        try statement.execute(arguments: StatementArguments(arguments))
        rows.counter.note(identity)
    }

    mutating func update(_ identity: Int64, _ values: Values, _ rows: EntityRows) throws {
        let given = values.columns.indices.filter { values.columns[$0] != nil }
        if given.isEmpty { return }
        let table = rows.plan.table
        for index in given where table.columns[index].isExternal {
            let name = SQLText.name(table.columns[index].name)
            let sql = """
                SELECT \(name) FROM \(SQLText.name(table.name)) \
                WHERE \(SQLText.name(table.identity?.name ?? "")) = ? AND typeof(\(name)) = 'text'
                """
            obsolete += try String.fetchAll(db.cachedStatement(sql: sql), arguments: [identity])
        }
        let statement = try rows.update(given, db)
        var arguments: [StoredValue] = [.integer(identity)]
        for index in given {
            arguments.append(try kept(values.columns[index] ?? .null, table.columns[index], identity))
        }
        try statement.execute(arguments: StatementArguments(arguments))
    }

    /// A value as it is bound: a large one is written to a file.
    mutating func kept(_ value: StoredValue, _ column: Column, _ identity: Int64) throws -> StoredValue {
        guard column.isExternal, value != .null else { return value.bound }
        let stored =
            column.seal == nil
            ? value.encoded(for: column) : try column.seal?.sealed(value, of: identity, keys) ?? value
        guard case .blob(let bytes) = stored, let files, bytes.count >= ExternalFiles.threshold else { return stored }
        let name = try files.write(bytes)
        written.append(name)
        return .text(name)
    }

    mutating func writePairs(
        _ values: Values,
        of identity: Int64,
        isNew: Bool,
        _ location: CountedObjects.Location
    ) throws {
        for (table, isOwnInverse, targets) in values.pairs {
            guard let source = table.column(of: .source), let target = table.column(of: .target) else { continue }
            let name = SQLText.name(table.name)
            let former =
                isNew
                ? []
                : try Row.fetchAll(
                    db.cachedStatement(sql: "SELECT * FROM \(name) WHERE \(SQLText.name(source.name)) = ?"),
                    arguments: [identity]
                )
            if !isNew {
                try db.cachedStatement(sql: "DELETE FROM \(name) WHERE \(SQLText.name(source.name)) = ?")
                    .execute(arguments: [identity])
                if isOwnInverse {
                    try db.cachedStatement(sql: "DELETE FROM \(name) WHERE \(SQLText.name(target.name)) = ?")
                        .execute(arguments: [identity])
                }
            }
            let others = targets.map(\.target) + former.compactMap { $0[target.name] as Int64? }
            for (object, column) in [(identity, source)] + others.map({ ($0, target) }) {
                try counted.note(object, in: column, of: table, location, db)
                // Each pair is there in both directions.
                if isOwnInverse { try counted.note(object, in: source, of: table, location, db) }
            }
            for (rank, pair) in targets.enumerated() {
                let other = pair.target
                var columns = [source.name, target.name]
                var arguments: [StoredValue] = [.integer(identity), .integer(other)]
                if let order = table.column(of: .targetOrderKey) {
                    columns.append(order.name)
                    arguments.append(.integer(pair.orderKey ?? Int64(rank) * Layout.placeGap))
                }
                if let order = table.column(of: .sourceOrderKey) {
                    columns.append(order.name)
                    let kept = former.first { $0[target.name] as Int64? == other }.flatMap { $0[order.name] as Int64? }
                    let sql =
                        "SELECT max(\(SQLText.name(order.name))) FROM \(name) WHERE \(SQLText.name(target.name)) = ?"
                    let last = try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [other])
                    arguments.append(.integer(pair.inverseOrderKey ?? kept ?? last.map { $0 &+ Layout.placeGap } ?? 0))
                }
                let marks = columns.map { _ in "?" }.joined(separator: ", ")
                let sql = "INSERT INTO \(name) (\(SQLText.names(columns))) VALUES (\(marks)) ON CONFLICT DO NOTHING"
                try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
                if isOwnInverse {
                    arguments.swapAt(0, 1)
                    // Of ordered relationships, each end has an order key.
                    if arguments.count == 4 { arguments.swapAt(2, 3) }
                    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
                }
            }
        }
    }
}

extension StoredValue {
    /// The value as it is bound: GRDB passes a text only up to its first NUL, and bytes completely.
    var bound: StoredValue { if case .text(let text) = self { .blob(Data(text.utf8)) } else { self } }
}

extension Column {
    /// A parameter with a bound value of the column, as SQL.
    func parameter(_ mark: String) -> String { type.storage == .text ? "CAST(\(mark) AS TEXT)" : mark }
}
