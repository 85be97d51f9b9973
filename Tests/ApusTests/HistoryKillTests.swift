// Only these platforms have processes to kill.
#if os(macOS) || os(Linux)
import ApusTestSupport
import Foundation
import GRDB
import Testing

@testable import Apus
@testable import ApusStore

/// A process that dies at any moment leaves a history that says exactly what its store has.
@Suite(.serialized) struct HistoryKillTests {
    private let store: TemporaryStore

    init() throws { store = try TemporaryStore() }

    private static func open(_ path: String) throws -> ModelContext {
        ModelContext(try ModelContainer(for: HistoryFeatures.self, url: URL(filePath: path)))
    }

    /// The file with the numbers of the saves that returned.
    private static func journal(_ path: String) -> URL { URL(filePath: path + ".saves") }

    private static func die(after microseconds: UInt32) {
        let timer = Thread {
            usleep(microseconds)
            kill(getpid(), SIGKILL)
        }
        timer.start()
    }

    /// Saves without end: each time a trip with an item, the number in the counter, and the deletion of an older trip.
    private static func save(_ path: String, microseconds: UInt32, isCutting: Bool) throws {
        let context = try open(path)
        let trips = try context.fetch(FetchDescriptor<Trip>())
        let counter = trips.first { $0.name == "counter" } ?? Trip(name: "counter", nights: 0)
        context.insert(counter)
        let file = journal(path)
        if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
        let journal = try FileHandle(forWritingTo: file)
        try journal.seekToEnd()
        die(after: microseconds)
        while true {
            counter.nights += 1
            let number = counter.nights
            let trip = Trip(name: "trip \(number)", nights: number)
            context.insert(trip)
            _ = BucketListItem(title: "item", trip: trip)
            let old = number - 3
            let predicate = #Predicate<Trip> { $0.nights == old && $0.name != "counter" }
            for trip in try context.fetch(FetchDescriptor(predicate: predicate)) { context.delete(trip) }
            context.name = "\(number)"
            try context.save()
            try journal.write(contentsOf: Data("\(number)\n".utf8))
            if isCutting, number % 2 == 0 { try context.deleteHistory(before: context.historyToken()) }
        }
    }

    @Test(arguments: [false, true]) func killedBetweenSaves(isCutting: Bool) async throws {
        var random = SplitMix64(seed: isCutting ? 11 : 7)
        let path = store.url.path
        var token: DefaultHistoryToken?
        var (known, left) = (0, 0)
        for life in 1...(5 * TestScale.factor) {
            let microseconds = UInt32(random.below(120_000))
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, microseconds = microseconds as UInt32, isCutting = isCutting as Bool] in
                try HistoryKillTests.save(path, microseconds: microseconds, isCutting: isCutting)
            }
            let label = "life \(life), after \(microseconds) µs"
            let context = try Self.open(path)
            let trips = try context.fetch(FetchDescriptor<Trip>())
            let counter = Int(trips.first { $0.name == "counter" }?.nights ?? 0)
            let saved =
                try String(contentsOf: Self.journal(path), encoding: .utf8).split(separator: "\n")
                .compactMap { Int($0) }.max() ?? 0
            // Nothing that was saved is lost; the last save may not have returned.
            #expect(counter == saved || counter == saved + 1, "\(label)")

