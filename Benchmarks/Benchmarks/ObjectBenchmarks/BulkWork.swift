@_spi(Generated) import Apus
import Foundation
import GRDBSQLite

/// Batches, files of rows and seed data beside statements on the same tables: SQLite's own calls, and `.import` of its shell.
struct BulkWork {
    let folder: URL
    let count: Int

    func run(_ times: inout Times) throws {
        let (bare, apus) = (folder.appending(path: "bulk-bare.sqlite"), folder.appending(path: "bulk.sqlite"))
        _ = try ModelContainer(for: OrdersSchema.self, url: bare)
        let container = try ModelContainer(for: OrdersSchema.self, url: apus)
        try insert(&times, bare, container)
        let (entries, half) = (PlainEntry.columns, Int64(count / 2))
        try statement(&times, "update", #"UPDATE "PlainEntry" SET "amount" = "amount" + 1"#, bare, count)
        try times.measure("batch update: Apus", count: count) {
            try container.batchUpdate(
                model: PlainEntry.self,
                where: entries.number >= 0,
                set: entries.amount.to(entries.amount + 1.0)
            ).updated.count
        }
        try statement(&times, "delete half", #"DELETE FROM "PlainEntry" WHERE "number" >= \#(half)"#, bare, count / 2)
        try times.measure("batch delete half: Apus", count: count / 2) {
            try container.batchDelete(model: PlainEntry.self, where: entries.number >= half).deleted.count
        }
    }

    private func insert(_ times: inout Times, _ bare: URL, _ container: ModelContainer) throws {
        let date = Date(timeIntervalSinceReferenceDate: 800_000_000)
        let account = PlainAccount(name: "a")
        let context = ModelContext(container)
        context.insert(account)
        try context.save()
        try statement(&times, nil, #"INSERT INTO "PlainAccount" ("name") VALUES ('a')"#, bare, 1)
        let connection: OpaquePointer? = BareC.open(bare.path)
        sqlite3_exec(connection, "PRAGMA foreign_keys = ON", nil, nil, nil)
        times.measure("batch insert: bare C", count: count) {
            let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            var statement: OpaquePointer?
            sqlite3_exec(connection, "BEGIN IMMEDIATE", nil, nil, nil)
            let sql = #"""
                INSERT INTO "PlainEntry" ("number", "memo", "amount", "postedAt", "isCleared", "account")
                VALUES (?, ?, ?, ?, ?, 1)
                """#
            sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
            var written = 0
            for index in 0..<count {
                sqlite3_bind_int64(statement, 1, Int64(index))
                sqlite3_bind_text(statement, 2, "Entry \(index)", -1, transient)
                sqlite3_bind_double(statement, 3, 1)
                sqlite3_bind_double(statement, 4, date.timeIntervalSinceReferenceDate)
                sqlite3_bind_int64(statement, 5, 0)
                if sqlite3_step(statement) == SQLITE_DONE { written += 1 }
                sqlite3_reset(statement)
            }
            sqlite3_finalize(statement)
            sqlite3_exec(connection, "COMMIT", nil, nil, nil)
            return written
        }
        sqlite3_close(connection)
        let columns = PlainEntry.columns
        let owner = account.persistentModelID
        try times.measure("batch insert: Apus", count: count) {
            try container.batchInsert(into: PlainEntry.self, from: 0..<count) { index in
                [
                    columns.number.to(Int64(index)), columns.memo.to("Entry \(index)"), columns.amount.to(1),
                    columns.postedAt.to(date), columns.isCleared.to(false), columns.account.to(owner),
                ]
            }.inserted.count
        }
    }

    private func statement(_ times: inout Times, _ name: String?, _ sql: String, _ url: URL, _ count: Int) throws {
        let connection: OpaquePointer? = BareC.open(url.path)
        defer { sqlite3_close(connection) }
        sqlite3_exec(connection, "PRAGMA foreign_keys = ON", nil, nil, nil)
        func run() -> Int {
            let code: Int32 = sqlite3_exec(connection, sql, nil, nil, nil)
            precondition(code == SQLITE_OK, String(cString: sqlite3_errmsg(connection)))
            return Int(sqlite3_changes(connection))
        }
        guard let name else { return precondition(run() == count) }
        times.measure("batch \(name): bare SQL", count: count, run)
    }

    // MARK: - Files of rows, and seed data

    func load(_ times: inout Times) async throws {
        let file = folder.appending(path: "clients.csv")
        let rows: String = (0..<count).map { "\($0),Client \($0)" }.joined(separator: "\n")
        try ("number,name\n" + rows + "\n").write(to: file, atomically: true, encoding: .utf8)
        let shell = folder.appending(path: "import.sqlite")
        _ = try ModelContainer(for: OrdersSchema.self, url: shell)
        try times.measure("load CSV: .import of SQLite's shell", count: count) {
            // The shell fills all columns of a table, so it goes through a table of its own.
            try Self.shell(
                shell.path,
                """
                PRAGMA foreign_keys = ON;
                .import --csv '\(file.path)' incoming
                INSERT INTO Client (number, name) SELECT CAST(number AS INTEGER), name FROM incoming;
                DROP TABLE incoming;
                SELECT count(*) FROM Client;
                """
            )
        }
        let container = try ModelContainer(for: OrdersSchema.self, url: folder.appending(path: "load.sqlite"))
        let begin: ContinuousClock.Instant = .now
        let report = try await container.load(file, of: Client.self)
        let seconds: Double = begin.duration(to: .now) / .seconds(1)
        times.note("load CSV: Apus", count: count, seconds: seconds)
        precondition(report.inserted == count)
        let copy = folder.appending(path: "copy.csv")
        let start: ContinuousClock.Instant = .now
        let written = try await container.dump(Client.self, to: copy)
        times.note("dump CSV: Apus", count: count, seconds: start.duration(to: .now) / .seconds(1))
        precondition(written == count)

        SeededOrders.rowCount = count
        try times.measure("seed data: a new store", count: count) {
            let url = folder.appending(path: "seeded.sqlite")
            let seeded = try ModelContainer(for: SeededOrders.self, url: url)
            return try ModelContext(seeded).fetchCount(FetchDescriptor<Client>())
        }
        try times.measure("seed data: opening the store again", count: count) {
            let url = folder.appending(path: "seeded.sqlite")
            let seeded = try ModelContainer(for: SeededOrders.self, url: url)
            return try ModelContext(seeded).fetchCount(FetchDescriptor<Client>())
        }
    }

    /// Runs commands in SQLite's shell, which prints a number at the end.
    private static func shell(_ path: String, _ commands: String) throws -> Int {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", "-bail", path]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(commands.utf8))
        try input.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").last.flatMap { Int($0) } ?? -1
    }
}

/// The model of orders with clients as its seed data.
private enum SeededOrders: SchemaMigrationPlan {
    nonisolated(unsafe) static var rowCount = 0

    static var modelName: String { OrdersSchema.modelName }
    static var entities: [EntityDescription] { OrdersSchema.entities }
    static var versions: [FrozenSchema] { OrdersSchema.versions }
    static var head: FrozenSchema? { OrdersSchema.head }
    static var mappings: [StageMapping] { OrdersSchema.mappings }
    static var seedData: SeedData? {
        let rows = (0..<rowCount).map {
            #"{"entity":"Client","key":"c\#($0)","values":{"name":"Client \#($0)","number":"\#($0)"}}"#
        }
        return SeedData(digest: "\(rowCount)", json: "[\n" + rows.joined(separator: ",\n") + "\n]")
    }
}
