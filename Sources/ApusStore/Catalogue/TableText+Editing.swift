import ApusSchema

extension TableText {
    /// Whether a column's definition begins with a declaration, right after the name; more may follow.
    func declares(_ declaration: ColumnDeclaration, of column: String) -> Bool {
        guard let rest = definition(of: column)?.dropFirst().map(\.token) else { return false }
        // A conflict clause would belong to the declaration, and a second `NULL` or `NOT NULL` would contradict it.
        let beyond = Array(rest.dropFirst(declaration.tokens.count))
        return rest.starts(with: declaration.tokens) && beyond.first != .word("ON") && !beyond.contains(.word("NULL"))
    }

    /// Whether nothing but a default follows the declaration in a column's definition.
    func declaresOnly(_ declaration: ColumnDeclaration, of column: String) -> Bool {
        guard let definition = definition(of: column)?.map(\.token) else { return false }
        return Self.withoutDefault(Array(definition.dropFirst(1 + declaration.tokens.count))).isEmpty
    }

    /// The statement with new declarations of columns. All other bytes are unchanged.
    ///
    /// - Parameter edits: The edits, of different columns that are declared as each edit expects.
    /// - Returns: The statement.
    func edited(_ edits: [ColumnEdit]) -> String {
        let bytes = Array(sql.utf8)
        var edited: [UInt8] = []
        var end = 0
        let located = edits.compactMap { edit in definition(of: edit.column).map { (edit, $0) } }
        for (edit, definition) in located.sorted(by: { $0.1[0].bytes.lowerBound < $1.1[0].bytes.lowerBound }) {
            edited += bytes[end..<definition[1].bytes.lowerBound]
            edited += edit.newer.tokens.sql.utf8
            end = definition[edit.older.tokens.count].bytes.upperBound
        }
        return String(decoding: edited + bytes[end...], as: UTF8.self)
    }

    /// The statement in which nothing is left of a column's definition but its name and its type: neither a constraint nor a default.
    /// All other bytes are unchanged.
    ///
    /// - Parameter column: The column, which is declared as expected.
    /// - Returns: The statement.
    func released(_ column: String) -> String {
        guard let definition = definition(of: column), definition.count > 2, let end = definition.last?.bytes.upperBound
        else { return sql }
        let bytes = Array(sql.utf8)
        return String(decoding: bytes[..<definition[1].bytes.upperBound] + bytes[end...], as: UTF8.self)
    }

    private func definition(of column: String) -> [SQLTokens.LocatedToken]? {
        columnIndices[Array(column.folded.utf8)].map { locatedDefinitions[$0] }
    }
}
