import ApusSchema

extension LiveTable.Index {
    /// Whether the live index is equivalent to a layout's index: it is identified by its definition, not its name.
    ///
    /// The texts are compared, because SQLite reports neither expressions nor conditions. When SQLite renames a column,
    /// it quotes the new name as Apus does.
    func isSame(as index: Table.Index, of table: Table) -> Bool {
        guard isUnique == index.isUnique else { return false }
        if index.isPlain, !isPartial, !columns.contains(nil), columns != index.columns { return false }
        if sql == table.createStatement(of: index, named: name).sql { return true }
        return definition == SQLTokens.tokens(of: table.definition(of: index)).map(\.normal)
    }

    /// The part of the statement after the table's name.
    private var definition: [SQLTokens.Token] {
        let tokens: [SQLTokens.Token] = SQLTokens.tokens(of: sql)
        guard let on = tokens.firstIndex(of: .word("ON")) else { return [] }
        return Array(tokens[(on + 1)...].drop { $0 != .mark("(") }).map(\.normal)
    }
}
