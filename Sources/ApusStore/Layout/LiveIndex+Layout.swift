import ApusSchema

/// What makes two indexes of a table the same: the definition, not the name.
///
/// The texts are compared, because SQLite reports neither expressions nor conditions. When SQLite renames a column, it
/// quotes the new name as Apus does.
struct IndexKey: Hashable {
    private let isUnique: Bool
    /// The part of the statement after the table's name.
    private let definition: [SQLTokens.Token]

    init(isUnique: Bool, definition: [SQLTokens.Token]) {
        self.isUnique = isUnique
        self.definition = definition.map(\.normal)
    }
}

extension LiveTable.Index {
    /// What makes the index the same as one of a layout.
    var key: IndexKey {
        let tokens: [SQLTokens.Token] = SQLTokens.tokens(of: sql)
        let definition = tokens.drop { $0 != .word("ON") }.dropFirst().drop { $0 != .mark("(") }
        return IndexKey(isUnique: isUnique, definition: Array(definition))
    }
}

extension Table {
    /// What makes an index the same as one of a store.
    func key(of index: Index) -> IndexKey {
        IndexKey(isUnique: index.isUnique, definition: SQLTokens.tokens(of: definition(of: index)))
    }
}
