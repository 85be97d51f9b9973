import ApusSchema
import ApusStore
import GRDB

/// Replaces unique values by temporary ones, so that objects can exchange them and hand them on: SQLite checks a unique
/// index row by row.
struct UniqueValueParking {
    let save: SaveTransaction

    /// Parks the changed unique values of objects. Their rows are written again later in the transaction.
    func park(_ objects: [ModelObject]) throws {
        let tables = Set(try objects.map { try save.table(of: $0).rawName }).sorted()
        try withoutRules(of: tables) {
            for object in objects {
                let table = try save.table(of: object)
                let assignments = table.parkedValues.filter { object.isChanged($0.position) }.map(\.assignment)
                if assignments.isEmpty { continue }
                let statement = try save.statement(
                    .park(table.id, object.changes),
                    sql: "UPDATE \(table.name) SET \(assignments.joined(separator: ", ")) WHERE \(table.identity) = ?1"
                )
                statement.bind(object.rowOrNone)
                try statement.run()
            }
        }
    }

    /// Runs a closure without the triggers that reject rows: a temporary value has its column's type, but there may be
    /// no unused value that the model's rules allow, such as a case of an enum. The triggers of derived attributes stay,
    /// because they follow each change.
    func withoutRules(of tables: [String], _ body: () throws -> Void) throws {
        var programs: [String] = []
        for table in tables {
            let name = Table.updateRulesName(of: table)
            let sql = "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?1"
            guard let program = try String.fetchOne(save.database, sql: sql, arguments: [name]) else { continue }
            try save.database.execute(sql: "DROP TRIGGER \(SQLText.name(name))")
            programs.append(program)
        }
        try body()
        for program in programs { try save.database.execute(sql: program) }
    }
}
