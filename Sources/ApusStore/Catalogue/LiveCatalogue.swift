import GRDB

/// What a database file really holds, as SQLite reports it.
struct LiveCatalogue {
    /// The tables, without SQLite's own, by name in lower case.
    let tables: [String: LiveTable]

    /// The views and triggers: name, and the text that made them.
    let programs: [LiveProgram]

    /// The names of all objects, in lower case: tables, views, indexes and triggers share one space.
    let names: Set<String>

    /// The table of that name, whatever its case.
    func table(_ name: String) -> LiveTable? {
        tables[name.lowercased()]
    }

    /// Reads the catalogue.
    init(_ db: Database) throws {
        let rows: [Row] = try Row.fetchAll(db, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema")
        var tables: [String: LiveTable] = [:]
        var programs: [LiveProgram] = []
        for row in rows {
            let type: String = row["type"]
            let name: String = row["name"]
            let sql: String = row["sql"] ?? ""
            switch type {
            case "table" where !name.lowercased().hasPrefix("sqlite_"):
                tables[name.lowercased()] = try LiveTable(name, sql: sql, db)
            case "view", "trigger":
                programs.append(LiveProgram(type: type, name: name, table: row["tbl_name"], sql: sql))
            default:
                break
            }
        }
        self.tables = tables
        self.programs = programs
        self.names = Set(rows.map { ($0["name"] as String).lowercased() })
    }
}

/// A view or a trigger of a database file.
struct LiveProgram: Hashable {
    /// `view` or `trigger`.
    let type: String
    /// Its name.
    let name: String
    /// The table that a trigger belongs to; a view's own name.
    let table: String
    /// The text that made it.
    let sql: String
}
