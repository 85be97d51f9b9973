import ApusMigration
import ApusSchema
import GRDB

/// Verifies one model of a store. The tables of the store's other models do not count as added by hand.
struct ModelVerifier {
    let files: ExternalFiles
    let description: StoreDescription
    let layout: Layout
    let others: [Layout]

    func verification(_ pages: PageVerification, _ db: Database) throws -> Verification {
        let damages = pages.damages
        // The catalogue of a damaged file may be unreadable; the damage is reported then.
        let found = Result {
            let format: Int = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            return try LiveCatalogue(db).differences(
                from: layout,
                besides: others,
                hasTriggers: format >= StoreFormat.firstWithTriggers
            )
        }
        let differences: [StoreDifference] = damages.isEmpty ? try found.get() : (try? found.get()) ?? []
        return Verification(
            description: description,
            differences: differences,
            damages: damages,
            badValues: damages.isEmpty ? try badValues(differences.map(\.drift), db) : [],
            orphanedFiles: damages.isEmpty ? FileChecks.orphans(files, db) : [],
            uncheckedTables: pages.uncheckedTables
        )
    }

    /// The invalid values in all tables that have the layout's columns.
    func badValues(_ drifts: [Drift], _ db: Database) throws -> [Verification.BadValues] {
        let unreadable = Set(drifts.compactMap(\.unreadableTable))
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
        let virtual = Set(live.virtualTables.map(\.name))
        for table in tables {
            checks += RuleChecks.checks(of: table)
            checks += keys.checks(of: table)
            checks += counts.checks(of: table)
            checks += FileChecks.checks(of: table, files)
            checks += RTreeChecks.checks(of: table, where: virtual.contains)
            let isWhole = unreadable.isDisjoint(with: table.derivations.flatMap(\.tables))
            if isWhole { checks += DerivationChecks.checks(of: table, in: layout) }
        }
        var found = try RowCheck.run(checks, db)
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
    /// The table that lacks columns of its schema, or `nil`.
    fileprivate var unreadableTable: String? {
        switch self {
        case .missingTable(let table), .missingColumn(let table, _), .changedColumn(let table, _, _, _): table
        default: nil
        }
    }
}

extension Table.Derivation {
    /// The other tables from which the value is computed.
    fileprivate var tables: [String] { expression.leaves.flatMap(\.steps).flatMap(\.tables) }
}
