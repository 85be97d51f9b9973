package import ApusSchema
import Foundation
package import GRDB

/// Encrypts values again that are not encrypted with the first key of their name, some rows in each transaction.
///
/// Whatever interrupts it, each value is encrypted either with the older key or with the first one, so nothing has to be noted in the
/// store to go on: the next run finds what is left. Rows are looked for without a lock, and read again in the transaction that writes
/// them, so what others have changed in the meantime is never overwritten.
package struct Rekeying {
    /// Rows with values to encrypt again.
    package struct Rows {
        fileprivate let part: Part
        fileprivate let identities: [Int64]

        /// Whether there is nothing to write.
        package var isEmpty: Bool { identities.isEmpty }
    }

    /// A table with encrypted columns.
    fileprivate struct Part {
        let table: Table
        let identity: String
        let columns: [EncryptedColumn]
    }

    fileprivate struct EncryptedColumn {
        let column: Column
        let seal: Column.Seal
        let name: RekeyReport.Batch.Column
    }

    private let parts: [Part]
    let layouts: [Layout]
    let path: String
    let keys: StoreKeys
    let values: SealedValues
    let check: (Database) throws -> Void
    private var part = 0
    private var last: Int64?
    private var rowsDone = 0
    private var rows = 0

    /// What was done so far.
    package internal(set) var report = RekeyReport()

    /// - Parameters:
    ///   - layouts: The tables of the store's models.
    ///   - path: The store's path, for errors.
    ///   - keys: The keys.
    ///   - files: The external files; `nil` for a store in memory.
    ///   - check: Throws if the tables are not those of the store any more.
    package init(
        of layouts: [Layout],
        path: String,
        keys: StoreKeys,
        files: ExternalFiles?,
        check: @escaping (Database) throws -> Void
    ) {
        (self.path, self.keys, self.check, self.layouts) = (path, keys, check, layouts)
        values = SealedValues(files: files)
        parts = layouts.flatMap(\.tables).compactMap { table in
            let columns = table.columns.compactMap { column in
                column.seal.map { seal in
                    let name = RekeyReport.Batch.Column(table: table.name, column: column.name, key: seal.key)
                    return EncryptedColumn(column: column, seal: seal, name: name)
                }
            }
            guard !columns.isEmpty, let identity = table.identity?.name else { return nil }
            return Part(table: table, identity: SQLText.name(identity), columns: columns)
        }
    }

    /// How far it is.
    package var progress: MigrationProgress {
        let table = parts.isEmpty ? nil : parts[min(part, parts.count - 1)].table
        return MigrationProgress(
            title: "encrypt '\(table?.name ?? "")' again",
            stepsDone: part,
            steps: parts.count,
            rowsDone: rowsDone,
            rows: max(rows, rowsDone)
        )
    }

    /// Counts the rows, for the progress.
    package mutating func count(_ db: Database) throws {
        rows = try Self.reading(db, check) {
            try parts.reduce(0) { count, part in
                try count + (Int.fetchOne(db, sql: "SELECT count(*) FROM \(SQLText.name(part.table.name))") ?? 0)
            }
        }
    }

    // MARK: Looking

    /// How much one search reads, and how much one transaction writes: a lock is held for a moment only, and memory stays flat.
    private enum Limit {
        static let rowsRead = 20_000
        static let bytesRead = 64 << 20
        static let rowsWritten = 1000
        static let bytesWritten = 4 << 20
    }

    /// Looks at further rows. Nothing is locked or written.
    ///
    /// - Parameter db: A connection, which need not be the one that writes.
    /// - Returns: Those rows that have values to encrypt again; `nil` if all rows have been looked at.
    /// - Throws: `StoreError`, `DatabaseError`.
    package mutating func search(_ db: Database) throws -> Rows? {
        guard part < parts.count else { return nil }
        let part = parts[self.part]
        let last = last
        let found = try Self.reading(db, check) { try search(part, after: last, db) }
        rowsDone += found.read
        if found.isAtEnd { (self.part, self.last) = (self.part + 1, nil) } else { self.last = found.last }
        return Rows(part: part, identities: found.identities)
    }

    private struct Search {
        var identities: [Int64] = []
        var last: Int64?
        var read = 0
        var bytesRead = 0
        var bytesFound = 0
        var isAtEnd = true

        var isLongEnough: Bool {
            identities.count >= Limit.rowsWritten || bytesFound >= Limit.bytesWritten || read >= Limit.rowsRead
                || bytesRead >= Limit.bytesRead
        }
    }

    private func search(_ part: Part, after last: Int64?, _ db: Database) throws -> Search {
        let columns = [part.identity] + part.columns.map { SQLText.name($0.column.name) }
        let cursor = try Row.fetchCursor(
            db.cachedStatement(
                sql: "SELECT \(columns.joined(separator: ", ")) FROM \(SQLText.name(part.table.name)) "
                    + (last == nil ? "" : "WHERE \(part.identity) > ? ") + "ORDER BY \(part.identity)"
            ),
            arguments: StatementArguments(last.map { [$0] } ?? [])
        )
        var search = Search()
        while let row = try cursor.next() {
            let identity: Int64 = row[0]
            var (bytes, isFound) = (0, false)
            for (index, column) in part.columns.enumerated() {
                let value = try size(of: row, index + 1, column, identity)
                bytes += value.bytes
                isFound = isFound || value.isOlder
            }
            search.read += 1
            search.bytesRead += bytes
            search.last = identity
            if isFound {
                search.identities.append(identity)
                search.bytesFound += bytes
            }
            if search.isLongEnough {
                search.isAtEnd = false
                break
            }
        }
        return search
    }

    /// The size of a value, and whether it is to be encrypted again.
    private func size(
        of row: Row,
        _ index: Int,
        _ column: EncryptedColumn,
        _ identity: Int64
    ) throws -> (bytes: Int, isOlder: Bool) {
        if row.hasNull(atIndex: index) { return (0, false) }
        if column.column.isExternal {
            let value = StoredValue.fromDatabaseValue(row[index]) ?? .null
            do {
                guard let bytes = try values.bytes(of: value, in: column.column) else { return (0, false) }
                return (bytes.count, try !isCurrent(bytes, column.seal, identity))
            } catch is SealingError {
                return (0, true)
            } catch is ExternalFileError {
                // It may have been saved and removed just now. What is really so, the transaction sees that writes.
                return (0, true)
            }
        }
        return try row.withUnsafeData(atIndex: index) { bytes in
            let bytes = bytes ?? Data()
            return (bytes.count, try !isCurrent(bytes, column.seal, identity))
        }
    }

    private func isCurrent(_ bytes: Data, _ seal: Column.Seal, _ identity: Int64) throws -> Bool {
        do throws(SealingError) {
            return try keys.sealer.usedKey(of: bytes, key: seal.key, context: seal.context(of: identity))?.rank
                == .first
        } catch { throw StoreError(path, .keys([error])) }
    }

    private static func reading<Result>(
        _ db: Database,
        _ check: (Database) throws -> Void,
        _ work: () throws -> Result
    ) throws -> Result {
        if db.isInsideTransaction {
            try check(db)
            return try work()
        }
        try db.beginTransaction(.deferred)
        defer { if db.isInsideTransaction { try? db.rollback() } }
        try check(db)
        return try work()
    }

    // MARK: Writing

    /// Encrypts values again, in one transaction.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - db: The connection that writes, outside of a transaction.
    /// - Throws: `StoreError`, `DatabaseError`; the rows are unchanged then.
    package mutating func rewrite(_ rows: Rows, _ db: Database) throws {
        if rows.isEmpty { return }
        var batch = RekeyReport.Batch()
        var files = SealedValues.Changes()
        // Nothing that follows from the values changes, and a trigger that was added by hand must not take this for a change.
        try db.enableTriggers(false, path: path)
        defer { try? db.enableTriggers(true, path: path) }
        do {
            try db.inTransaction(.immediate) {
                try check(db)
                for identity in rows.identities {
                    try rewrite(identity, rows.part, db, &batch, &files)
                }
                // Also if another process has removed what was left so far.
                if !batch.isEmpty, values.files != nil { try Purge.request(db) }
                return .commit
            }
        } catch {
            values.files?.remove(files.written)
            throw error
        }
        report.add(batch)
    }

    /// Counts what would be encrypted again.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - db: A connection.
    /// - Throws: `StoreError`, `DatabaseError`.
    package mutating func rehearse(_ rows: Rows, _ db: Database) throws {
        var batch = RekeyReport.Batch()
        try Self.reading(db, check) {
            for identity in rows.identities {
                for (column, value) in try read(identity, rows.part, db) {
                    if try opened(value, column, identity, &batch) != nil { batch.count(column.name) }
                }
            }
        }
        report.add(batch)
    }

    private func rewrite(
        _ identity: Int64,
        _ part: Part,
        _ db: Database,
        _ batch: inout RekeyReport.Batch,
        _ files: inout SealedValues.Changes
    ) throws {
        var assignments: [String] = []
        var arguments: [DatabaseValue] = []
        for (column, value) in try read(identity, part, db) {
            guard let plain = try opened(value, column, identity, &batch) else { continue }
            let sealed: Data
            do throws(SealingError) {
                let context = column.seal.context(of: identity)
                sealed = try keys.sealer.seal(plain, key: column.seal.key, context: context)
            } catch { throw StoreError(path, .keys([error])) }
            assignments.append("\(SQLText.name(column.column.name)) = ?")
            arguments.append(try values.replace(value, by: sealed, &files).databaseValue)
            batch.count(column.name)
        }
        if assignments.isEmpty { return }
        try db.cachedStatement(
            sql: "UPDATE \(SQLText.name(part.table.name)) SET \(assignments.joined(separator: ", ")) "
                + "WHERE \(part.identity) = ?"
        )
        .execute(arguments: StatementArguments(arguments + [identity.databaseValue]))
    }

    /// The encrypted values of a row that is still there.
    private func read(
        _ identity: Int64,
        _ part: Part,
        _ db: Database
    ) throws -> [(column: EncryptedColumn, value: StoredValue)] {
        let columns = part.columns.map { SQLText.name($0.column.name) }
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT \(columns.joined(separator: ", ")) FROM \(SQLText.name(part.table.name)) "
                    + "WHERE \(part.identity) = ?"
            ),
            arguments: [identity]
        )
        guard let row else { return [] }
        return zip(part.columns, row.databaseValues).map { ($0, StoredValue.fromDatabaseValue($1) ?? .null) }
    }

    /// Decrypts a value.
    ///
    /// - Returns: The bytes; `nil` if it need not be encrypted again, or cannot be decrypted.
    private func opened(
        _ value: StoredValue,
        _ column: EncryptedColumn,
        _ identity: Int64,
        _ batch: inout RekeyReport.Batch
    ) throws -> Data? {
        do {
            guard let bytes = try values.bytes(of: value, in: column.column) else { return nil }
            return try opened(bytes, column.seal, identity, column.name, &batch)
        } catch let error as SealingError {
            batch.add(error.reason, column.name, of: identity)
            return nil
        } catch let error as ExternalFileError {
            // One file must not keep all other values from the new key. Without it, it is not known which key the value has.
            batch.add(error.valueProblem, column.name, of: identity)
            return nil
        }
    }

    func opened(
        _ bytes: Data,
        _ seal: Column.Seal,
        _ identity: Int64,
        _ name: RekeyReport.Batch.Column,
        _ batch: inout RekeyReport.Batch
    ) throws -> Data? {
        do throws(SealingError) {
            let context = seal.context(of: identity)
            if try keys.sealer.usedKey(of: bytes, key: seal.key, context: context)?.rank == .first { return nil }
            return try keys.sealer.open(bytes, key: seal.key, context: context)
        } catch {
            switch error {
            case .noKey, .badKey: throw StoreError(path, .keys([error]))
            case .otherKey, .notSealed, .notAuthentic, .lostLookups: batch.add(error.reason, name, of: identity)
            }
            return nil
        }
    }
}
