import ApusMigration
import ApusSchema
public import Foundation
import GRDB

/// Looks at a store closely, without writing to it.
public enum Verifier {
    /// Verifies a store against the schema that it holds.
    ///
    /// - Parameters:
    ///   - url: The store.
    ///   - model: The model; `nil` where the store holds just one.
    /// - Returns: What was found.
    /// - Throws: `StoreError` where the store cannot be looked at.
    public static func verify(_ url: URL, model: String? = nil) throws(StoreError) -> Verification {
        let found: [Verification] = try verifications(of: StoreFile(url)) { db, path in
            [try StoreDescription.read(db, model: model, path: path)]
        }
        return found[0]
    }

    /// Verifies a store against the schemas of all models that it holds.
    ///
    /// - Parameter url: The store.
    /// - Returns: What was found, by the models' names, one at least.
    /// - Throws: `StoreError` where the store cannot be looked at.
    public static func verifyAll(_ url: URL) throws(StoreError) -> [Verification] {
        try verifications(of: StoreFile(url)) { db, path in try StoreDescription.readAll(db, path: path) }
    }

    /// Verifies the models that `choose` gives, one for each.
    private static func verifications(
        of file: StoreFile,
        choosing choose: (Database, String) throws -> [StoreDescription]
    ) throws(StoreError) -> [Verification] {
        try file.reading { database in
            // Outside the transaction that follows: the check of a damaged file may break its transaction.
            let damages: [String] = try database.unsafeRead { db in
                _ = try choose(db, file.path)
                return try self.damages(db)
            }
            return try database.read { db in
                let all: [StoreDescription] = try StoreDescription.readAll(db, path: file.path)
                return try choose(db, file.path).map { description in
                    let others: [StoreDescription] = all.filter { $0.model != description.model }
                    return try verify(description, others: others.map { Layout($0.state.schema) }, damages, db)
                }
            }
        }
    }

    /// Verifies one model of a store; the tables of the others are not taken for things added by hand.
    private static func verify(
        _ description: StoreDescription,
        others: [Layout],
        _ damages: [String],
        _ db: Database
    ) throws -> Verification {
        let layout = Layout(description.state.schema)
        let known: Set<String> = Set(others.flatMap { $0.tables.map(\.name.folded) })
        // A damaged file may not tell its tables; then the damage says enough.
        let found = Result {
            try LiveCatalogue(db).drift(from: layout).filter { drift in
                if case .extraTable(let name) = drift { !known.contains(name.folded) } else { true }
            }
        }
        let drifts: [Drift] = damages.isEmpty ? try found.get() : (try? found.get()) ?? []
        let isReadable: Bool = damages.isEmpty && drifts.allSatisfy(\.isExtra)
        return Verification(
            description: description,
            drifts: drifts,
            damages: damages,
            badValues: isReadable ? try layout.tables.flatMap { try badValues(in: $0, db) } : []
        )
    }

    /// What SQLite's own check finds; where it has to give up, that too.
    private static func damages(_ db: Database) throws -> [String] {
        var damages: [String] = []
        do {
            let lines = try String.fetchCursor(db, sql: "PRAGMA quick_check(20)")
            while let line = try lines.next() { damages.append(line) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            damages.append(error.message ?? "the file is damaged")
        }
        return damages.filter { $0 != "ok" }
    }

    private static func badValues(in table: Table, _ db: Database) throws -> [Verification.BadValues] {
        try table.columns.compactMap { column in
            if let far = column.references {
                let count: Int = try Orphans.count(of: column, in: table, db)
                return count == 0
                    ? nil
                    : .init(table: table.name, column: column.name, count: count, problem: "lead to no row of '\(far)'")
            }
            let count: Int = try column.type.countBadValues(of: column, in: table, db)
            return count == 0
                ? nil
                : .init(table: table.name, column: column.name, count: count, problem: "are no \(column.type.rawValue)")
        }
    }
}

extension ScalarType {
    /// How many rows have a value that is none of this type. The column's own type is SQLite's to keep.
    fileprivate func countBadValues(of column: Column, in table: Table, _ db: Database) throws -> Int {
        let name: String = SQLText.name(column.name)
        switch self {
        case .int16, .int32:
            guard let range = integerRange else { return 0 }
            return try count("\(name) NOT BETWEEN \(range.lowerBound) AND \(range.upperBound)", table, db)
        case .bool: return try count("\(name) NOT IN (0, 1)", table, db)
        case .uuid: return try count("length(\(name)) <> 16", table, db)
        case .float:
            return try countRows(of: column, in: table, db) { (value: Double) in Double(Float(value)) == value }
        case .decimal:
            return try countRows(of: column, in: table, db) { (text: String) in
                Decimal(canonicalText: text)?.canonicalText == text
            }
        case .date: return try count("\(name) <> 0 AND \(name) = \(name) * 2", table, db)
        case .int64, .double, .string, .data, .url: return 0
        }
    }

    private func count(_ condition: String, _ table: Table, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(SQLText.name(table.name)) WHERE \(condition)") ?? 0
    }

    private func countRows<Value: DatabaseValueConvertible>(
        of column: Column,
        in table: Table,
        _ db: Database,
        where isGood: (Value) -> Bool
    ) throws -> Int {
        let name: String = SQLText.name(column.name)
        let values = try Value.fetchCursor(
            db,
            sql: "SELECT \(name) FROM \(SQLText.name(table.name)) WHERE \(name) IS NOT NULL"
        )
        var bad: Int = 0
        while let value = try values.next() {
            if !isGood(value) { bad += 1 }
        }
        return bad
    }
}
