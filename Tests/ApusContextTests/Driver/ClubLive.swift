import Foundation

@testable import Apus

/// The live results of all contexts, and the live values of their container: after each operation they are what a fetch returns, and
/// nothing arrives of what cannot have changed.
final class ClubLive {
    /// A live result of a context, and what its user knows of it.
    final class Result {
        let context: Int
        let query: ClubLiveQuery
        let fetch: LiveFetch<Member>
        var objects: [Member] = []
        var numbers: [Int] = []
        /// What its user has seen of each object.
        var seen: [Int: String] = [:]
        /// The objects that may have changed since the last comparison.
        var touched: Set<Int> = []
        /// Whether anything may have changed since then.
        var isLoose = true

        init(_ context: Int, _ query: ClubLiveQuery, in live: ModelContext) {
            (self.context, self.query) = (context, query)
            fetch = LiveFetch(query.descriptor, in: live)
        }

        var title: String { "live result '\(query.fetch.title)' of context \(context)" }
    }

    private(set) var results: [Result] = []
    private(set) var sections: [any ClubSections] = []
    private var values: [ClubLiveValues] = []
    private let container: ModelContainer
    /// Whether another process has changed the store since the last comparison of live values: contexts may know before them.
    private var isAwaitingOthers = false

    /// How many seconds are enough for what happens soon.
    private static let patience = ContextLaw.patience

    init(_ contexts: [ModelContext]) throws {
        container = contexts[0].container
        for (index, context) in contexts.enumerated() {
            for query in ClubLiveQuery.all { results.append(Result(index, query, in: context)) }
            let names = [SortDescriptor(\Member.name), SortDescriptor(\Member.age)]
            sections.append(ClubLiveSections(index, "name", sortedBy: names, by: \Member.name, in: context))
            // What it reads of other objects is unknown, so each change has it fetched again.
            sections.append(ClubLiveSections(index, "team.name", sortedBy: [], by: \Member.team?.name, in: context))
        }
        // From now on, what other processes save is noticed.
        for result in results { result.objects = try result.fetch.change()?.results ?? [] }
        for sections in sections { try sections.compare(in: contexts[sections.context]) }
        values = ClubLiveQuery.all.map { ClubLiveValues($0, container) }
    }

    deinit {
        for values in values { values.cancel() }
    }

    /// Notes that objects of a context may have changed.
    func touch(_ numbers: Set<Int>, in context: Int) {
        for result in results where result.context == context { result.touched.formUnion(numbers) }
    }

    /// Notes that anything may have changed in a context; `nil` for all.
    func loosen(_ context: Int? = nil) {
        for result in results where context == nil || result.context == context { result.isLoose = true }
    }

    /// Has nothing expected to arrive in a context.
    func tighten(_ context: Int) {
        for result in results where result.context == context { (result.touched, result.isLoose) = ([], false) }
    }

    /// Waits until all contexts know that another process has changed the store.
    func waitForOthers(_ contexts: [ModelContext]) throws {
        isAwaitingOthers = true
        let end = Date() + Self.patience
        while contexts.contains(where: \.mailbox.isEmpty) || results.contains(where: { !$0.fetch.isStale }) {
            if Date() > end {
                let known = contexts.map { "\(!$0.mailbox.isEmpty)" }.joined(separator: ", ")
                let stale = results.count { $0.fetch.isStale }
                throw ClubMismatch(
                    "what another process has saved is awaited in vain: contexts know of it: \(known); live results: \(stale)"
                )
            }
            usleep(500)
        }
    }

    /// Waits until all live values have been fetched again, and compares them.
    func compareValues(_ store: ClubStore, _ identities: [Int: Int64]) throws {
        let end = Date() + Self.patience
        let count = values.reduce(0) { $0 + $1.count }
        while true {
            // The results of contexts are fetched by hand, so nothing waits for them.
            let queries = container.coordinator.live.queries.filter { $0.contextID == nil }
            if queries.count == count, queries.allSatisfy({ !$0.isStale && $0.signal.waitingCount > 0 }) {
                do {
                    for values in values { try values.compare(store, identities) }
                    isAwaitingOthers = false
                    return
                } catch  where isAwaitingOthers && Date() < end {
                    // They may be those of before.
                }
            } else if Date() > end {
                // One that has failed says why.
                for values in values { try values.compare(store, identities) }
                let stale = queries.count { $0.isStale }
                throw ClubMismatch(
                    "live values are awaited in vain: \(queries.count) of \(count) are there, \(stale) are to be fetched"
                )
            }
            usleep(200)
        }
    }
}

/// A fetch of members that is live.
struct ClubLiveQuery {
    let fetch: ClubFetch
    var isSorted = false
    var offset: Int?
    var limit: Int?

    nonisolated(unsafe) static let all: [ClubLiveQuery] = [
        ClubLiveQuery(fetch: ClubFetch.all[0]),
        ClubLiveQuery(fetch: ClubFetch.all[1], isSorted: true),
        ClubLiveQuery(fetch: ClubFetch.all[4]),
        ClubLiveQuery(fetch: ClubFetch.all[6], isSorted: true),
        ClubLiveQuery(fetch: ClubFetch.all[0], isSorted: true, offset: 1, limit: 2),
    ]

    var descriptor: FetchDescriptor<Member> {
        var descriptor = FetchDescriptor<Member>(predicate: fetch.predicate)
        if isSorted { descriptor.sortBy = [SortDescriptor(\.age)] }
        (descriptor.fetchOffset, descriptor.fetchLimit) = (offset, limit)
        return descriptor
    }

