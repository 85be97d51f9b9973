/// The text of a `CREATE TABLE` statement, split into its parts.
///
/// SQLite has no pragmas for checks, collations, conflict clauses and foreign keys with several columns. They are
/// detected by comparing the parts with those that Apus would write, not by searching for keywords.
struct TableText {
    /// The definitions of columns and constraints, in order.
    var definitions: [[SQLTokens.Token]] { locatedDefinitions.map { $0.map(\.token) } }

    /// The definitions with the ranges of their tokens.
    let locatedDefinitions: [[SQLTokens.LocatedToken]]

    /// The indices of the columns' definitions by the bytes of the folded names: SQLite distinguishes composed and
    /// decomposed characters.
    let columnIndices: [[UInt8]: Int]

    /// The table options after the definitions, such as `STRICT`.
    let options: [SQLTokens.Token]

    /// The statement.
    let sql: String

    /// Splits a statement from SQLite's catalogue.
    init(_ sql: String) {
        self.sql = sql
        var definitions: [[SQLTokens.LocatedToken]] = [[]]
        var options: [SQLTokens.Token] = []
        var depth = 0
        var isAfterDefinitions = false
        for (token, bytes) in SQLTokens.located(in: sql) {
            if isAfterDefinitions {
                options.append(token)
                continue
            }
            if token == .mark(")") { depth -= 1 }
            switch (token, depth) {
            case (.mark(")"), 0): isAfterDefinitions = true
            case (.mark(","), 1): definitions.append([])
            case (_, 1...) where !(depth == 1 && token == .mark("(") && definitions.allSatisfy(\.isEmpty)):
                definitions[definitions.count - 1].append((token, bytes))
            default: break
            }
            if token == .mark("(") { depth += 1 }
        }
        locatedDefinitions = definitions
        columnIndices = Dictionary(
            definitions.enumerated().compactMap { index, definition in
                definition.first?.token.columnName.map { (Array($0.folded.utf8), index) }
            }
        ) { first, _ in first }
        self.options = options
    }

    /// The constraints that Apus would not write, and the additional clauses of column definitions. Definitions of
    /// additional columns are left out, and so are defaults.
    ///
    /// - Parameter usual: The text that Apus writes for the table.
    /// - Returns: The clauses, as SQL.
    func clauses(beyond usual: TableText) -> [String] {
        let expected = usual.definitions
        return locatedDefinitions.compactMap { located in
            let definition = located.map(\.token)
            guard let first = definition.first, !expected.contains(definition) else { return nil }
            guard let name = first.columnName else { return text(of: located[...]) }
            guard let usual = expected.first(where: { $0.first?.text?.folded == name.folded }) else { return nil }
            // The name may be quoted or not; the rest must be equal.
            let rest = Array(definition.dropFirst())
            guard rest.starts(with: usual.dropFirst()) else { return text(of: located[...]) }
            let beyond = Self.withoutDefault(Array(rest.dropFirst(usual.count - 1)))
            return beyond.isEmpty ? nil : "\(text(of: located.prefix(1))) \(text(of: located.suffix(beyond.count)))"
        }
    }

    /// The original text of consecutive tokens.
    private func text(of tokens: ArraySlice<SQLTokens.LocatedToken>) -> String {
        guard let first = tokens.first, let last = tokens.last else { return "" }
        return String(decoding: Array(sql.utf8)[first.bytes.lowerBound..<last.bytes.upperBound], as: UTF8.self)
    }

    /// The clauses that Apus always writes, that SQLite's pragmas do not report, and that are missing.
    ///
    /// - Parameter expected: The text that Apus writes for the table.
    /// - Returns: The clauses, as SQL.
    func clauses(missingFrom expected: TableText) -> [String] {
        var missing: [String] = expected.options.filter { $0 != .mark(",") && !options.contains($0) }.map(\.sql)
        let autoincrement = SQLTokens.Token.word("AUTOINCREMENT")
        if expected.definitions.contains(where: { $0.contains(autoincrement) }),
            !definitions.contains(where: { $0.contains(autoincrement) })
        {
            missing.append(autoincrement.sql)
        }
        return missing
    }

    /// Removes a leading `DEFAULT` clause. It is the fill that a column was added with, and a new table does not need
    /// it.
    static func withoutDefault(_ tokens: [SQLTokens.Token]) -> [SQLTokens.Token] {
        guard tokens.first == .word("DEFAULT") else { return tokens }
        var rest = tokens.dropFirst()
        if rest.first == .mark("-") || rest.first == .mark("+") { rest = rest.dropFirst() }
        if rest.first == .word("X"), case .string = rest.dropFirst().first { rest = rest.dropFirst() }
        // Apus writes numbers, texts and bytes, but no parentheses and no keywords such as CURRENT_TIMESTAMP.
        switch rest.first {
        case .mark, .word("CURRENT_TIMESTAMP"), .word("CURRENT_DATE"), .word("CURRENT_TIME"), nil: return tokens
        default: break
        }
        return Array(rest.dropFirst())
    }
}

extension SQLTokens.Token {
    /// The column's name, if the token is the first one of a definition; `nil` for a constraint.
    var columnName: String? {
        switch self {
        case .name(let name), .string(let name): name
        case .word(let word):
            ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"].contains(word) ? nil : word
        case .mark: nil
        }
    }
}
