import ApusSchema

/// A full-text index whose content is that of a table or a view.
struct ContentReader {
    /// The name.
    let name: String
    /// Its own text.
    let tokens: [SQLTokens.Token]
    /// The table or view with the content.
    let content: String
    /// The texts of the view and of all views that it reads; `nil` for a table.
    let view: [SQLTokens.Token]?
}

extension LiveCatalogue {
    /// The virtual tables with the content of another table, or of a view.
    var contentReaders: [ContentReader] {
        guard !virtualTables.isEmpty else { return [] }
        let views = Dictionary(
            addedObjects.filter { $0.type == "view" }.map { ($0.name.folded, ($0.name, SQLTokens.tokens(of: $0.sql))) },
            uniquingKeysWith: { first, _ in first }
        )
        return virtualTables.compactMap { reader in
            let tokens = SQLTokens.tokens(of: reader.sql)
            guard let content = tokens.content else { return nil }
            return ContentReader(
                name: reader.name,
                tokens: tokens,
                content: views[content.folded]?.0 ?? content,
                view: Self.tokens(of: content.folded, among: views.mapValues(\.1))
            )
        }
    }

    /// The tokens of a view and of all views that it reads; `nil` if there is no such view.
    private static func tokens(of view: String, among views: [String: [SQLTokens.Token]]) -> [SQLTokens.Token]? {
        guard let first = views[view] else { return nil }
        var (known, next, tokens): (Set<String>, [[SQLTokens.Token]], [SQLTokens.Token]) = ([view], [first], [])
        while let view = next.popLast() {
            tokens += view
            for name in view.compactMap(\.text?.folded) where known.insert(name).inserted {
                if let inner = views[name] { next.append(inner) }
            }
        }
        return tokens
    }
}

extension [SQLTokens.Token] {
    /// The table in a virtual table's `content=` option.
    fileprivate var content: String? {
        for (index, token) in enumerated() where token == .word("CONTENT") && index + 2 < count {
            if self[index + 1] == .mark("=") { return self[index + 2].text }
        }
        return nil
    }
}
