import ApusSchema

extension Table {
    /// The virtual tables of the R-trees, and the triggers that update them.
    var boxIndexPrograms: [LayoutProgram] {
        rtrees.flatMap(programs)
    }

    /// The statements that fill the R-trees with the existing rows.
    ///
    /// - Parameter isMeant: Whether to fill an R-tree; by default, all are filled.
    /// - Returns: The statements.
    func rtreeFillStatements(where isMeant: (RTree) -> Bool = { _ in true }) -> [SQLStatement] {
        rtrees.filter(isMeant).flatMap { index in
            [
                SQLStatement("DELETE FROM \(SQLText.name(index.name))"),
                SQLStatement(
                    "INSERT INTO \(SQLText.name(index.name)) SELECT \(values(of: index, in: "source")) "
                        + "FROM \(SQLText.name(name)) AS source WHERE \(condition(of: index, in: "source"))"
                ),
            ]
        }
    }

    private func programs(of index: RTree) -> [LayoutProgram] {
        let name: String = SQLText.name(index.name)
        let dimensions: [String] = index.columns.indices.flatMap { ["minimum_\($0 + 1)", "maximum_\($0 + 1)"] }
        let identity: String = identity?.name ?? Column.identityName
        let insert =
            "INSERT OR REPLACE INTO \(name) SELECT \(values(of: index, in: "NEW")) "
            + "WHERE \(condition(of: index, in: "NEW"));"
        let delete = "DELETE FROM \(name) WHERE id = \(SQLText.column(identity, of: "OLD"));"
        let read: [String] =
            [identity] + index.columns + (index.predicate?.leaves ?? [])
            + (index.entities == nil ? [] : [entity?.name].compactMap { $0 })
        func trigger(_ event: String, _ suffix: String, _ body: [String]) -> LayoutProgram {
            .trigger("\(index.name)_\(suffix)", "AFTER \(event)", on: self, tables: [self.name, index.name], body)
        }
        return [
            LayoutProgram(
                kind: .table,
                name: index.name,
                tables: [index.name],
                sql: "CREATE VIRTUAL TABLE \(name) USING rtree(id, \(SQLText.names(dimensions)))"
            ),
            trigger("INSERT", "insert", [insert]),
            trigger("UPDATE OF \(SQLText.names(read.withoutRepetitions))", "update", [delete, insert]),
            trigger("DELETE", "delete", [delete]),
        ]
    }

    private func values(of index: RTree, in row: String) -> String {
        ([identity?.name ?? Column.identityName] + index.columns.flatMap { [$0, $0] })
            .map { SQLText.column($0, of: row) }.joined(separator: ", ")
    }

    private func condition(of index: RTree, in row: String) -> String {
        let present: [String] = index.columns.map { "\(SQLText.column($0, of: row)) IS NOT NULL" }
        return (present + [condition(index.entities, index.predicate, of: row)].compactMap { $0 })
            .joined(separator: " AND ")
    }
}

extension LayoutProgram {
    /// A trigger.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - event: The event that fires it: `AFTER UPDATE OF "x"`.
    ///   - table: The table that it belongs to.
    ///   - tables: The tables that it mentions, including that one.
    ///   - condition: The condition of the rows for which it fires; `nil` for all rows.
    ///   - body: The statements, each with its semicolon.
    /// - Returns: The trigger.
    static func trigger(
        _ name: String,
        _ event: String,
        on table: Table,
        tables: Set<String>,
        when condition: String? = nil,
        _ body: [String]
    ) -> LayoutProgram {
        let condition: String = condition.map { " WHEN \($0)" } ?? ""
        return LayoutProgram(
            kind: .trigger,
            name: name,
            tables: tables,
            sql: "CREATE TRIGGER \(SQLText.name(name)) \(event) ON \(SQLText.name(table.name))\(condition) BEGIN\n"
                + body.map { "  \($0)\n" }.joined() + "END"
        )
    }
}

extension [String] {
    /// The elements in order, each only the first time.
    var withoutRepetitions: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