            let transactions = try context.fetchHistory(after: nil)
            let numbers = transactions.compactMap { $0.contextName.flatMap { Int($0) } }
            #expect(numbers.count == transactions.count, "\(label)")
            let first = isCutting ? counter + 1 - numbers.count : 1
            #expect(numbers == (first..<counter + 1).map { $0 }, "\(label)")
            // A life that ended between its first even save and the cut after it has cut nothing.
            let new = counter - known
            if isCutting { #expect(numbers.count <= (new >= 4 ? 3 : left + new), "\(label)") }
            left = numbers.count
            for transaction in transactions { check(transaction, label) }
            if !isCutting { #expect(try replayed(transactions) == present(context), "\(label)") }
            if let token {
                // Who follows the history misses nothing, or gets an error.
                do {
                    let later = try context.fetchHistory(after: token).compactMap { $0.contextName.flatMap { Int($0) } }
                    #expect(later == (known + 1..<counter + 1).map { $0 }, "\(label)")
                } catch ModelError.historyTokenExpired { #expect(isCutting, "\(label)") }
            }
            (token, known) = (try context.historyToken(), counter)
            try checkFile(label)
        }
        #expect(known > 5)
    }

    /// All of a save, or nothing of it.
    private func check(_ transaction: DefaultHistoryTransaction, _ label: String) {
        let number = transaction.contextName.flatMap { Int($0) } ?? 0
        var kinds: [String: Int] = [:]
        for change in transaction.changes {
            let kind: String =
                switch change {
                case .insert: "+"
                case .update: ""
                case .delete: "-"
                }
            kinds[kind + change.changedPersistentIdentifier.entityName, default: 0] += 1
        }
        let expected: [String: Int] =
            if number == 1 { ["+Trip": 2, "+BucketListItem": 1] } else if number <= 3 {
                ["+Trip": 1, "+BucketListItem": 1, "Trip": 1]
            } else { ["+Trip": 1, "+BucketListItem": 1, "Trip": 1, "-Trip": 1, "-BucketListItem": 1] }
        #expect(kinds == expected, "\(label): transaction \(number)")
        for case .delete(let deletion) in transaction.changes {
            guard deletion.changedPersistentIdentifier.entityName == "Trip" else { continue }
            #expect(deletion.tombstone[\Trip.name] == "trip \(number - 3)", "\(label): transaction \(number)")
        }
    }

    private func replayed(_ transactions: [DefaultHistoryTransaction]) -> Set<PersistentIdentifier> {
        var present: Set<PersistentIdentifier> = []
        for change in transactions.flatMap(\.changes) {
            switch change {
            case .insert(let change): present.insert(change.changedPersistentIdentifier)
            case .update: break
            case .delete(let change): present.remove(change.changedPersistentIdentifier)
            }
        }
        return present
    }

    private func present(_ context: ModelContext) throws -> Set<PersistentIdentifier> {
        try Set(context.fetch(FetchDescriptor<Trip>()).map(\.persistentModelID))
            .union(context.fetch(FetchDescriptor<BucketListItem>()).map(\.persistentModelID))
    }

    /// No change and no preserved value is of a transaction that does not exist, and no context seems to be saving.
    private func checkFile(_ label: String) throws {
        for table in ["apus_history_change", "apus_history_tombstone"] {
            let orphans = "WHERE transaction_id NOT IN (SELECT id FROM apus_history_transaction)"
            #expect(try store.lines("SELECT count(*) FROM \(table) \(orphans)") == ["0"], "\(label): \(table)")
        }
        #expect(try store.lines("SELECT count(*) FROM apus_history WHERE open IS NOT NULL") == ["0"], "\(label)")
        #expect(try Verifier.verify(store.url).isSound, "\(label)")
    }

    // MARK: - Cutting

    @Test func killedWhileDeletingAHistory() async throws {
        let count = 4000
        do {
            let context = try Self.open(store.url.path)
            try context.save()
        }
        try await DatabaseQueue(path: store.url.path).writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = OFF")
            // Each in a transaction of its own, as other programs write.
            for number in 1...count {
                try db.execute(sql: "INSERT INTO Tag (name) VALUES ('t \(number)')")
            }
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let folder = store.url.deletingLastPathComponent()
        let origin = folder.appending(path: "origin.sqlite")
        try FileManager.default.copyItem(at: store.url, to: origin)
        let context = try Self.open(origin.path)
        let all = try context.fetchHistory(after: nil)
        #expect(all.count == count)
        let (early, middle) = (all[count / 4].token, all[count / 2].token)
        let start = ContinuousClock.now
        #expect(try context.deleteHistory(before: middle) == count / 2 + 1)
        let duration = (ContinuousClock.now - start) / .microseconds(1)

        var random = SplitMix64(seed: 3)
        var states: Set<Int> = []
        for life in 1...(6 * TestScale.factor) {
            let copy = folder.appending(path: "\(life).sqlite")
            try FileManager.default.copyItem(at: store.url, to: copy)
            // The first life ends before the deletion, and the second one right after it.
            let microseconds: UInt32 = life == 1 ? 0 : life == 2 ? .max : UInt32(random.below(Int(duration * 1.5) + 1))
            let token = String(decoding: try JSONEncoder().encode(middle), as: UTF8.self)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = copy.path as String, microseconds = microseconds as UInt32, token = token as String] in
                let context = try HistoryKillTests.open(path)
                let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: Data(token.utf8))
                if microseconds == 0 { kill(getpid(), SIGKILL) }
                if microseconds < .max { HistoryKillTests.die(after: microseconds) }
                try context.deleteHistory(before: token)
                if microseconds == .max { kill(getpid(), SIGKILL) }
                sleep(60)
            }
            let context = try Self.open(copy.path)
            let left = try context.fetchHistory(after: nil).count
            let label = "life \(life), after \(microseconds) of \(duration) µs: \(left) left"
            #expect(left == count || left == count - count / 2 - 1, "\(label)")
            states.insert(left)
            if left == count {
                #expect(try context.fetchHistory(after: early).count == count - count / 4 - 1, "\(label)")
            } else {
                #expect(throws: ModelError.self, "\(label)") { try context.fetchHistory(after: early) }
            }
            #expect(try context.fetchHistory(after: middle).count == count - count / 2 - 1, "\(label)")
            #expect(try context.fetchCount(FetchDescriptor<Tag>()) == count, "\(label)")
            // The next process goes on.
            #expect(try context.deleteHistory(before: middle) == (left == count ? count / 2 + 1 : 0), "\(label)")
            #expect(try Verifier.verify(copy).isSound, "\(label)")
        }
        #expect(states == [count, count - count / 2 - 1])
    }
}
#endif
