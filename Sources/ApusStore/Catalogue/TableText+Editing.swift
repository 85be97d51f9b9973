import ApusSchema

extension TableText {
    /// Whether a column's definition says just that of its values, right behind the name; more may follow.
    func says(_ demand: ColumnDemand, of column: String) -> Bool {
        guard let rest = definition(of: column)?.dropFirst().map(\.token) else { return false }
        // What is done on a conflict belongs to the words before; and nothing may say so once more.
        let beyond: [SQLTokens.Token] = Array(rest.dropFirst(demand.tokens.count))
        return rest.starts(with: demand.tokens) && beyond.first != .word("ON") && !beyond.contains(.word("NULL"))
    }

    /// Whether the definition ends there, but for a default.
    func saysNoMore(than demand: ColumnDemand, of column: String) -> Bool {
        guard let definition = definition(of: column)?.map(\.token) else { return false }
        return Self.withoutDefault(Array(definition.dropFirst(1 + demand.tokens.count))).isEmpty
    }

    /// The statement with a column's definition saying something else; `nil` where it does not read as expected.
    ///
    /// All else stays as it is, to the byte.
    ///
    /// - Parameter edit: What is to be said.
    /// - Returns: The statement.
    func edited(_ edit: ColumnEdit) -> String? {
        guard says(edit.older, of: edit.column), let definition = definition(of: edit.column) else { return nil }
        let bytes: [UInt8] = Array(sql.utf8)
        let (start, end): (Int, Int) = (
            definition[1].bytes.lowerBound, definition[edit.older.tokens.count].bytes.upperBound
        )
        return String(decoding: bytes[..<start] + Array(edit.newer.tokens.sql.utf8) + bytes[end...], as: UTF8.self)
    }

    private func definition(of column: String) -> [(token: SQLTokens.Token, bytes: Range<Int>)]? {
        // By bytes: to SQLite, letters with and without a combining accent are different names.
        places.first { $0.first?.token.columnName?.folded.utf8.elementsEqual(column.folded.utf8) == true }
    }
}
