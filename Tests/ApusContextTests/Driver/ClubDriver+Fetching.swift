import Apus
import Foundation

/// A fetch of members, and what it finds in plain rows.
struct ClubFetch {
    let title: String
    let predicate: Predicate<Member>?
    let matches: (ClubRow, ClubStore) -> Bool

    /// Values of `age` and `name`, by their indexes.
    private static let ages: [Int64] = [0, 7, Int64(Int32.max), Int64(Int32.min)]

    nonisolated(unsafe) static let all: [ClubFetch] = [
        ClubFetch(title: "all", predicate: nil) { _, _ in true },
        ClubFetch(title: "age > 0", predicate: #Predicate { $0.age > 0 }) { row, _ in age(row) > 0 },
        ClubFetch(title: "isActive", predicate: #Predicate { $0.isActive }) { row, _ in row.values[7] == 1 },
        ClubFetch(title: "note == nil", predicate: #Predicate { $0.note == nil }) { row, _ in row.values[1] == 0 },
        ClubFetch(title: "name == 'a' or code == 'k2'", predicate: #Predicate { $0.name == "a" || $0.code == "k2" }) {
            row,
            _ in
            row.values[0] == 1 || row.values[ClubRow.code] == 2
        },
        ClubFetch(title: "team == nil", predicate: #Predicate { $0.team == nil }) { row, _ in row.keys[.team] == nil },
        ClubFetch(title: "team.name == 'b'", predicate: #Predicate { $0.team?.name == "b" }) { row, store in
            row.keys[.team].flatMap { store.rows[$0]?.values[0] } == 2
        },
        ClubFetch(title: "locker.name == ''", predicate: #Predicate { $0.locker?.name == "" }) { row, store in
            row.keys[.locker].flatMap { store.rows[$0]?.values[0] } == 0
        },
    ]

    static func age(_ row: ClubRow) -> Int64 { ages[row.values[3]] }
}

extension ClubDriver {
    /// Fetches members in all ways, and compares what is found.
    mutating func fetch(_ operation: ClubOperation, _ context: Int) throws {
        guard let fetch = ClubFetch.all.picked(operation.first) else { return }
        var descriptor = FetchDescriptor<Member>(predicate: fetch.predicate)
        let (isSorted, isDescending) = (operation.second & 1 == 1, operation.second & 2 == 2)
        if isSorted { descriptor.sortBy = [SortDescriptor(\.age, order: isDescending ? .reverse : .forward)] }
        descriptor.fetchOffset = operation.second >> 2 & 1 == 1 ? operation.third % 4 : nil
        descriptor.fetchLimit = operation.second >> 3 & 1 == 1 ? operation.third / 4 % 4 : nil
        descriptor.includesPropertyValues = operation.second >> 4 & 1 == 0
        if operation.first / 8 % 3 == 0 { descriptor.propertiesToFetch = [\.age, \.code] }
        descriptor.fetchBatchSize = operation.second >> 5 & 3 == 3 ? 2 : nil
        // Without unsaved changes, the store is asked alone.
        descriptor.includePendingChanges = references[context].hasChanges || operation.second >> 7 & 1 == 1

        let visible = references[context].visible(store)
        var expected = visible.rows.filter { $0.value.kind == .member && fetch.matches($0.value, visible) }.map(\.key)
        // Objects that compare equal are in the order of their rows, and new ones come last.
        let order = references[context].inserted
        func rank(_ number: Int) -> Int64 {
            order.firstIndex(of: number).map { Int64.max - Int64(order.count - $0) } ?? identities[number] ?? 0
        }
        expected.sort { one, other in
            if isSorted, let first = visible.rows[one], let second = visible.rows[other],
                ClubFetch.age(first) != ClubFetch.age(second)
            {
                return (ClubFetch.age(first) < ClubFetch.age(second)) != isDescending
            }
            return rank(one) < rank(other)
        }
        expected = Array(expected.dropFirst(descriptor.fetchOffset ?? 0))
        if let limit = descriptor.fetchLimit, limit > 0 { expected = Array(expected.prefix(limit)) }

        log.append("\(context): fetch \(fetch.title) \(operation.second % 256) \(operation.third % 16)")
        try compare(descriptor, with: expected, context, operation.third)
    }

    private mutating func compare(
        _ descriptor: FetchDescriptor<Member>,
        with expected: [Int],
        _ context: Int,
        _ choice: Int
    ) throws {
        let objects = try expected.map { try object($0, context) }
        func require(_ found: [any PersistentModel], _ call: String) throws {
            if found.map({ ObjectIdentifier($0) }) == objects.map({ ObjectIdentifier($0) }) { return }
            throw ClubMismatch(
                "\(call) in context \(context) gives \(found.map(\.persistentModelID)), not \(objects.map(\.persistentModelID))"
            )
        }
        switch choice / 16 % 4 {
        case 0: try require(contexts[context].fetch(descriptor), "fetch")
        case 1: try require(Array(contexts[context].fetch(descriptor, batchSize: 1 + choice % 3)), "fetch(batchSize:)")
        case 2:
            var found: [Member] = []
            try contexts[context].enumerate(descriptor, batchSize: 1 + choice % 3, allowEscapingMutations: true) {
                found.append($0)
            }
            try require(found, "enumerate")
        default:
            let identifiers = try contexts[context].fetchIdentifiers(descriptor)
            if identifiers != objects.map(\.persistentModelID) {
                throw ClubMismatch("fetchIdentifiers gives \(identifiers), not \(objects.map(\.persistentModelID))")
            }
        }
        let count = try contexts[context].fetchCount(descriptor)
        if count != expected.count { throw ClubMismatch("fetchCount gives \(count), not \(expected.count)") }
    }

    /// Deletes the members that fulfil a condition.
    mutating func deleteWhere(_ operation: ClubOperation, _ context: Int) throws {
        guard let fetch = ClubFetch.all.picked(operation.second) else { return }
        let visible = references[context].visible(store)
        let numbers = visible.rows.filter { $0.value.kind == .member && fetch.matches($0.value, visible) }.keys.sorted()
        log.append("\(context): delete where \(fetch.title): \(numbers)")
        try contexts[context].delete(model: Member.self, where: fetch.predicate)
        for number in numbers { references[context].delete(number, store) }
    }
}