    /// The numbers of the objects.
    ///
    /// - Parameters:
    ///   - store: What there is.
    ///   - rank: The order of objects that compare equal.
    /// - Returns: The numbers, in the order of the fetch.
    func numbers(_ store: ClubStore, rank: (Int) -> Int64) -> [Int] {
        var found = store.rows.filter { $0.value.kind == .member && fetch.matches($0.value, store) }.map(\.key)
        found.sort { one, other in
            if isSorted, let first = store.rows[one], let second = store.rows[other],
                ClubFetch.age(first) != ClubFetch.age(second)
            {
                return ClubFetch.age(first) < ClubFetch.age(second)
            }
            return rank(one) < rank(other)
        }
        found = Array(found.dropFirst(offset ?? 0))
        return limit.map { Array(found.prefix($0)) } ?? found
    }
}

/// Live values of a container: how many objects there are, which, and a value of each.
final class ClubLiveValues: @unchecked Sendable {
    private struct Latest {
        var count: Int?
        var identifiers: [PersistentIdentifier]?
        var texts: [String]?
        /// What is made of other objects as well; `nil` if it is not asked for.
        var teams: [String]?
        var sum: String?
        var problem: String?
    }

    private let query: ClubLiveQuery
    private let lock = NSLock()
    private var latest = Latest()
    private var tasks: [_Concurrency.Task<Void, Never>] = []

    init(_ query: ClubLiveQuery, _ container: ModelContainer) {
        self.query = query
        let descriptor = query.descriptor
        follow(container.counts(of: descriptor), \.count)
        follow(container.identifiers(of: descriptor), \.identifiers)
        follow(container.values(of: descriptor) { Self.text($0.name, $0.age, $0.note) }, \.texts)
        if readsTeams { follow(container.values(of: descriptor) { Self.text($0.name, $0.team?.name) }, \.teams) }
        // All that fulfils the condition, whatever the page.
        if query.limit == nil {
            followSums(container.aggregates(of: descriptor, .count, Member.columns.age.sum))
        }
    }

    static func text(_ name: String, _ age: Int32, _ note: String?) -> String { "\(name) \(age) \(note ?? "-")" }

    static func text(_ name: String, _ team: String?) -> String { "\(name) \(team ?? "-")" }

    /// Whether values are made of the members' teams. Each change has them fetched again.
    private var readsTeams: Bool { query.fetch.predicate == nil }

    /// The number of live values.
    var count: Int { tasks.count }

    func cancel() { for task in tasks { task.cancel() } }

    private func follow<Value: Equatable & Sendable>(
        _ values: LiveValues<Value>,
        _ path: any WritableKeyPath<Latest, Value?> & Sendable
    ) {
        tasks.append(
            _Concurrency.Task.detached { [weak self] in
                do {
                    for try await value in values {
                        self?.lock.withLock {
                            if self?.latest[keyPath: path] == value {
                                self?.latest.problem = "\(value) arrives again"
                            }
                            self?.latest[keyPath: path] = value
                        }
                    }
                } catch {
                    self?.lock.withLock { self?.latest.problem = "\(error)" }
                }
            }
        )
    }

    private func followSums(_ values: LiveValues<(Int, Int)>) {
        tasks.append(
            _Concurrency.Task.detached { [weak self] in
                do {
                    for try await (count, ages) in values {
                        self?.lock.withLock { self?.latest.sum = "\(count) \(ages)" }
                    }
                } catch {
                    self?.lock.withLock { self?.latest.problem = "\(error)" }
                }
            }
        )
    }

    func compare(_ store: ClubStore, _ identities: [Int: Int64]) throws {
        let latest = lock.withLock { self.latest }
        let numbers = query.numbers(store) { identities[$0] ?? 0 }
        if let problem = latest.problem { throw ClubMismatch("live values: \(problem)") }
        if latest.count != numbers.count {
            throw ClubMismatch("live: \(query.fetch.title) counts \(latest.count ?? -1), not \(numbers.count)")
        }
        let ids = numbers.compactMap { identities[$0] }.map { PersistentIdentifier(entityName: "Member", row: $0) }
        if latest.identifiers != ids {
            throw ClubMismatch("live: \(query.fetch.title) has \(latest.identifiers ?? []), not \(ids)")
        }
        let texts = numbers.compactMap { store.rows[$0] }.map(Self.text)
        if latest.texts != texts {
            throw ClubMismatch("live: \(query.fetch.title) has values \(latest.texts ?? []), not \(texts)")
        }
        if readsTeams {
            let teams = numbers.compactMap { store.rows[$0] }.map { row in
                Self.text(Self.name(row), row.keys[.team].flatMap { store.rows[$0] }.map(Self.name))
            }
            if latest.teams != teams {
                throw ClubMismatch("live: \(query.fetch.title) has teams \(latest.teams ?? []), not \(teams)")
            }
        }
        let sum = "\(numbers.count) \(numbers.compactMap { store.rows[$0] }.map(ClubFetch.age).reduce(0, +))"
        if query.limit == nil, latest.sum != sum {
            throw ClubMismatch("live: \(query.fetch.title) has sums \(latest.sum ?? "-"), not \(sum)")
        }
    }

    /// The name of a member or a team.
    private static func name(_ row: ClubRow) -> String {
        let member = Member(name: "")
        ClubKind.member.attributes[0].write(member, row.values[0])
        return member.name
    }

    private static func text(_ row: ClubRow) -> String {
        let member = Member(name: "")
        for index in [0, 1, 3] { ClubKind.member.attributes[index].write(member, row.values[index]) }
        return text(member.name, member.age, member.note)
    }
}
