import ApusSchema

extension Layout {
    /// The statements that make all tables, indexes and programs of an empty store.
    var statements: [SQLStatement] {
        var names: Set<String> = []
        return tables.flatMap { table in
            [table.createStatement()]
                + table.indexes.map { index in
                    table.createStatement(of: index, named: names.take(table.indexName(index)))
                }
        } + programs.map { SQLStatement($0.sql) }
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
