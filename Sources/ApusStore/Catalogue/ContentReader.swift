import ApusSchema
import GRDB

/// A full-text index whose content is that of a table or a view.
struct ContentReader {
    /// The name.
    let name: String
    /// Its own text.
    let tokens: [SQLTokens.Token]
    /// The table or view with the content.
    let content: String
    /// What the view reads; `nil` for a table.
    let view: ViewReads?
}

/// What a view reads, also through other views, as SQLite says when it prepares a query of the view.
struct ViewReads {
    fileprivate let region: DatabaseRegion

    /// Whether the view reads a table.
    func reads(_ table: String) -> Bool { region.isModified(byEventsOfKind: .delete(tableName: table)) }

    /// Whether the view reads one of some columns.
    func reads(_ columns: [String], of table: String) -> Bool {
        let event = DatabaseEventKind.update(tableName: table, columnNames: Set(columns))
        return !columns.isEmpty && region.isModified(byEventsOfKind: event)
    }
}

extension LiveCatalogue {
    /// The virtual tables with the content of another table, or of a view.
    func contentReaders(_ db: Database) -> [ContentReader] {
        virtualTables.compactMap { reader in
            let tokens = SQLTokens.tokens(of: reader.sql)
            guard let content = tokens.content else { return nil }
            guard let view = object("view", content) else {
                return ContentReader(name: reader.name, tokens: tokens, content: content, view: nil)
            }
            // A view that only the app can read, because of a function, may read anything.
            let region = db.acceptingStringsInDoubleQuotes {
                try? db.makeStatement(sql: "SELECT * FROM \(SQLText.name(view.name))").databaseRegion
            }
            let reads = ViewReads(region: region ?? .fullDatabase)
            return ContentReader(name: reader.name, tokens: tokens, content: view.name, view: reads)
        }
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
