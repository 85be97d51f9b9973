package import ApusSchema
import Foundation
package import GRDB

extension Layout {
    /// The models and keys of the lookups.
    fileprivate var lookupKeys: Set<[String]> { Set(lookups.map { [$0.lookup.model, $0.lookup.seal.key] }) }

    /// The statements that make the secrets of lookups, before any is computed.
    ///
    /// - Parameter older: The layout from before; its secrets stay.
    /// - Returns: The statements; none if all secrets are there.
    func lookupSecretStatements(after older: Layout? = nil) -> [SQLStatement] {
        // What is left of a secret from earlier versions may be sealed with a key that is gone.
        let new = lookupKeys.subtracting(older?.lookupKeys ?? []).sorted { $0.lexicographicallyPrecedes($1) }
        if new.isEmpty { return [] }
        return [SQLStatement(StoreFormat.lookupStatement)]
            + new.map { name in
                SQLStatement(
                    "INSERT INTO apus_lookup_key (model, key, secret) VALUES (\(SQLText.quoted(name[0])), "
                        + "\(SQLText.quoted(name[1])), \(SealFunctions.newLookupSecret(name[0], name[1]))) "
                        + "ON CONFLICT (model, key) DO UPDATE SET secret = excluded.secret"
                )
            }
    }

    /// The statement that removes the secrets of a model that the layout has no lookups for.
    func lookupSecretRemoval(of model: String) -> SQLStatement {
        let kept = lookupKeys.filter { $0[0] == model }.map { SQLText.quoted($0[1]) }.sorted().joined(separator: ", ")
        return SQLStatement(
            "DELETE FROM apus_lookup_key WHERE model = \(SQLText.quoted(model)) AND key NOT IN (\(kept))"
        )
    }

    /// The statements that compute all lookups from the encrypted values.
    ///
    /// - Parameter key: The name of the key; `nil` for all.
    /// - Returns: A statement per table that has some.
    fileprivate func lookupFillStatements(_ key: String? = nil) -> [SQLStatement] {
        tables.compactMap { table in
            let columns = table.columns.filter { column in
                column.lookup.map { key == nil || $0.seal.key == key } ?? false
            }
            let terms = columns.compactMap { column in
                table.lookup(of: column, in: RowCheck.row).map { "\(SQLText.name(column.name)) = \($0)" }
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

extension Table {
    /// The lookup of the value of a row, as SQL.
    ///
    /// - Parameters:
    ///   - column: The column of the lookups.
    ///   - row: The alias of the row.
    /// - Returns: The lookup; `nil` if the column has none.
    func lookup(of column: Column, in row: String) -> String? {
        guard case .lookup(let path) = column.field, let lookup = column.lookup, let identity,
            let values = self.column(of: .attribute(path), in: column.owner)
        else { return nil }
        let value = SealFunctions.opened(
            lookup.seal,
            values.type,
            SQLText.column(values.name, of: row),
            of: SQLText.column(identity.name, of: row)
        )
        return SealFunctions.lookup(lookup, SQLStatement(value)).sql
    }
}

/// The lookups of a store.
package enum Lookups {
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
    /// - Throws: `DatabaseError`, also for a value that cannot be decrypted, or `StoreError`; the transaction has to be rolled back then.
    package static func recompute(_ key: String, of layout: Layout, _ db: Database, path: String) throws {
        let models = Set(layout.lookups.filter { $0.lookup.seal.key == key }.map(\.lookup.model)).sorted()
        if models.isEmpty { return }
        try db.run(SQLStatement(StoreFormat.lookupStatement))
        for model in models {
            try db.run(
                SQLStatement(
                    "INSERT INTO apus_lookup_key (model, key, secret) VALUES (\(SQLText.quoted(model)), "
                        + "\(SQLText.quoted(key)), \(SealFunctions.newLookupSecret(model, key))) "
                        + "ON CONFLICT (model, key) DO UPDATE SET secret = excluded.secret"
                )
            )
        }
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
    ///   - later: The later layouts, if only the secrets that one of them goes on using have to be there.
    ///   - db: The store.
    /// - Returns: The reasons; none if all can be used.
    func problemsWithLookups(
        of layout: Layout,
        keptIn later: [Layout]? = nil,
        _ db: Database
    ) -> [SealingError] {
        var found: [SealingError] = []
        var names = layout.lookupKeys
        if let later { names.formIntersection(later.flatMap(\.lookupKeys)) }
        for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let sql = "SELECT secret FROM apus_lookup_key WHERE model = ? AND key = ?"
            let sealed = try? Data.fetchOne(db, sql: sql, arguments: [name[0], name[1]])
            do throws(SealingError) {
                _ = try LookupSecret(sealed, of: name[0], name[1], self)
            } catch {
                if !found.contains(error) { found.append(error) }
            }
        }
        return found
    }
}
