/// The text of a `CREATE TABLE` statement in its parts.
///
/// What SQLite does not report otherwise (checks, collations, what happens on a conflict, foreign keys of several
/// columns) is told by comparing the parts with those that Apus would write, not by a search for key words.
struct TableText {
    /// The definitions of columns and constraints, in order.
    var definitions: [[SQLTokens.Token]] { places.map { $0.map(\.token) } }

    /// The same, with the places of their bytes.
    let places: [[(token: SQLTokens.Token, bytes: Range<Int>)]]

    /// What stands behind the definitions.
    let options: [SQLTokens.Token]

    /// The statement.
    let sql: String

    /// Reads a statement that SQLite has kept.
    init(_ sql: String) {
        self.sql = sql
        var definitions: [[(token: SQLTokens.Token, bytes: Range<Int>)]] = [[]]
        var options: [SQLTokens.Token] = []
        var depth: Int = 0
        var isBehind: Bool = false
        for (token, bytes) in SQLTokens.places(in: sql) {
            if isBehind {
                options.append(token)
                continue
            }
            if token == .mark(")") { depth -= 1 }
            switch (token, depth) {
            case (.mark(")"), 0): isBehind = true
            case (.mark(","), 1): definitions.append([])
            case (_, 1...) where !(depth == 1 && token == .mark("(") && definitions.allSatisfy(\.isEmpty)):
                definitions[definitions.count - 1].append((token, bytes))
            default: break
            }
            if token == .mark("(") { depth += 1 }
        }
        self.places = definitions
        self.options = options
    }

    /// The definitions that Apus would not write, and those of columns with what they say beyond. Definitions of columns
    /// that the table should not have are left out, as are defaults.
    ///
    /// - Parameter usual: The text that Apus writes for the table.
    /// - Returns: The clauses, as SQL.
    func clauses(beyond usual: TableText) -> [String] {
        let expected: [[SQLTokens.Token]] = usual.definitions
        return places.compactMap { place in
            let definition: [SQLTokens.Token] = place.map(\.token)
            guard let first = definition.first, !expected.contains(definition) else { return nil }
            guard let name = first.columnName else { return text(of: place[...]) }
            guard let usual = expected.first(where: { $0.first?.text?.folded == name.folded }) else { return nil }
            // Names may come with or without quotes; what follows them has to be the same.
            let rest: [SQLTokens.Token] = Array(definition.dropFirst())
            guard rest.starts(with: usual.dropFirst()) else { return text(of: place[...]) }
            let beyond: [SQLTokens.Token] = Self.withoutDefault(Array(rest.dropFirst(usual.count - 1)))
            return beyond.isEmpty ? nil : "\(text(of: place.prefix(1))) \(text(of: place.suffix(beyond.count)))"
        }
    }

    /// Tokens that follow each other, as they were written.
    private func text(of places: ArraySlice<(token: SQLTokens.Token, bytes: Range<Int>)>) -> String {
        guard let first = places.first, let last = places.last else { return "" }
        return String(decoding: Array(sql.utf8)[first.bytes.lowerBound..<last.bytes.upperBound], as: UTF8.self)
    }

    /// What Apus always writes, and SQLite does not report otherwise, but is not there.
    ///
    /// - Parameter expected: The text that Apus writes for the table.
    /// - Returns: The clauses, as SQL.
    func clauses(missingFrom expected: TableText) -> [String] {
        var missing: [String] = expected.options.filter { $0 != .mark(",") && !options.contains($0) }.map(\.sql)
        let counts: SQLTokens.Token = .word("AUTOINCREMENT")
        if expected.definitions.contains(where: { $0.contains(counts) }),
            !definitions.contains(where: { $0.contains(counts) })
        {
            missing.append(counts.sql)
        }
        return missing
    }

    /// A default is the fill that the column was added with: the rows have it, and a new table needs it no more.
    static func withoutDefault(_ tokens: [SQLTokens.Token]) -> [SQLTokens.Token] {
        guard tokens.first == .word("DEFAULT") else { return tokens }
        var rest = tokens.dropFirst()
        if rest.first == .mark("-") || rest.first == .mark("+") { rest = rest.dropFirst() }
        if rest.first == .word("X"), case .string = rest.dropFirst().first { rest = rest.dropFirst() }
        guard rest.first != .mark("(") else { return tokens }
        return Array(rest.dropFirst())
    }
}

extension SQLTokens.Token {
    /// The name of the column that a definition beginning so defines; `nil` where it is a constraint.
    var columnName: String? {
        switch self {
        case .name(let name), .string(let name): name
        case .word(let word):
            ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"].contains(word) ? nil : word
        case .mark: nil
        }
    }
}
