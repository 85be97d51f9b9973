public import ApusSchema

extension Layout {
    /// The SQL that makes all tables, indexes and triggers of an empty store, without those in which a store describes
    /// itself.
    public var sql: String { statements.map { "\($0.sql);" }.joined(separator: "\n\n") }

    /// The statements that make all tables, indexes and programs of an empty store.
    var statements: [SQLStatement] {
        zip(tables, indexStatements).flatMap { table, indexes in [table.createStatement()] + indexes }
            + programs.map { SQLStatement($0.sql) }
    }

    /// The statements that make what is left when tables have been made and rows written into them: indexes, what the
    /// store works out for the rows that are there, and the triggers that watch over later ones.
    ///
    /// - Parameter now: The moment of the writing, in seconds since the reference date; `nil` for the clock's.
    /// - Returns: The statements, in the order in which they are to be run.
    func lateStatements(now: Double?) -> [SQLStatement] {
        let programs: [LayoutProgram] = self.programs
        let (tables, triggers) = (programs.filter { $0.kind == .table }, programs.filter { $0.kind == .trigger })
        let moment: SQLStatement = now.map { SQLStatement("?", [.real($0)]) } ?? DerivationSQL.now
        return indexStatements.flatMap { $0 } + tables.map { SQLStatement($0.sql) } + fillStatements(now: moment)
            + triggers.map { SQLStatement($0.sql) }
    }

    /// The statements that make the indexes of each table.
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
    /// A name that nothing in the set has, whatever its case, as like another as can be; it is in the set afterwards.
    mutating func take(_ wanted: String) -> String {
        var name: String = wanted
        var number: Int = 2
        while !insert(name.folded).inserted {
            name = "\(wanted)_\(number)"
            number += 1
        }
        return name
    }
}
