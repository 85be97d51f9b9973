import ApusSchema
import Foundation
import GRDB
import Testing

@testable import ApusStore

/// Looks at a seeded store without any part of what made it.
enum SeededStore {
    /// What is wrong with a store, as its rows, its triggers and SQLite itself see it.
    static func breaches(of url: URL, _ schema: Schema) throws -> [String] {
        let database: DatabaseQueue = try StoreFile(url).openForWriting(enforcesForeignKeys: true)
        defer { try? database.close() }
        let files = URL(fileURLWithPath: url.path + "-files")
        return try database.writeWithoutTransaction { db in
            var breaches: [String] = try RowCheck.breaches(of: schema, SeededRows(db, schema, files: files))
            let integrity: String? = try String.fetchOne(db, sql: "PRAGMA integrity_check")
            if integrity != "ok" { breaches.append("SQLite: \(integrity ?? "")") }
            if let row = try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") { breaches.append("references: \(row)") }
            for table in Layout(schema).tables {
                // The triggers that watch over the model's rules look at every row that is written as it is.
                let given: [String] = table.columns.filter { !$0.isDerived && $0.field != .identity }.map(\.name)
                guard !given.isEmpty, !table.isJoinTable else { continue }
                let sets = given.map { "\(SQLText.name($0)) = \(SQLText.name($0))" }.joined(separator: ", ")
                do {
                    try db.execute(sql: "UPDATE \(SQLText.name(table.name)) SET \(sets)")
                } catch {
                    breaches.append("\(table.name): \(error)")
                }
            }
            return breaches
        }
    }

    /// Whether a derived attribute reads one whose values may be in files, which no trigger can read.
    static func readsFiles(_ schema: Schema) -> Bool {
        let external: Set<String> = Set(
            schema.entities.flatMap(\.attributes).filter(\.usesExternalStorage).map(\.name)
        )
        return schema.entities.flatMap(\.attributes).contains { attribute in
            switch attribute.derivation {
            case .keyPath(let names), .function(_, let names): names.last.map(external.contains) ?? false
            default: false
            }
        }
    }

    /// All that a store holds, as text: its schema's statements, its rows in order, the names and sizes of its files.
    static func dump(_ url: URL) throws -> String {
        let database = try DatabaseQueue(path: url.path)
        defer { try? database.close() }
        var lines: [String] = try database.read { db in
            var lines: [String] = try String.fetchAll(
                db,
                sql: "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY rowid"
            )
            let names: [String] = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'apus_rtree%' ORDER BY rowid
                    """
            )
            for name in names {
                // Texts as their bytes, with the type: one may have a NUL in it.
                let columns: [String] = try db.columns(in: name).map { SQLText.name($0.name) }
                let list: String = columns.map {
                    "CASE typeof(\($0)) WHEN 'text' THEN 'text ' || hex(\($0)) ELSE \($0) END"
                }.joined(separator: ", ")
                let table: String = SQLText.name(name)
                for row in try Row.fetchAll(db, sql: "SELECT \(list) FROM \(table) ORDER BY 1, 2") {
                    lines.append(row.map { "\($0.0)=\(text($0.1))" }.joined(separator: " "))
                }
            }
            return lines
        }
        let files: [String] = (try? FileManager.default.contentsOfDirectory(atPath: url.path + "-files")) ?? []
        for name in files.sorted() {
            lines.append("\(name): \(try Data(contentsOf: URL(fileURLWithPath: url.path + "-files/" + name)).count)")
        }
        return lines.joined(separator: "\n")
    }

    private static func text(_ value: DatabaseValue) -> String {
        switch value.storage {
        case .null: "-"
        case .int64(let number): "\(number)"
        case .double(let number): String(number.bitPattern, radix: 16)
        case .string(let text): text.debugDescription
        case .blob(let data): data.base64EncodedString()
        }
    }
}
