package import ApusSchema
import Foundation
package import GRDB

extension Layout {
    /// The models and keys of the lookups.
    var lookupKeys: Set<[String]> { Set(lookups.map { [$0.lookup.model, $0.lookup.seal.key] }) }

    /// The statements that make the secrets of lookups, before any is computed.
    ///
    /// - Parameter older: The layout from before; its secrets stay.
    /// - Returns: The statements; none if all secrets are there.
    func lookupSecretStatements(after older: Layout? = nil) -> [SQLStatement] {
        // What is left of a secret from earlier versions may be sealed with a key that is gone.
        let new = lookupKeys.subtracting(older?.lookupKeys ?? []).sorted { $0.lexicographicallyPrecedes($1) }
        if new.isEmpty { return [] }
        return [SQLStatement(StoreFormat.lookupStatement)] + new.map { Lookups.newSecret($0[0], $0[1]) }
    }

    /// The statements that remove the secrets of a model that the layout has no lookups for.
    func lookupSecretRemoval(of model: String) -> [SQLStatement] {
        let kept = lookupKeys.filter { $0[0] == model }.map { SQLText.quoted($0[1]) }.sorted().joined(separator: ", ")
        let removal = SQLStatement(
            "DELETE FROM apus_lookup_key WHERE model = \(SQLText.quoted(model)) AND key NOT IN (\(kept))"
        )
        // A store that has lost the table need not have it to do without lookups.
        return [SQLStatement(StoreFormat.lookupStatement), removal]
    }

    /// The statements that compute all lookups from the encrypted values.
    ///
    /// - Parameter key: The name of the key, if only its lookups are computed again: those of values that cannot be decrypted stay then.
    ///   `nil` for all lookups, of which none is there.
    /// - Returns: A statement per table that has some.
    fileprivate func lookupFillStatements(_ key: String? = nil) -> [SQLStatement] {
        tables.compactMap { table in
            let columns = table.columns.filter { column in
                column.lookup.map { key == nil || $0.seal.key == key } ?? false
            }
            let terms = columns.compactMap { column -> String? in
                guard let values = LookedUpValues(of: column, in: table) else { return nil }
                let (name, computed) = (SQLText.name(column.name), values.lookup(in: RowCheck.row))
                if key == nil { return "\(name) = \(computed)" }
                let (failure, present) = (
                    values.failure(in: RowCheck.row), SQLText.column(column.name, of: RowCheck.row)
                )
                return "\(name) = CASE WHEN \(failure) IS NULL THEN \(computed) ELSE \(present) END"
            }
            return terms.isEmpty
                ? nil
                : SQLStatement(
                    "UPDATE \(SQLText.name(table.name)) AS \(RowCheck.row) SET \(terms.joined(separator: ", "))"
                )
        }
    }

    /// Computes the lookups of a new store, whose rows are written, on a connection with keys.
    func fillLookups(_ db: Database) throws {
        for statement in lookupFillStatements() { try db.run(statement) }
    }
}

/// A column of lookups, with what it takes to compute them.
struct LookedUpValues {
    /// The column of the encrypted values.
    let column: Column
    private let lookup: Column.Lookup
    private let identity: String

    /// - Returns: `nil` if the column has no lookups.
    init?(of column: Column, in table: Table) {
        guard case .lookup(let path) = column.field, let lookup = column.lookup, let identity = table.identity?.name,
            let values = table.column(of: .attribute(path), in: column.owner)
        else { return nil }
        (self.column, self.lookup, self.identity) = (values, lookup, identity)
    }

    /// The encrypted value of a row, as SQL.
    func value(in row: String) -> String { SQLText.column(column.name, of: row) }

    /// The lookup of the value of a row, as SQL.
    func lookup(in row: String) -> String {
        let identity = SQLText.column(identity, of: row)
        let plain = SealFunctions.opened(lookup.seal, column.type, value(in: row), of: identity)
        return SealFunctions.lookup(lookup, SQLStatement(plain)).sql
    }

    /// Why the value of a row cannot be decrypted, as SQL; null if it can.
    func failure(in row: String) -> String {
        SealFunctions.failure(lookup.seal, column.type, value(in: row), of: SQLText.column(identity, of: row))
    }
}

