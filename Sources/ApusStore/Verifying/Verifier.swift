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
                    let look = Look(
                        files: ExternalFiles(ofStoreAt: file.path),
                        description: description,
                        layout: Layout(description.state.schema),
                        others: others.map { Layout($0.state.schema) }
                    )
                    return try look.verification(damages, db)
                }
            }
        }
    }

    /// What SQLite's own check of all pages and indexes finds; where it has to give up, that too.
    private static func damages(_ db: Database) throws -> [String] {
        var damages: [String] = []
        do {
            let lines = try String.fetchCursor(db, sql: "PRAGMA integrity_check(20)")
            while let line = try lines.next() { damages.append(line) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            damages.append(error.message ?? "the file is damaged")
        }
        return damages.filter { $0 != "ok" }
    }

    /// One model of a store that is looked at; the tables of the others are not taken for things added by hand.
    private struct Look {
        let files: ExternalFiles
        let description: StoreDescription
        let layout: Layout
        let others: [Layout]

        func verification(_ damages: [String], _ db: Database) throws -> Verification {
            // A damaged file may not tell its tables; then the damage says enough.
            let found = Result {
                let format: Int = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                return try LiveCatalogue(db).differences(
                    from: layout,
                    besides: others,
                    hasPrograms: format >= StoreFormat.firstWithPrograms
                )
            }
            let differences: [Difference] = damages.isEmpty ? try found.get() : (try? found.get()) ?? []
            return Verification(
                description: description,
                differences: differences,
                damages: damages,
                badValues: damages.isEmpty ? try badValues(differences.map(\.drift), db) : [],
                orphanedFiles: damages.isEmpty ? FileChecks.orphans(files, db) : []
            )
        }

        /// The bad values of all tables that can be read as the layout says.
        private func badValues(_ drifts: [Drift], _ db: Database) throws -> [Verification.BadValues] {
            let unreadable: Set<String> = Set(drifts.compactMap(\.unreadableTable))
            let tables: [Table] = layout.tables.filter { table in
                let needed: [String] = [table.name] + table.columns.compactMap(\.references)
                return unreadable.isDisjoint(with: needed)
            }
            let keys = KeyChecks(schema: description.state.schema, layout: layout)
            var checks: [RowCheck] = []
            let live = try LiveCatalogue(db)
            let virtual: Set<String> = Set(live.virtualTables.map(\.name))
            for table in tables {
                checks += RuleChecks.checks(of: table)
                checks += keys.checks(of: table)
                checks += FileChecks.checks(of: table, files)
                checks += BoxIndexChecks.checks(of: table, where: virtual.contains)
                let isWhole: Bool = unreadable.isDisjoint(with: table.derivations.flatMap(\.tables))
                if isWhole { checks += DerivationChecks.checks(of: table, in: layout) }
            }
            var found: [Verification.BadValues] = try RowCheck.run(checks, db)
            for table in tables {
                for index in table.indexes
                where index.isUnique && live.table(table.name)?.index(like: index, of: table) == nil {
                    try UniquenessCheck.found(in: table, by: index, db).map { found.append($0) }
                }
            }
            return found
        }
    }
}

extension Drift {
    /// The table that cannot be read as its schema says, or `nil`.
    fileprivate var unreadableTable: String? {
        switch self {
        case .missingTable(let table), .missingColumn(let table, _), .changedColumn(let table, _, _, _): table
        default: nil
        }
    }
}

extension Table.Derivation {
    /// The tables that the value is computed from, besides its own.
    fileprivate var tables: [String] {
        let steps: [Step] =
            switch formula {
            case .value(let steps, _), .function(_, let steps, _): steps
            case .count(let step), .sum(let step, _, _): [step]
            case .now: []
            }
        return steps.flatMap { step -> [String] in
            if case .pairs(let pairs, _, _, let far) = step { [pairs, far] } else { [step.table] }
        }
    }
}
