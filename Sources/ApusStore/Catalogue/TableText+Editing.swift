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

    /// The statement with a new declaration of a column; `nil` if the old one is not as expected.
    ///
    /// All other bytes are unchanged.
    ///
    /// - Parameter edit: The edit.
    /// - Returns: The statement.
    func edited(_ edit: ColumnEdit) -> String? {
        guard declares(edit.older, of: edit.column), let definition = definition(of: edit.column) else { return nil }
        let bytes = Array(sql.utf8)
        let (start, end) = (
            definition[1].bytes.lowerBound, definition[edit.older.tokens.count].bytes.upperBound
        )
        return String(decoding: bytes[..<start] + Array(edit.newer.tokens.sql.utf8) + bytes[end...], as: UTF8.self)
    }

    private func definition(of column: String) -> [SQLTokens.LocatedToken]? {
        // Compared by bytes: SQLite distinguishes composed and decomposed characters.
        locatedDefinitions.first { $0.first?.token.columnName?.folded.utf8.elementsEqual(column.folded.utf8) == true }
    }
}
