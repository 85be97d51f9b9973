import ApusTestSupport
import Foundation
import GRDB
import GRDBSQLite
import Testing

@testable import Apus

/// Lists of more values than SQLite has parameters, which are passed as few of them.
struct LongListTests {
    private let store: TemporaryStore
    private let context: ModelContext
    private let count = 2000

    init() throws {
        store = try TemporaryStore()
        context = try store.open()
        try limit(context)
    }

    /// Has SQLite take fewer parameters: how many it takes depends on how it was compiled.
    private func limit(_ context: ModelContext) throws {
        try context.coordinator.stores[0].connections.read { access in
            _ = sqlite3_limit(access.database.sqliteConnection, SQLITE_LIMIT_VARIABLE_NUMBER, 1000)
        }
    }

    /// What a store finds, and what is found in memory.
    private func found<Model: PersistentModel>(_ condition: ModelPredicate<Model>) throws -> [Int] {
        let other = try store.open()
        try limit(other)
        let inStore = try other.fetch(FetchDescriptor(where: condition)).count
        let unsaved = try context.fetch(FetchDescriptor(where: condition)).count
        return [inStore, unsaved]
    }

    @Test func textsWithAndWithoutNUL() throws {
        for name in ["a\0", "a\0b", "a", "b", "é\0\"\\", "1", "\u{7F}\n\u{1}"] { context.insert(Trip(name: name)) }
        try context.save()
        for trip in try context.all(Trip.self) { trip.nights = 9 }
        let column = Trip.columns.name
        let many = (0..<count).map { "x\($0)" }
        #expect(try found(column.isIn(many + ["a\0b"])) == [1, 1])
        #expect(try found(column.isIn(many.map { $0 + "\0" } + ["a", "a\0", "é\0\"\\"])) == [3, 3])
        #expect(try found(column.isIn(many + ["\u{7F}\n\u{1}", "1"])) == [2, 2])
        #expect(try found(!column.isIn(many + ["a\0b", "b"])) == [5, 5])
    }

    @Test func numbersAndDates() throws {
        let dates = [0.1, -0.0, 1e-300, 12_345_678.9, .greatestFiniteMagnitude]
        for date in dates {
            let object = ValueTests.everything()
            object.dateValue = Date(timeIntervalSinceReferenceDate: date)
            object.doubleOrNil = date == 0.1 ? -.infinity : date
            context.insert(object)
        }
        try context.save()
        for object in try context.all(Everything.self) { object.boolValue = true }
        let columns = Everything.columns
        let others = (0..<count).map { Date(timeIntervalSinceReferenceDate: Double($0) + 0.25) }
        for (index, date) in dates.enumerated() {
            let given = others + [Date(timeIntervalSinceReferenceDate: date)]
            #expect(try found(columns.dateValue.isIn(given)) == [1, 1], "\(index)")
        }
        #expect(try found(columns.doubleOrNil.isIn((0..<count).map { Double($0) } + [-.infinity, 1e-300])) == [3, 3])
        #expect(try found(columns.int64Value.isIn((0..<count).map { Int64($0) } + [.min])) == [5, 5])
    }
}
