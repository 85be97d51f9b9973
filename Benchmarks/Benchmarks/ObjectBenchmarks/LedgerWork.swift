import Apus
import Foundation

/// Saves of a model with a history beside those of the same entities in a model without one.
enum LedgerWork {
    static func run(_ times: inout Times, folder: URL, count: Int) throws {
        let plain = try ModelContainer(for: OrdersSchema.self, url: folder.appending(path: "plain.sqlite"))
        let recorded = try ModelContainer(for: LedgerSchema.self, url: folder.appending(path: "recorded.sqlite"))
        let date = Date(timeIntervalSinceReferenceDate: 800_000_000)
        try insert(&times, "without", plain, PlainAccount(name: "a"), count) { index, account in
            PlainEntry(
                number: index,
                memo: "Entry \(index)",
                amount: 1,
                postedAt: date,
                isCleared: false,
                account: account
            )
        }
        try insert(&times, "with", recorded, LedgerAccount(name: "a"), count) { index, account in
            LedgerEntry(
                number: index,
                memo: "Entry \(index)",
                amount: 1,
                postedAt: date,
                isCleared: false,
                account: account
            )
        }
        try change(&times, "without", plain, count) { (entry: PlainEntry) in
            entry.amount += 1
            entry.isCleared = true
        }
        try change(&times, "with", recorded, count) { (entry: LedgerEntry) in
            entry.amount += 1
            entry.isCleared = true
        }
        try delete(&times, "without", plain, PlainEntry.self, count)
        try delete(&times, "with", recorded, LedgerEntry.self, count)
        try times.measure("history: read all changes", count: 3 * count) {
            try ModelContext(recorded).fetchHistory(after: nil).reduce(-2) { $0 + $1.changes.count { $0.isOfEntry } }
                + 2
        }
    }

    private static func insert<Account: PersistentModel, Entry: PersistentModel>(
        _ times: inout Times,
        _ name: String,
        _ container: ModelContainer,
        _ account: Account,
        _ count: Int,
        _ make: (Int64, Account) -> Entry
    ) throws {
        try times.measure("insert, save: \(name) history", count: count) {
            let context = ModelContext(container)
            context.insert(account)
            for index in 0..<count { context.insert(make(Int64(index), account)) }
            try context.save()
            return count
        }
    }

    private static func change<Entry: PersistentModel>(
        _ times: inout Times,
        _ name: String,
        _ container: ModelContainer,
        _ count: Int,
        _ change: (Entry) -> Void
    ) throws {
        try times.measure("change two attributes, save: \(name) history", count: count) {
            let context = ModelContext(container)
            let all: [Entry] = try context.fetch(FetchDescriptor<Entry>())
            for entry in all { change(entry) }
            try context.save()
            return all.count
        }
    }

    private static func delete<Entry: PersistentModel>(
        _ times: inout Times,
        _ name: String,
        _ container: ModelContainer,
        _ type: Entry.Type,
        _ count: Int
    ) throws {
        try times.measure("delete one by one, save: \(name) history", count: count) {
            let context = ModelContext(container)
            let all: [Entry] = try context.fetch(FetchDescriptor<Entry>())
            for entry in all { context.delete(entry) }
            try context.save()
            return all.count
        }
    }
}

extension HistoryChange {
    fileprivate var isOfEntry: Bool { changedPersistentIdentifier.entityName == "LedgerEntry" }
}
