import ApusMigration
import ApusSchema
import GRDB

/// One model of a store that is looked at; the tables of the others are not taken for things added by hand.
struct ModelLook {
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
        let differences: [StoreDifference] = damages.isEmpty ? try found.get() : (try? found.get()) ?? []
        return Verification(
            description: description,
            differences: differences,
            damages: damages,
            badValues: damages.isEmpty ? try badValues(differences.map(\.drift), db) : [],
            orphanedFiles: damages.isEmpty ? FileChecks.orphans(files, db) : []
        )
    }

    /// The bad values of all tables that can be read as the layout says.
    func badValues(_ drifts: [Drift], _ db: Database) throws -> [Verification.BadValues] {
        let unreadable: Set<String> = Set(drifts.compactMap(\.unreadableTable))
        let tables: [Table] = layout.tables.filter { table in
            let needed: [String] = [table.name] + table.columns.compactMap(\.references)
            return unreadable.isDisjoint(with: needed)
        }
        let keys = KeyChecks(schema: description.state.schema, layout: layout)
        let counts = CountChecks(
            schema: description.state.schema,
            layout: layout,
            isReadable: { !unreadable.contains($0) }
        )
        var checks: [RowCheck] = []
        let live = try LiveCatalogue(db)
        let virtual: Set<String> = Set(live.virtualTables.map(\.name))
        for table in tables {
            checks += RuleChecks.checks(of: table)
            checks += keys.checks(of: table)
            checks += counts.checks(of: table)
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
    fileprivate var tables: [String] { expression.leaves.flatMap(\.steps).flatMap(\.tables) }
}
