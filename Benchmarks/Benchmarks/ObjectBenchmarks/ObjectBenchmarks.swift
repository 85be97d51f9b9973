import Apus
import Foundation
import GRDB

/// Objects of generated classes beside GRDB's records and SQLite's own calls: the same rows, in turn, in one run.
///
/// `swift run -c release ObjectBenchmarks [--rows 500000] [--runs 7] [--lists 20000] [--only rows]`; what can be chosen is the
/// list `work` below.
@main
enum ObjectBenchmarks {
    static func main() async throws {
        let words: [String] = Array(CommandLine.arguments.dropFirst())
        if words.first == "live-writer" { return try LiveWork.write(words[1]) }
        func number(_ option: String, _ usual: Int) -> Int {
            words.firstIndex(of: option).flatMap { $0 + 1 < words.count ? Int(words[$0 + 1]) : nil } ?? usual
        }
        let rows: Int = number("--rows", 500_000)
        let folder: URL = FileManager.default.temporaryDirectory.appending(path: "apus-object-benchmarks-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let orders = OrderWork(folder: folder, rows: rows)
        let bulk = BulkWork(folder: folder, count: number("--bulk", 100_000))
        let work: [(name: String, run: (inout Times) async throws -> Void)] = [
            ("rows", orders.run), ("fetch", orders.fetchAlone), ("undo", orders.undo), ("upsert", orders.upsert),
            ("walk", { try Walk.run(&$0, folder: folder) }),
            ("lists", { try ListWork.run(&$0, folder: folder, count: number("--lists", 20_000)) }),
            ("history", { try LedgerWork.run(&$0, folder: folder, count: number("--bulk", 100_000)) }),
            ("bulk", bulk.run), ("load", bulk.load),
            ("live", LiveWork(folder: folder, count: number("--live", 10_000)).run),
        ]
        let chosen: String? = words.firstIndex(of: "--only").flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
        // First, while little has been freed that would be used again.
        if chosen == nil || chosen == "memory" { try Memory.print(folder: folder, orders: orders.records) }
        var times = Times()
        for _ in 0..<number("--runs", 7) {
            for (name, run) in work where chosen == nil || name == chosen { try await run(&times) }
            try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .forEach { try FileManager.default.removeItem(at: $0) }
        }
        times.print()
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
