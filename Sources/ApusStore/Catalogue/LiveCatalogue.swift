import GRDB

/// The actual catalogue of a database file, as SQLite reports it.
struct LiveCatalogue {
    /// The tables by folded name, without SQLite's own and the shadow tables of virtual tables.
    let tables: [String: LiveTable]

    /// The virtual tables, such as R-trees and full-text indexes.
    let virtualTables: [LiveObject]

    /// The views and triggers.
    let viewsAndTriggers: [LiveObject]

    /// The views and triggers that were added by hand; the store's own follow from its layout.
    let addedObjects: [LiveObject]

    /// The triggers among them, by the folded names of their tables.
    let addedTriggers: [String: [LiveObject]]

    /// The views, triggers and virtual tables by type and folded name: a trigger may have the name of a table or a view.
    private let objects: [String: LiveObject]

    /// The names of tables that are gone, whose last identities the store remembers.
    let rememberedSequences: Set<String>

    /// The folded names of all objects. Tables, views and indexes share one namespace; triggers have their own.
    let names: Set<String>

    /// The table with a name, ignoring case.
    func table(_ name: String) -> LiveTable? {
        tables[name.folded]
    }

    /// The view, trigger or virtual table with a name, ignoring case.
    func object(_ type: String, _ name: String) -> LiveObject? { objects[Self.key(type, name)] }

    static func key(_ type: String, _ name: String) -> String { "\(type) \(name.folded)" }

    /// Reads the catalogue.
    init(_ db: Database) throws {
        let rows: [Row] = try Row.fetchAll(db, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema")
        let types: [Row] = try Row.fetchAll(db, sql: "SELECT name, type FROM pragma_table_list WHERE schema = 'main'")
        let typeByName = try Dictionary(
            types.map { (try $0.decode(String.self, atIndex: 0).folded, try $0.decode(String.self, atIndex: 1)) },
            uniquingKeysWith: { first, _ in first }
        )
        var texts: [String: String] = [:]
        var virtualTables: [LiveObject] = []
        var viewsAndTriggers: [LiveObject] = []
        var names: Set<String> = []
        for row in rows {
            let type: String = try row.decode(atIndex: 0)
            let name: String = try row.decode(atIndex: 1)
            let sql: String = try row.decode(String?.self, atIndex: 3) ?? ""
            let object = LiveObject(type: type, name: name, table: try row.decode(atIndex: 2), sql: sql)
            names.insert(name.folded)
            switch (type, typeByName[name.folded]) {
            case ("table", "virtual"): virtualTables.append(object)
            case ("table", "shadow"): break
            case ("table", _) where !name.folded.hasPrefix("sqlite_"):
                texts[name] = sql
            case ("view", _), ("trigger", _): viewsAndTriggers.append(object)
            default: break
            }
        }
        let mayHaveLeft = names.contains(StoreFormat.deferredTable)
        tables = Dictionary(
            uniqueKeysWithValues: try LiveTable.tables(texts, db).map {
                ($0.key.folded, mayHaveLeft ? $0.value.settingLeftColumnsApart : $0.value)
            }
        )
        self.virtualTables = virtualTables
        self.viewsAndTriggers = viewsAndTriggers
        rememberedSequences = try Self.rememberedSequences(names, db)
        addedObjects = viewsAndTriggers.filter {
            $0.type == "view" || !LayoutProgram.isName($0.name, ofTrigger: true)
        }
        addedTriggers = Dictionary(grouping: addedObjects.filter { $0.type == "trigger" }, by: \.table.folded)
        objects = Dictionary(
            (viewsAndTriggers + virtualTables).map { (Self.key($0.type, $0.name), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        self.names = names
    }

    private static func rememberedSequences(_ names: Set<String>, _ db: Database) throws -> Set<String> {
        guard names.contains("sqlite_sequence") else { return [] }
        let rows = try Row.fetchAll(db, sql: "SELECT name FROM sqlite_sequence WHERE typeof(name) = 'text'")
        return Set(try rows.map { try $0.decode(String.self, atIndex: 0) }.filter { !names.contains($0.folded) })
    }
}

/// A view, a trigger or a virtual table of a database file.
struct LiveObject: Hashable {
    /// `view`, `trigger`, `index` or `table`.
    let type: String
    /// Its name.
    let name: String
    /// The table that a trigger or an index belongs to; otherwise its own name.
    let table: String
    /// Its `CREATE` statement.
    let sql: String
}
