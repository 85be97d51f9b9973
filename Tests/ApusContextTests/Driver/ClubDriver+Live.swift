@testable import Apus

extension ClubDriver {
    /// Compares live results with what a fetch returns.
    mutating func compareLive(_ operation: ClubOperation) throws {
        guard let live else { return }
        for context in contexts.indices where (operation.second >> context) & 3 != 0 {
            try merge(context)
            try compareLive(of: context)
        }
        if operation.third % 4 == 0 { try live.compareValues(store, identities) }
    }

    /// Compares the live results of a context with what it shows.
    mutating func compareLive(of context: Int) throws {
        guard let live else { return }
        let results = live.results.filter { $0.context == context }
        // What it shows is unspecified, but a fetch shows the same.
        if references[context].isStale || references[context].isTroubled(store) {
            for result in results { try compareWithFetch(result) }
            return live.loosen(context)
        }
        for result in results { try compare(result) }
        for sections in live.sections where sections.context == context {
            try sections.compare(in: contexts[context])
        }
    }

    /// Takes the next element of a live result, which its difference makes of the one before.
    private func takeChange(_ result: ClubLive.Result, _ title: String) throws -> ResultsChange<Member>? {
        guard let change = try result.fetch.change() else { return nil }
        let applied = result.objects.applying(change.difference)
        if applied?.map({ ObjectIdentifier($0) }) != change.results.map({ ObjectIdentifier($0) }) {
            throw ClubMismatch("\(title): the difference does not give the results")
        }
        result.objects = change.results
        return change
    }

    private func compareWithFetch(_ result: ClubLive.Result) throws {
        let title = result.title
        _ = try takeChange(result, title)
        let fetched = try contexts[result.context].fetch(result.query.descriptor)
        if fetched.map({ ObjectIdentifier($0) }) != result.objects.map({ ObjectIdentifier($0) }) {
            let found = result.objects.map(\.persistentModelID)
            throw ClubMismatch("\(title) has \(found), and a fetch \(fetched.map(\.persistentModelID))")
        }
        (result.numbers, result.seen) = ([], [:])
    }

    private mutating func compare(_ result: ClubLive.Result) throws {
        let context = result.context
        let visible = references[context].visible(store)
        let order = references[context].inserted
        let expected = result.query.numbers(visible) { number in
            order.firstIndex(of: number).map { Int64.max - Int64(order.count - $0) } ?? identities[number] ?? 0
        }
        let title = result.title
        let former = result.numbers
        let known = Set(result.objects.map { ObjectIdentifier($0) })
        let change = try takeChange(result, title)
        if change != nil {
            let isDue = result.isLoose || former != expected || !result.touched.isDisjoint(with: expected)
            if !isDue { throw ClubMismatch("\(title): an element arrives, although nothing of it has changed") }
        }
        let objects = try expected.map { try object($0, context) }
        if objects.map({ ObjectIdentifier($0) }) != result.objects.map({ ObjectIdentifier($0) }) {
            let found = result.objects.map(\.persistentModelID)
            throw ClubMismatch("\(title) has \(found), not \(objects.map(\.persistentModelID))")
        }
        let updated = Set((change?.updatedIndexes ?? []).map { expected[$0] })
        var seen: [Int: String] = [:]
        for number in expected {
            let text = visible.rows[number].map {
                "\($0.values) \($0.keys.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key):\($0.value)" })"
            }
            let tags = visible.pairs.filter { $0.member == number }.map(\.tag).sorted()
            seen[number] = "\(text ?? "-") \(tags)"
            // After a reset, there is another object.
            let isKnown = known.contains(ObjectIdentifier(try object(number, context)))
            if isKnown, let before = result.seen[number], before != seen[number], !updated.contains(number) {
                throw ClubMismatch(
                    "\(title): \(number) was \(before), and is \(seen[number] ?? "-"), which is no update"
                )
            }
        }
        (result.numbers, result.seen, result.touched, result.isLoose) = (expected, seen, [], false)
    }

    /// Notes, before and after an operation, what it may have changed of its own context.
    func touchLive(_ operation: ClubOperation) {
        guard let live else { return }
        let context = operation.context % contexts.count
        switch operation.call {
        case .fetch, .compare, .model, .merge, .policy: return
        default: break
        }
        let reference = references[context]
        live.touch(reference.changed.union(reference.inserted).union(reference.deleted), in: context)
        switch operation.call {
        case .rollback, .reset, .refresh, .nest, .pin, .insertAgain: live.loosen(context)
        case .reopen, .external: live.loosen()
        default: break
        }
    }
}