/// The lookups of a store.
package enum Lookups {
    /// Where a store keeps the secrets, for reports.
    static let secrets: (table: String, column: String) = (StoreFormat.lookupTable, "secret")

    /// The secret of a model and a key, as the store keeps it.
    ///
    /// - Throws: `DatabaseError`, also if the store has no secrets at all.
    fileprivate static func sealedSecret(of name: [String], _ db: Database) throws -> Data? {
        let sql = "SELECT secret FROM apus_lookup_key WHERE model = ? AND key = ?"
        return try Data.fetchOne(db, sql: sql, arguments: [name[0], name[1]])
    }

    /// The statement that gives the lookups of a model and a key a new secret.
    fileprivate static func newSecret(_ model: String, _ key: String) -> SQLStatement {
        SQLStatement(
            "INSERT INTO apus_lookup_key (model, key, secret) VALUES (\(SQLText.quoted(model)), "
                + "\(SQLText.quoted(key)), \(SealFunctions.newLookupSecret(model, key))) "
                + "ON CONFLICT (model, key) DO UPDATE SET secret = excluded.secret"
        )
    }

    /// The secrets with which a layout's lookups are made.
    ///
    /// - Parameters:
    ///   - layout: The tables.
    ///   - keys: The keys.
    ///   - db: The store.
    /// - Returns: Of each model and key, by which key the secret is sealed. `nil` if that is not known, or if the secret is lost.
    /// - Throws: `SealingError` if a key is missing, or is not the one with which a secret is sealed.
    static func uses(in layout: Layout, _ keys: StoreKeys, _ db: Database) throws -> [(key: String, used: UsedKey?)] {
        let isThere = try db.tableExists(StoreFormat.lookupTable)
        return try layout.lookupKeys.sorted { $0.lexicographicallyPrecedes($1) }.map {
            name -> (key: String, used: UsedKey?) in
            let sealed = isThere ? try sealedSecret(of: name, db) : nil
            do throws(SealingError) {
                _ = try LookupSecret(sealed, of: name[0], name[1], keys)
                guard let sealed else { throw .lostLookups(name[1]) }
                return (name[1], try LookupSecret.usedKey(of: sealed, name[0], name[1], keys))
            } catch {
                guard case .lostLookups = error else { throw error }
                return (name[1], nil)
            }
        }
    }

    /// Gives the lookups of a key a new secret, sealed with the key that encrypts now, and computes them again: what changing a key ends
    /// with.
    ///
    /// Saves and queries of other connections and processes read the secret in their own transactions, so they never see both.
    ///
    /// - Parameters:
    ///   - key: The key's name.
    ///   - layout: The tables.
    ///   - db: The store, on a connection with keys, in a transaction that writes.
    ///   - path: The store's path, for errors.
    /// - Throws: `DatabaseError` or `StoreError`; the transaction has to be rolled back then. A value that cannot be decrypted keeps its
    ///   lookup.
    package static func recompute(_ key: String, of layout: Layout, _ db: Database, path: String) throws {
        let models = Set(layout.lookups.filter { $0.lookup.seal.key == key }.map(\.lookup.model)).sorted()
        if models.isEmpty { return }
        try db.run(SQLStatement(StoreFormat.lookupStatement))
        for model in models { try db.run(newSecret(model, key)) }
        // No value changes: the moment of an object's last save stays.
        try db.enableTriggers(false, path: path)
        defer { try? db.enableTriggers(true, path: path) }
        for statement in layout.lookupFillStatements(key) { try db.run(statement) }
    }
}

extension StoreKeys? {
    /// Finds the lookups that cannot be used.
    ///
    /// - Parameters:
    ///   - layout: The tables.
    ///   - later: The layout of the next version, if only the secrets that it goes on using have to be there.
    ///   - db: The store.
    /// - Returns: The reasons; none if all can be used.
    func problemsWithLookups(
        of layout: Layout,
        keptIn later: Layout? = nil,
        _ db: Database
    ) -> [SealingError] {
        var found: [SealingError] = []
        var names = layout.lookupKeys
        if let later { names.formIntersection(later.lookupKeys) }
        for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let sealed = try? Lookups.sealedSecret(of: name, db)
            do throws(SealingError) {
                _ = try LookupSecret(sealed, of: name[0], name[1], self)
            } catch {
                if !found.contains(error) { found.append(error) }
            }
        }
        return found
    }
}
