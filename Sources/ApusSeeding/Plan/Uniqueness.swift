import ApusSchema

/// Makes the values of objects differ where the model says that they do.
struct Uniqueness {
    let constraints: [Constraint]
    let list: KindList

    /// How many values an attribute has and whether it may have none, by kind and attribute.
    let sources: [[String: (room: Int?, isNullable: Bool, rank: Int)]]

    /// How many objects the constraints leave room for.
    func rooms() -> [Room] {
        constraints.compactMap { constraint in
            let span: Range<Int> = list.span(constraint.entity.name)
            guard constraint.keys.isEmpty, let first = span.first else { return nil }
            var room: Int = 1
            for name in constraint.attributes {
                guard let source = sources[first][name], !source.isNullable, let own = source.room else { return nil }
                let (product, isTooLarge) = room.multipliedReportingOverflow(by: own)
                if isTooLarge { return nil }
                room = product
            }
            let values: String = room == 1 ? "1 value" : "\(room) values"
            return Room(kinds: span, count: room, reason: "\(constraint.text) is unique and has \(values)")
        }
    }

    /// How many objects may lead to one, by a key that a constraint has besides attributes with few values.
    func limit(of key: ElementPath) -> Int? {
        var limit: Int?
        for constraint in constraints where constraint.keys.first == key {
            guard let first = list.span(constraint.entity.name).first else { continue }
            var room: Int = 1
            var isLimited = true
            for name in constraint.attributes {
                guard let source = sources[first][name], !source.isNullable, let own = source.room, own < 1_000_000
                else {
                    isLimited = false
                    break
                }
                room = min(room * own, 1_000_000_000)
            }
            if isLimited { limit = min(limit ?? room, room) }
        }
        return limit
    }

    /// How the values of each attribute are made different, by kind and attribute.
    ///
    /// - Throws: `SeedProblem` where there are not enough values.
    func distinctness(
        _ population: Population,
        _ references: ReferencePlan
    ) throws(SeedProblem) -> [[String: LeafMaker.Distinctness]] {
        var found: [[String: LeafMaker.Distinctness]] = list.kinds.map { _ in [:] }
        // Those that differ by themselves, by kind and attribute.
        var whole: [Set<String>] = list.kinds.map { _ in [] }
        for constraint in constraints {
            let span: Range<Int> = list.span(constraint.entity.name)
            let identities: Range<Int> = population.identities(of: constraint.entity.name)
            guard let first = span.first, !identities.isEmpty else { continue }
            if constraint.attributes.contains(where: { name in span.allSatisfy { whole[$0].contains(name) } }) {
                continue
            }
            let free: [String] = constraint.attributes.filter { name in span.allSatisfy { found[$0][name] == nil } }
            func room(_ name: String) -> Int { sources[first][name]?.room ?? .max }
            func offset(_ kind: Int) -> Int { population.identities[kind].lowerBound - identities.lowerBound }
            func rank(_ name: String) -> Int { sources[first][name]?.rank ?? 9 }
            let ranked: [String] = free.sorted { (rank($0), $0) < (rank($1), $1) }
            if let name = ranked.first(where: { room($0) >= identities.count })
                ?? ranked.first(where: { sources[first][$0]?.isNullable == true })
            {
                let isExhaustible: Bool = room(name) < identities.count
                for kind in span {
                    found[kind][name] = LeafMaker.Distinctness(offset: offset(kind), isExhaustible: isExhaustible)
                    whole[kind].insert(name)
                }
                continue
            }
            // No attribute is enough alone: they count together, like the digits of a number.
            let numbers: [Int]? =
                constraint.keys.isEmpty ? nil : Self.numbers(identities, by: constraint.keys, references)
            let needed: Int = numbers.map { ($0.max() ?? 0) + 1 } ?? identities.count
            var divisor: Int = 1
            for name in ranked.sorted(by: { (-room($0), $0) < (-room($1), $1) }) where divisor < needed {
                for kind in span {
                    let start: Int = offset(kind)
                    let own: [Int]? = numbers.map {
                        Array($0[start..<start + population.identities[kind].count])
                    }
                    found[kind][name] = LeafMaker.Distinctness(offset: start, numbers: own, divisor: divisor)
                }
                divisor = min(divisor.multipliedReportingOverflow(by: room(name)).partialValue, Int.max / 2)
            }
            guard divisor >= needed else {
                throw SeedProblem(
                    "there are not enough values for all of \(identities.count) objects to differ in "
                        + constraint.text,
                    help: ["ask for fewer rows"]
                )
            }
        }
        return found
    }

    /// A number for each object: how many before it have the same keys.
    private static func numbers(
        _ identities: Range<Int>,
        by keys: [ElementPath],
        _ references: ReferencePlan
    ) -> [Int] {
        var counts: [[Int]: Int] = [:]
        return identities.map { identity -> Int in
            let own: [Int] = keys.map { references.key($0, of: identity) }
            // Without a key it differs from all others.
            if own.contains(0) { return 0 }
            let number: Int = counts[own, default: 0]
            counts[own] = number + 1
            return number
        }
    }
}
