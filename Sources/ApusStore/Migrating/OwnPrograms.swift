import ApusSchema
import GRDB

/// The triggers and indexes of boxes of the store itself, around a migration.
///
/// Triggers follow from the layout and cost nothing to make, so all of them are out of the way while tables change. An
/// index of boxes holds what its rows gave it, so it stays where they stay as they are.
struct OwnPrograms {
    let db: Database
    /// The moment of the migration, for what is computed from it.
    let now: SQLStatement

    func dropTriggers(_ live: LiveCatalogue) throws {
        for program in live.programs where LayoutProgram.isName(program.name, ofTrigger: true) {
            try db.execute(sql: "DROP TRIGGER \(SQLText.name(program.name))")
        }
    }

    func makeTriggers(of layout: Layout) throws {
        for program in layout.programs where program.kind == .trigger { try db.execute(sql: program.sql) }
    }

    /// Drops the indexes of boxes that a pass does not keep.
    func dropTables(before pass: TablePass) throws {
        let kept: Set<String> = Set(pass.keptBoxIndexes)
        for name in pass.source.boxIndexNames where !kept.contains(name) {
            try db.execute(sql: "DROP TABLE \(SQLText.name(name))")
        }
    }

    /// Works out what is computed, and not what it was, when a pass has written its rows.
    func fill(after pass: TablePass) throws {
        let filled: Set<String> = Set(pass.strategies.tables.filter { $0.way != .create }.map(\.table.name))
        for (table, derivation) in pass.target.derivationsInOrder where filled.contains(table.name) {
            guard pass.derivations?.column(derivation.column, of: table.name) == nil else { continue }
            let statement = DerivationSQL(derivation, of: table, in: pass.target).fillStatement(now: now)
            try db.withoutTriggers(of: table.name) { try db.run(statement) }
        }
        let kept: Set<String> = Set(pass.keptBoxIndexes)
        for program in pass.target.programs where program.kind == .table && !kept.contains(program.name) {
            try db.execute(sql: program.sql)
        }
        for table in pass.target.tables {
            for statement in table.boxIndexFillStatements(where: { !kept.contains($0.name) }) { try db.run(statement) }
        }
    }
}

extension Layout {
    fileprivate var boxIndexNames: [String] { tables.flatMap { $0.boxIndexes.map(\.name) } }
}

extension TablePass {
    /// The indexes of boxes that hold what they should when the pass is done.
    var keptBoxIndexes: [String] {
        strategies.tables.flatMap { strategy -> [String] in
            guard let kinds = strategy.kinds, let older = strategy.older, kinds.gone.isEmpty, kinds.renamed.isEmpty,
                kinds.source.parts.allSatisfy(\.conditions.isEmpty)
            else { return [] }
            return strategy.table.boxIndexes.filter { index in
                let columns: [String] = index.columns + (index.predicate?.columns ?? [])
                var names: [String: String] = [:]
                for column in columns {
                    guard let place = strategy.table.columns.firstIndex(where: { $0.name == column }),
                        !strategy.table.columns[place].isDerived, case .carried(let name) = choose(place, kinds)
                    else { return false }
                    names[column] = name
                }
                let before = Table.BoxIndex(
                    name: index.name,
                    columns: index.columns.map { names[$0] ?? $0 },
                    kinds: index.kinds,
                    predicate: index.predicate?.renamed { names[$0] ?? $0 }
                )
                return older.boxIndexes.contains(before)
            }.map(\.name)
        }
    }
}

extension Database {
    /// Does something to the rows of a table while none of its triggers works.
    func withoutTriggers(of table: String, _ work: () throws -> Void) throws {
        let triggers: [Row] = try Row.fetchAll(
            self,
            sql:
                "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE ORDER BY rowid",
            arguments: [table]
        )
        for trigger in triggers {
            try execute(sql: "DROP TRIGGER \(SQLText.name(try trigger.decode(atIndex: 0)))")
        }
        try work()
        for trigger in triggers { try execute(sql: try trigger.decode(atIndex: 1)) }
    }
}
