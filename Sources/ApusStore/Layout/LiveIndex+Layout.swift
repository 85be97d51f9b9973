import ApusSchema

extension LiveTable.Index {
    /// Whether the live index serves as one of a layout's: what it is over is its identity, not its name.
    ///
    /// The texts are compared, since SQLite reports neither expressions nor conditions. It quotes again what a renaming
    /// changes, as Apus does.
    func isSame(as index: Table.Index, of table: Table) -> Bool {
        guard isUnique == index.isUnique else { return false }
        if index.isPlain, !isPartial, !columns.contains(nil), columns != index.columns { return false }
        if sql == table.createStatement(of: index, named: name).sql { return true }
        return definition == SQLTokens.tokens(of: table.definition(of: index)).canonical
    }

    /// What stands behind the table's name in the statement.
    private var definition: [SQLTokens.Token] {
        let tokens: [SQLTokens.Token] = SQLTokens.tokens(of: sql)
        guard let on = tokens.firstIndex(of: .word("ON")) else { return [] }
        return Array(tokens[(on + 1)...].drop { $0 != .mark("(") }).canonical
    }
}

extension [SQLTokens.Token] {
    /// The tokens with names that have quotes and names that have none made alike.
    fileprivate var canonical: [SQLTokens.Token] {
        map { token in
            switch token {
            case .name(let name), .word(let name): .word(name.folded)
            case .string, .mark: token
            }
        }
    }
}
