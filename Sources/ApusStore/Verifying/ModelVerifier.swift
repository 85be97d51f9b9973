import ApusMigration
import ApusSchema
import GRDB

/// Verifies one model of a store. The tables of the store's other models do not count as added by hand.
struct ModelVerifier {
    let facts: FileFacts
    let description: StoreDescription
    /// The keys with which all encrypted values are decrypted; `nil` to leave them as they are.
    var keys: StoreKeys?

    private var layout: Layout { description.state.layout }

    func verification(_ db: Database) throws -> Verification {
        let pages = facts.pages
        let live = facts.catalogue
        let differences: [StoreDifference] =
            live?.differences(from: layout, added: facts.additions, hasTriggers: facts.hasTriggers) ?? []
        let opensValues = keys != nil && differences.allSatisfy(\.drift.isExtra)
        var verification = Verification(
            description: description,
            differences: differences,
            damages: try pages.damages + (pages.damages.isEmpty && live != nil ? damagesOfHistory(db) : []),
            badValues: try pages.damages.isEmpty
                ? live.map { live in
                    let values = ValueVerifier(state: description.state, files: facts.files, reportsDenied: true)
                    let drifts = differences.map(\.drift)
                    return try values.badValues(drifts, live, db)
                        + (opensValues
                            ? SealedValueChecks.unreadable(in: nil, of: layout, db)
                                + LookupChecks.wrong(in: layout, keys, db)
                            : [])
                } ?? [] : [],
            setAside: pages.damages.isEmpty ? try SetAside.read(db, of: description.model) : [],
            orphanedFiles: facts.orphans,
            uncheckedTables: pages.uncheckedTables
        )
        if pages.damages.isEmpty { verification.deferred = try DeferredWork.read(db, of: description.model) }
        // A history that cannot be read is reported already.
        if opensValues, verification.damages.isEmpty, live != nil, let keys {
            let tombstones = try Tombstones.check(of: [layout], keys, db)
            verification.badValues += tombstones.unreadable
            verification.keyUses = try KeyUses.count(in: layout, facts.files.files, keys, db) + tombstones.uses
        }
        return verification
    }

    /// Why the history cannot be read; empty if it can.
    private func damagesOfHistory(_ db: Database) throws -> [String] {
        guard layout.recording != nil else { return [] }
        do {
            let reader = try HistoryReader(db, description.state.schema)
            var selection = HistorySelection()
            selection.after = reader.cut
            try reader.forEach(selection) { _ in true }
            return []
        } catch HistoryError.damaged(let text) { return ["the history is damaged: \(text)"] }
    }
}

/// Verifies the values of a state.
struct ValueVerifier {
    let state: StoreState
    let files: FileStates
    /// Whether external files that the user may not read are reported, rather than that they stop it.
    var reportsDenied: Bool = false

    private var layout: Layout { state.layout }

    /// The invalid values in all tables that have the layout's columns.
    func badValues(
        _ drifts: [Drift],
        _ live: LiveCatalogue,
        _ db: Database
    ) throws -> [Verification.BadValues] {
        let unreadable = Set(drifts.compactMap(\.unreadableTable))
        let tables: [Table] = layout.tables.filter { table in
            let needed: [String] = [table.name] + table.columns.compactMap(\.references)
            return unreadable.isDisjoint(with: needed)
        }
        let keys = KeyChecks(schema: state.schema, layout: layout)
        let counts = CountChecks(
            schema: state.schema,
            layout: layout,
            isReadable: { !unreadable.contains($0) }
        )
        var checks: [RowCheck] = []
        for table in tables {
            checks += RuleChecks.checks(of: table)
            checks += LookupChecks.checks(of: table)
            checks += keys.checks(of: table)
            checks += counts.checks(of: table)
            checks += table.columns.filter(\.isExternal).flatMap {
                FileChecks.checks(ofFilesIn: $0, of: table, files, reportsDenied: reportsDenied)
            }
            checks += RTreeChecks.checks(of: table) { name in
                live.object("table", name)?.name == name
            }
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
        // What was found is more than that a file could not be opened now.
        if found.isEmpty { try files.check(reportsDenied: reportsDenied) }
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
