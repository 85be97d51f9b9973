import ApusSchema

extension Layout {
    /// The SQL that creates all tables, indexes and triggers of an empty store, without the tables for the store's
    /// metadata.
    public var sql: String { statements.map { "\($0.sql);" }.joined(separator: "\n\n") }

    /// The statements that create all tables, indexes, R-trees and triggers of an empty store.
    var statements: [SQLStatement] {
        zip(tables, indexStatements).flatMap { table, indexes in [table.createStatement()] + indexes }
            + programs.map { SQLStatement($0.sql) }
    }

    /// The statements that complete a store after its tables were created and filled: they create indexes and R-trees,
    /// compute derived values, and finally create the triggers.
    ///
    /// - Parameter now: The time of the write, in seconds since the reference date; `nil` uses the clock.
    /// - Returns: The statements, in order.
    func lateStatements(now: Double?) -> [SQLStatement] {
        let programs: [LayoutProgram] = self.programs
        let (tables, triggers) = (programs.filter { $0.kind == .table }, programs.filter { $0.kind == .trigger })
        let moment: SQLStatement = now.map { SQLStatement("?", [.real($0)]) } ?? DerivationSQL.now
        return indexStatements.flatMap { $0 } + tables.map { SQLStatement($0.sql) } + fillStatements(now: moment)
            + triggers.map { SQLStatement($0.sql) }
    }

    /// The statements that create the indexes of each table.
    private var indexStatements: [[SQLStatement]] {
        var names: Set<String> = []
        return tables.map { table in
            table.indexes.map { index in
                table.createStatement(of: index, named: names.take(table.indexName(index)))
            }
        }
    }
}

extension Set<String> {
    /// Inserts a name, with a number appended if it is taken, and returns it. Case is ignored.
    mutating func take(_ wanted: String) -> String {
        var name: String = wanted
        var number = 2
        while !insert(name.folded).inserted {
            name = "\(wanted)_\(number)"
            number += 1
        }
        return name
    }
}
