import Apus
import Foundation
import GRDB
import GRDBSQLite

/// What apps do with a table of ten columns, with Apus, with GRDB's records, and with SQLite's own calls.
struct OrderWork {
    let folder: URL
    let records: [PositionalOrder]
    let codables: [CodableOrder]

    private var rows: Int { records.count }

    init(folder: URL, rows: Int) {
        self.folder = folder
        records = (0..<rows).map(PositionalOrder.init)
        codables = records.map(CodableOrder.init)
    }

    private func store(_ name: String) throws -> URL {
        let url: URL = folder.appending(path: "\(name).sqlite")
        _ = try ModelContainer(for: OrdersSchema.self, url: url)
        return url
    }

    func run(_ times: inout Times) throws {
        try insert(&times)
        let url: URL = folder.appending(path: "apus.sqlite")
        let container = try ModelContainer(for: OrdersSchema.self, url: url)
        let queue = try DatabasePool(path: try store("grdb").path)
        try fetch(&times, container, queue)
        try find(&times, container, queue)
        try fetchWhileSaving(&times, container, queue)
        try change(&times, container, queue)
        try delete(&times, container, queue)
    }

    /// Reads rows in a process that has freed nothing before: what an earlier work leaves in the heap is felt for long.
    func fetchAlone(_ times: inout Times) throws {
        let url = try store("apus")
        let connection: OpaquePointer? = BareC.open(url.path)
        BareC.insert(records, connection)
        sqlite3_close(connection)
        let container = try ModelContainer(for: OrdersSchema.self, url: url)
        try fetch(&times, container, DatabasePool(path: url.path))
    }

    // MARK: - Rows in and out

    private func insert(_ times: inout Times) throws {
        let connection: OpaquePointer? = BareC.open(try store("bare").path)
        times.measure("insert: bare C", count: rows) {
            BareC.insert(records, connection)
            return rows
        }
        sqlite3_close(connection)
        let positional = try DatabaseQueue(path: try store("grdb").path)
        try times.measure("insert: GRDB, record", count: rows) {
            try positional.write { database in for record in records { try record.insert(database) } }
            return rows
        }
        let codable = try DatabaseQueue(path: try store("codable").path)
        try times.measure("insert: GRDB, Codable record", count: rows) {
            try codable.write { database in for record in codables { try record.insert(database) } }
            return rows
        }
        let container = try ModelContainer(for: OrdersSchema.self, url: try store("apus"))
        try times.measure("insert: Apus", count: rows) {
            let context = ModelContext(container)
            for record in records { context.insert(record.order) }
            try context.save()
            return rows
        }
    }

    private func fetch(_ times: inout Times, _ container: ModelContainer, _ queue: DatabasePool) throws {
        let reading: OpaquePointer? = BareC.open(folder.appending(path: "apus.sqlite").path)
        times.measure("fetch: bare C", count: rows) { BareC.fetch(reading).count }
        sqlite3_close(reading)
        try times.measure("fetch: GRDB, by position", count: rows) {
            try queue.read { try PositionalOrder.fetchAll($0, sql: Table.select).count }
        }
        try times.measure("fetch: GRDB, Codable record", count: rows) {
            try queue.read { try CodableOrder.fetchAll($0, sql: Table.select).count }
        }
        try times.measure("fetch: Apus", count: rows) {
            try ModelContext(container).fetch(FetchDescriptor<Order>()).count
        }
        // Values are made of a row when the first of them is read.
        try times.measure("fetch, read all: GRDB, by position", count: rows) {
            try queue.read { try PositionalOrder.fetchAll($0, sql: Table.select).count { $0.items >= 0 } }
        }
        try times.measure("fetch, read all: Apus", count: rows) {
            try ModelContext(container).fetch(FetchDescriptor<Order>()).count { $0.items >= 0 }
        }
    }

    // MARK: - A few of many

    private func find(_ times: inout Times, _ container: ModelContainer, _ queue: DatabasePool) throws {
        let ids: [Int64] = (0..<10_000).map { Int64($0 &* 7919 % rows) + 1 }
        try times.measure("one by id: GRDB, record", count: ids.count) {
            try queue.read { database in
                try ids.count {
                    try PositionalOrder.fetchOne(database, sql: Table.any + " WHERE _id = ?", arguments: [$0]) != nil
                }
            }
        }
        let identifiers: [PersistentIdentifier] = try {
            let all = try ModelContext(container).fetchIdentifiers(FetchDescriptor<Order>())
            return ids.map { all[Int($0) - 1] }
        }()
        try times.measure("one by id: Apus", count: ids.count) {
            let context = ModelContext(container)
            return try identifiers.count { try context.fetch(Order.self, id: $0) != nil }
        }
        // No index helps either of them.
        let bounds: [Int64] = (0..<20).map { records[rows / 20 * $0].number }
        let width: Int64 = 7919 * 100
        try times.measure("100 by predicate, without an index: GRDB, record", count: 100 * bounds.count) {
            try queue.read { database in
                try bounds.reduce(0) { sum, bound in
                    let sql: String = Table.any + " WHERE number >= ? AND number < ?"
                    return try sum
                        + PositionalOrder.fetchAll(database, sql: sql, arguments: [bound, bound + width]).count
                }
            }
        }
        try times.measure("100 by predicate, without an index: Apus", count: 100 * bounds.count) {
            let context = ModelContext(container)
            return try bounds.reduce(0) { sum, bound in
                let end: Int64 = bound + width
                let predicate = #Predicate<Order> { $0.number >= bound && $0.number < end }
                return try sum + context.fetch(FetchDescriptor(predicate: predicate)).count
            }
        }
    }

