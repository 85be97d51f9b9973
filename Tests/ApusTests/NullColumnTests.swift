import Apus
import Foundation
import GRDB
import Testing

/// NULL in the column of a required property, as a tool or damage may leave it: one error for all types.
struct NullColumnTests {
    private let store: TemporaryStore

    init() throws { store = try TemporaryStore() }

    /// Makes the columns of a table nullable, as a tool or damage may leave them.
    private func setNull(_ columns: [String], of table: String) throws {
        let queue = try DatabaseQueue(path: store.url.path)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "DROP TRIGGER IF EXISTS apus_rules_update_\(table); PRAGMA writable_schema = ON")
            try db.execute(
                sql: "UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE name = ?",
                arguments: [table]
            )
            try db.execute(sql: "PRAGMA writable_schema = RESET")
            for column in columns { try db.execute(sql: "UPDATE \(table) SET \"\(column)\" = NULL") }
        }
        try queue.close()
    }

    private static let required: [String] = [
        "int16Value", "int32Value", "int64Value", "decimalValue", "doubleValue", "floatValue", "stringValue",
        "boolValue", "dateValue", "dataValue", "uuidValue", "urlValue",
    ]

    @Test(arguments: required) func nullInARequiredColumnIsAnError(column: String) throws {
        let context = try store.open()
        context.insert(everything())
        try context.save()
        try setNull([column], of: "Everything")
        let fresh = try store.open()
        let error = #expect(throws: ModelError.self) { try fresh.all(Everything.self) }
        #expect(error?.description.hasPrefix("the stored value of '\(column)' of Everything 1 is not a valid ") == true)
        // A value that is not required may be missing.
        let id = PersistentIdentifier(entityName: "Everything", row: 1)
        let object = try #require(fresh.model(for: id) as? Everything)
        _ = object.stringValue
        object.stringValue = "saved over"
        #expect(throws: ModelError.self) { try fresh.save() }
    }

    private func everything() -> Everything {
        Everything(
            int16Value: 1,
            int32Value: 2,
            int64Value: 3,
            decimalValue: 4,
            doubleValue: 5,
            floatValue: 6,
            stringValue: "7",
            boolValue: true,
            dateValue: Date(timeIntervalSinceReferenceDate: 8),
            dataValue: Data([9]),
            uuidValue: UUID(),
            urlValue: URL(filePath: "/tmp")
        )
    }

    @Test(arguments: ["scan", "colours"]) func nullInARequiredColumnOfLargeValuesIsAnError(column: String) throws {
        let context = try store.open()
        context.insert(Document(title: "a", scan: Data(), colours: []))
        try context.save()
        try setNull([column], of: "Document")
        let error = #expect(throws: ModelError.self) { try store.open().all(Document.self) }
        #expect(error?.description.hasPrefix("the stored value of '\(column)' of Document 1 is not a valid ") == true)
    }

    @Test func emptyValuesAreNotNull() throws {
        let context = try store.open()
        let object = everything()
        (object.int64Value, object.doubleValue, object.stringValue, object.dataValue) = (0, 0, "", Data())
        (object.boolValue, object.dateValue) = (false, Date(timeIntervalSinceReferenceDate: 0))
        context.insert(object)
        try context.save()
        let found = try #require(try store.open().all(Everything.self).first)
        #expect(found.int64Value == 0 && found.doubleValue == 0 && found.stringValue.isEmpty && !found.boolValue)
    }
}
