import Apus
import Foundation
import GRDB
import GRDBSQLite

/// How much memory fetched rows take, where the system tells it by a file.
enum Memory {
    static func print(folder: URL, orders: [PositionalOrder]) throws {
        guard bytesInUse() != nil else { return }
        let url: URL = folder.appending(path: "memory.sqlite")
        let container = try ModelContainer(for: OrdersSchema.self, url: url)
        let connection: OpaquePointer? = BareC.open(url.path)
        BareC.insert(orders, connection)
        sqlite3_close(connection)
        let queue = try DatabaseQueue(path: url.path)
        let context = ModelContext(container)
        var kept: [Any] = []
        func measure(_ name: String, _ fetch: () throws -> Any) rethrows {
            let before: Int = bytesInUse() ?? 0
            kept.append(try fetch())
            Swift.print("memory: \(name):", ((bytesInUse() ?? 0) - before) / orders.count, "bytes each")
        }
        try measure("an array of plain structures") {
            try queue.read { try PositionalOrder.fetchAll($0, sql: Table.select) }
        }
        try measure("Apus' objects") { try context.fetch(FetchDescriptor<Order>()) }
        withExtendedLifetime(kept) {}
    }

    private static func bytesInUse() -> Int? {
        guard let line = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map {
            $0 * Int(sysconf(Int32(_SC_PAGESIZE)))
        }
    }
}
