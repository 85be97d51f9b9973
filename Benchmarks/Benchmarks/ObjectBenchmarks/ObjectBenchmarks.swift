import Apus
import Foundation
import GRDB
import GRDBSQLite

/// Objects of generated classes beside GRDB's records and SQLite's own calls: the same rows, in turn, in one run.
///
/// `swift run -c release ObjectBenchmarks [--rows 500000] [--runs 7]`
@main
enum ObjectBenchmarks {
    static func main() throws {
        let words: [String] = Array(CommandLine.arguments.dropFirst())
        func number(_ option: String, _ usual: Int) -> Int {
            words.firstIndex(of: option).flatMap { $0 + 1 < words.count ? Int(words[$0 + 1]) : nil } ?? usual
        }
        let (rows, runs): (Int, Int) = (number("--rows", 500_000), number("--runs", 7))
        let folder: URL = FileManager.default.temporaryDirectory.appending(path: "apus-object-benchmarks-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let records: [PositionalOrder] = (0..<rows).map(PositionalOrder.init)
        let codables: [CodableOrder] = records.map(CodableOrder.init)

        var times: [(name: String, seconds: [Double])] = []
        func measure(_ name: String, _ body: () throws -> Int) rethrows {
            let begin: ContinuousClock.Instant = .now
            let count: Int = try body()
            let seconds: Double = begin.duration(to: .now) / .seconds(1)
            precondition(count == rows, "\(name): \(count)")
            if let index = times.firstIndex(where: { $0.name == name }) {
                times[index].seconds.append(seconds)
            } else {
                times.append((name, [seconds]))
            }
        }
        for run in 0..<runs {
            func store(_ name: String) throws -> URL {
                let url: URL = folder.appending(path: "\(name)-\(run).sqlite")
                _ = try ModelContainer(for: OrdersSchema.self, url: url)
                return url
            }
            let bare: URL = try store("bare")
            let connection: OpaquePointer? = BareC.open(bare.path)
            measure("insert: bare C") {
                BareC.insert(records, connection); return rows
            }
            sqlite3_close(connection)

            let grdb = try DatabaseQueue(path: try store("grdb").path)
            try measure("insert: GRDB, record") {
                try grdb.write { database in for record in records { try record.insert(database) } }
                return rows
            }
            let codable = try DatabaseQueue(path: try store("codable").path)
            try measure("insert: GRDB, Codable record") {
                try codable.write { database in for record in codables { try record.insert(database) } }
                return rows
            }
            let container = try ModelContainer(for: OrdersSchema.self, url: try store("apus"))
            try measure("insert: Apus") {
                let context = ModelContext(container)
                for record in records { context.insert(record.order) }
                try context.save()
                return rows
            }

            let url: URL = folder.appending(path: "apus-\(run).sqlite")
            let reading: OpaquePointer? = BareC.open(url.path)
            measure("fetch: bare C") { BareC.fetch(reading).count }
            sqlite3_close(reading)
            let queue = try DatabaseQueue(path: url.path)
            try measure("fetch: GRDB, by position") {
                try queue.read { try PositionalOrder.fetchAll($0, sql: Table.select).count }
            }
            try measure("fetch: GRDB, Codable record") {
                try queue.read { try CodableOrder.fetchAll($0, sql: Table.select).count }
            }
            try measure("fetch: Apus") {
                let context = ModelContext(container)
                return try context.fetch(FetchDescriptor<Order>()).count
            }
            try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .forEach { try FileManager.default.removeItem(at: $0) }
        }
        for (name, seconds) in times {
            let sorted: [Double] = seconds.sorted()
            let median: Double = sorted[sorted.count / 2]
            print(
                String(
                    format: "%-32@ %.3f s (%.3f-%.3f) %.0f ns a row",
                    name as NSString,
                    median,
                    sorted[0],
                    sorted[sorted.count - 1],
                    median / Double(rows) * 1e9
                )
            )
        }
    }
}

extension PositionalOrder {
    /// The same values as an object of the generated class.
    var order: Order {
        Order(
            number: number,
            customer: customer,
            status: status,
            placedAt: Date(timeIntervalSinceReferenceDate: placedAt),
            shippedAt: shippedAt.map { Date(timeIntervalSinceReferenceDate: $0) },
            total: total,
            items: items,
            note: note,
            isPaid: isPaid,
            reference: reference
        )
    }
}
