import ApusSchema
import Foundation
import GRDB

extension Verification {
    /// How many values of a column a key has encrypted.
    public struct KeyUse: Hashable, Sendable {
        /// The table.
        public let table: String
        /// The column.
        public let column: String
        /// The name of the key, as the model's `encrypted` says.
        public let key: String
        /// Which of the keys with that name it is; `nil` if that is not known.
        public let used: UsedKey?
        /// The number of values.
        public let count: Int
    }
}

/// Counts encrypted values by their keys.
enum KeyUses {
    private struct Use: Hashable {
        let column: Int
        let key: UsedKey?
    }

    /// Counts the values of all columns.
    ///
    /// - Parameters:
    ///   - layout: The tables.
    ///   - names: The columns; `nil` for all, and the secrets of lookups.
    ///   - files: The external files.
    ///   - keys: The keys.
    ///   - db: The store.
    /// - Returns: The numbers of values: of each column, those of the first key, of older ones, of unknown ones.
    /// - Throws: `DatabaseError`; `ExternalFileError` if the system does not let a file be read now.
    static func count(
        in layout: Layout,
        only names: Set<FileColumn>? = nil,
        _ files: ExternalFiles,
        _ keys: StoreKeys,
        _ db: Database
    ) throws -> [Verification.KeyUse] {
        let values = SealedValues(files: files)
        let counted = try layout.tables.flatMap { table -> [Verification.KeyUse] in
            guard let identity = table.identity?.name else { return [] }
            let columns = table.columns.compactMap { column -> (column: Column, seal: Column.Seal)? in
                let isCounted = names?.contains(FileColumn(table: table.name, column: column.name)) ?? true
                return isCounted ? column.seal.map { (column: column, seal: $0) } : nil
            }
            if columns.isEmpty { return [] }
            let read = ([identity] + columns.map(\.column.name)).map { SQLText.name($0) }
            let rows = try Row.fetchCursor(
                db,
                sql: "SELECT \(read.joined(separator: ", ")) FROM \(SQLText.name(table.name))"
            )
            var counts: [Use: Int] = [:]
            while let row = try rows.next() {
                let identity: Int64 = row[0]
                for (index, (column, seal)) in columns.enumerated() where !row.hasNull(atIndex: index + 1) {
                    // What is no encrypted value is reported with those that cannot be decrypted.
                    let value = StoredValue.fromDatabaseValue(row[index + 1]) ?? .null
                    do {
                        guard let bytes = try values.bytes(of: value, in: column) else { continue }
                        let context = seal.context(of: identity)
                        let key = try keys.sealer.usedKey(of: bytes, key: seal.key, context: context)
                        counts[Use(column: index, key: key), default: 0] += 1
                    } catch is SealingError {
                    } catch let error as ExternalFileError where error.isAboutFile {}
                }
            }
            return counts.sorted { ($0.key.column, $0.key.key.order) < ($1.key.column, $1.key.key.order) }
                .map { use, count in
                    Verification.KeyUse(
                        table: table.name,
                        column: columns[use.column].column.name,
                        key: columns[use.column].seal.key,
                        used: use.key,
                        count: count
                    )
                }
        }
        return try names == nil ? counted + secrets(in: layout, keys, db) : counted
    }

    /// The secrets of lookups, which need their keys as values do.
    private static func secrets(in layout: Layout, _ keys: StoreKeys, _ db: Database) throws -> [Verification.KeyUse] {
        // A secret that cannot be used is reported with the lookups.
        let found = layout.lookupKeys.isEmpty ? [] : (try? Lookups.uses(in: layout, keys, db)) ?? []
        return found.compactMap { key, used in
            used.map { used in
                let (table, column) = Lookups.secrets
                return Verification.KeyUse(table: table, column: column, key: key, used: used, count: 1)
            }
        }
    }
}

extension UsedKey? {
    /// The key's order among those of a column.
    var order: String {
        guard let self else { return "" }
        return "\(UsedKey.Rank.allCases.firstIndex(of: self.rank) ?? 0)\(self.id)"
    }
}