    /// Reads all rows while another thread changes a thousand of them again and again.
    private func fetchWhileSaving(_ times: inout Times, _ container: ModelContainer, _ queue: DatabasePool) throws {
        func beside(_ write: @escaping @Sendable () throws -> Void, _ read: () throws -> Int) rethrows -> Int {
            let writer = Repetition(write)
            writer.start()
            defer { writer.stop() }
            return try read()
        }
        try times.measure("fetch while another thread saves: GRDB, record", count: rows) {
            try beside {
                try queue.write { try $0.execute(sql: #"UPDATE "Order" SET items = items + 1 WHERE _id <= 1000"#) }
            } _: {
                try queue.read { try PositionalOrder.fetchAll($0, sql: Table.select).count }
            }
        }
        try times.measure("fetch while another thread saves: Apus", count: rows) {
            try beside {
                let context = ModelContext(container)
                var descriptor = FetchDescriptor<Order>()
                descriptor.fetchLimit = 1000
                for order in try context.fetch(descriptor) { order.items &+= 1 }
                try context.save()
            } _: {
                try ModelContext(container).fetch(FetchDescriptor<Order>()).count
            }
        }
    }

    // MARK: - All of them changed, undone, deleted

    private func change(_ times: inout Times, _ container: ModelContainer, _ queue: DatabasePool) throws {
        try times.measure("change one property of all, save: GRDB, record", count: rows) {
            try queue.write { database in
                var all: [PositionalOrder] = try PositionalOrder.fetchAll(database, sql: Table.select)
                for index in all.indices {
                    try all[index].updateChanges(database) { $0.total += 1 }
                }
                return all.count
            }
        }
        try times.measure("change one property of all, save: Apus", count: rows) {
            let context = ModelContext(container)
            let all: [Order] = try context.fetch(FetchDescriptor<Order>())
            for order in all { order.total += 1 }
            try context.save()
            return all.count
        }
    }

    private func delete(_ times: inout Times, _ container: ModelContainer, _ queue: DatabasePool) throws {
        try times.measure("delete all, one by one: GRDB, record", count: rows) {
            try queue.write { database in
                let all: [PositionalOrder] = try PositionalOrder.fetchAll(database, sql: Table.select)
                for record in all { try record.delete(database) }
                return all.count
            }
        }
        try times.measure("delete all, one by one: Apus", count: rows) {
            let context = ModelContext(container)
            let all: [Order] = try context.fetch(FetchDescriptor<Order>())
            for order in all { context.delete(order) }
            try context.save()
            return all.count
        }
    }

    func undo(_ times: inout Times) throws {
        let context = ModelContext(try ModelContainer(for: OrdersSchema.self, url: try store("undo")))
        context.undoManager = UndoManager()
        try times.measure("insert with undo: Apus", count: rows) {
            for record in records { context.insert(record.order) }
            try context.save()
            return rows
        }
        try times.measure("undo the insertion, save: Apus", count: rows) {
            context.undo()
            try context.save()
            return try rows - context.fetchCount(FetchDescriptor<Order>())
        }
        let saving = ModelContext(try ModelContainer(for: OrdersSchema.self, url: try store("autosave")))
        saving.autosavePolicy = .whenSettled(after: .milliseconds(100))
        try times.measure("insert with autosave, and save: Apus", count: rows) {
            for record in records { saving.insert(record.order) }
            try saving.save()
            return rows
        }
    }

    func upsert(_ times: inout Times) throws {
        let count = 100_000
        let queue = try DatabaseQueue(path: try store("upsert-grdb").path)
        let clients: [ClientRecord] = (0..<count).map { ClientRecord(number: Int64($0), name: "\($0)") }
        try queue.write { database in for client in clients { try client.insert(database) } }
        try times.measure("upsert: GRDB, record", count: count) {
            try queue.write { database in for client in clients { try client.upsert(database) } }
            return count
        }
        let container = try ModelContainer(for: OrdersSchema.self, url: try store("upsert-apus"))
        func insert(_ name: String) throws {
            let context = ModelContext(container)
            for number in 0..<count { context.insert(Client(number: Int64(number), name: "\(name)\(number)")) }
            try context.save()
        }
        try insert("a")
        try times.measure("upsert: Apus", count: count) {
            try insert("b")
            return try ModelContext(container).fetchCount(FetchDescriptor<Client>())
        }
    }
}

/// A closure that another thread runs again and again until it is stopped.
private final class Repetition: @unchecked Sendable {
    private let (work, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    private let body: @Sendable () throws -> Void

    init(_ body: @escaping @Sendable () throws -> Void) { self.body = body }

    func start() {
        let thread = Thread { [self] in
            while work.wait(timeout: .now()) == .timedOut {
                do { try body() } catch { preconditionFailure("\(error)") }
            }
            done.signal()
        }
        thread.start()
    }

    func stop() {
        work.signal()
        done.wait()
    }
}
