import GRDB

/// What a database file really holds, as SQLite reports it.
struct LiveCatalogue {
    /// The tables, without SQLite's own and without those inside virtual tables, by folded name.
    let tables: [String: LiveTable]

    /// The virtual tables, such as those of full-text search.
    let virtualTables: [LiveProgram]

    /// The views and triggers: name, and the text that made them.
    let programs: [LiveProgram]

    /// The names of all objects, folded: tables, views, indexes and triggers share one space.
    let names: Set<String>

    /// The table of that name, whatever its case.
    func table(_ name: String) -> LiveTable? {
        tables[name.folded]
    }

    /// Reads the catalogue.
    init(_ db: Database) throws {
        let rows: [Row] = try Row.fetchAll(db, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema")
        let kinds: [Row] = try Row.fetchAll(db, sql: "SELECT name, type FROM pragma_table_list WHERE schema = 'main'")
        let kindByName: [String: String] = try Dictionary(
            kinds.map { (try $0.decode(String.self, atIndex: 0).folded, try $0.decode(String.self, atIndex: 1)) },
            uniquingKeysWith: { first, _ in first }
        )
        var texts: [String: String] = [:]
        var virtualTables: [LiveProgram] = []
        var programs: [LiveProgram] = []
        var names: Set<String> = []
        for row in rows {
            let type: String = try row.decode(atIndex: 0)
            let name: String = try row.decode(atIndex: 1)
            let sql: String = try row.decode(String?.self, atIndex: 3) ?? ""
            let program = LiveProgram(type: type, name: name, table: try row.decode(atIndex: 2), sql: sql)
            names.insert(name.folded)
            switch (type, kindByName[name.folded]) {
            case ("table", "virtual"): virtualTables.append(program)
            case ("table", "shadow"): break
            case ("table", _) where !name.folded.hasPrefix("sqlite_"):
                texts[name] = sql
            case ("view", _), ("trigger", _): programs.append(program)
            default: break
            }
        }
        tables = Dictionary(
            uniqueKeysWithValues: try LiveTable.tables(texts, db).map { ($0.key.folded, $0.value) }
        )
        self.virtualTables = virtualTables
        self.programs = programs
        self.names = names
    }
}

/// A view, a trigger or a virtual table of a database file.
struct LiveProgram: Hashable {
    /// `view`, `trigger` or `table`.
    let type: String
    /// Its name.
    let name: String
    /// The table that a trigger belongs to; otherwise its own name.
    let table: String
    /// The text that made it.
    let sql: String
}
