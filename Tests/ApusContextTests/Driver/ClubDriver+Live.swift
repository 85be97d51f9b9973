@testable import Apus

extension ClubDriver {
    /// Compares live results with what a fetch returns.
    mutating func compareLive(_ operation: ClubOperation) throws {
        guard let live else { return }
        for context in contexts.indices where (operation.second >> context) & 3 != 0 {
            try merge(context)
            // What it shows is unspecified.
            if references[context].isStale || references[context].isTroubled(store) {
                live.loosen(context)
                continue
            }
            for result in live.results where result.context == context { try compare(result) }
        }
        if operation.third % 4 == 0 { try live.compareValues(store, identities) }
    }

    private mutating func compare(_ result: ClubLive.Result) throws {
        let context = result.context
        let visible = references[context].visible(store)
        let order = references[context].inserted
        let expected = result.query.numbers(visible) { number in
            order.firstIndex(of: number).map { Int64.max - Int64(order.count - $0) } ?? identities[number] ?? 0
        }
        let title = "live result '\(result.query.fetch.title)' of context \(context)"
        let former = result.numbers
        let known = Set(result.objects.map { ObjectIdentifier($0) })
        let change = try result.fetch.change()
        if let change {
            let applied = result.objects.applying(change.difference)
            if applied?.map({ ObjectIdentifier($0) }) != change.results.map({ ObjectIdentifier($0) }) {
                throw ClubMismatch("\(title): the difference does not give the results")
            }
            let isDue = result.isLoose || former != expected || !result.touched.isDisjoint(with: expected)
            if !isDue { throw ClubMismatch("\(title): an element arrives, although nothing of it has changed") }
            result.objects = change.results
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
                "\($0.values) \($0.keys.sorted { $0.key.rawValue < $1.key.rawValue })"
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
