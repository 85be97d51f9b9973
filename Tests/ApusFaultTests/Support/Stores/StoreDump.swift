import Foundation
import GRDB

/// The complete content of a store, bit for bit, a line per row, without the duration of its migration.
enum StoreDump {
    static func lines(of url: URL) throws -> [String] {
        let queue = try DatabaseQueue(path: url.path)
        defer { try? queue.close() }
        return try queue.read { db in
            var lines: [String] = try Row.fetchAll(
                db,
                sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema"
            ).map { "schema|\(line($0))" }
            for pragma in ["application_id", "user_version"] {
                lines.append("\(pragma)|\(try Int.fetchOne(db, sql: "PRAGMA \(pragma)") ?? 0)")
            }
            for table in try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'") {
                lines += try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\"").map { "\(table)|\(line($0))" }
            }
            return lines.sorted()
        }
    }

    private static func line(_ row: Row) -> String {
        row.filter { $0.0 != "seconds" }.map { text($0.1) }.joined(separator: "|")
    }

    private static func text(_ value: DatabaseValue) -> String {
        switch value.storage {
        case .null: "null"
        case .int64(let number): "\(number)"
        case .double(let number): "real \(number.bitPattern)"
        case .string(let text): "'\(text)'"
        case .blob(let data): "x'\(data.map { String($0, radix: 16) }.joined(separator: " "))'"
        }
    }

    /// A short description of the difference between two dumps; `nil` if they are equal.
    static func difference(_ found: [String], _ expected: [String]) -> String? {
        if found == expected { return nil }
        func some(_ lines: Set<String>) -> String {
            lines.sorted().prefix(2).map { String($0.prefix(120)) }.description
        }
        return "has \(some(Set(found).subtracting(expected))), lacks \(some(Set(expected).subtracting(found)))"
    }
}
