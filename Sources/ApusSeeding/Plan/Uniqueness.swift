import ApusSchema

/// Makes values unique where the model requires it.
struct Uniqueness {
    let constraints: [Constraint]
    let concrete: ConcreteEntities

    /// By concrete entity and attribute: how many values there are, whether null is one, and how natural it is to
    /// differ.
    let sources: [[String: (capacity: Int?, isNullable: Bool, rank: Int)]]

    /// The greatest numbers of objects that the constraints allow.
    func capacities() -> [Capacity] {
        constraints.compactMap { constraint in
            let span: Range<Int> = concrete.span(constraint.entity.name)
            guard constraint.keys.isEmpty, let first = span.first else { return nil }
            var capacity = 1
            for name in constraint.attributes {
                guard let source = sources[first][name], !source.isNullable, let own = source.capacity else {
                    return nil
                }
                let (product, isTooLarge) = capacity.multipliedReportingOverflow(by: own)
                if isTooLarge { return nil }
                capacity = product
            }
            let values = capacity == 1 ? "1 value" : "\(capacity) values"
            return Capacity(entities: span, count: capacity, reason: "\(constraint.text) is unique and has \(values)")
        }
    }

    /// How many objects may have the same key, if a constraint combines the key with attributes that have few values.
    func limit(of key: ElementPath) -> Int? {
        var limit: Int?
        for constraint in constraints where constraint.keys.first == key {
            guard let first = concrete.span(constraint.entity.name).first else { continue }
            var capacity = 1
            var isLimited = true
            for name in constraint.attributes {
                guard let source = sources[first][name], !source.isNullable, let own = source.capacity, own < 1_000_000
                else {
                    isLimited = false
                    break
                }
                capacity = min(capacity * own, 1_000_000_000)
            }
            if isLimited { limit = min(limit ?? capacity, capacity) }
        }
        return limit
    }

    /// How values are made unique, by concrete entity and attribute.
    ///
    /// - Throws: `SeedProblem` if there are not enough values.
    func distinctness(
        _ population: Population,
        _ references: ReferencePlan
    ) throws(SeedProblem) -> [[String: LeafMaker.Distinctness]] {
        var found: [[String: LeafMaker.Distinctness]] = concrete.entities.map { _ in [:] }
        // The attributes that are unique by themselves, by entity.
        var whole: [Set<String>] = concrete.entities.map { _ in [] }
        for constraint in constraints {
            let span: Range<Int> = concrete.span(constraint.entity.name)
            let identities: Range<Int> = population.identities(of: constraint.entity.name)
            guard let first = span.first, !identities.isEmpty else { continue }
            if constraint.attributes.contains(where: { name in span.allSatisfy { whole[$0].contains(name) } }) {
                continue
            }
            let free: [String] = constraint.attributes.filter { name in span.allSatisfy { found[$0][name] == nil } }
            func capacity(_ name: String) -> Int { sources[first][name]?.capacity ?? .max }
            func offset(_ entity: Int) -> Int { population.identities[entity].lowerBound - identities.lowerBound }
            func rank(_ name: String) -> Int { sources[first][name]?.rank ?? 9 }
            let ranked: [String] = free.sorted { (rank($0), $0) < (rank($1), $1) }
            if let name = ranked.first(where: { capacity($0) >= identities.count })
                ?? ranked.first(where: { sources[first][$0]?.isNullable == true })
            {
                let isExhaustible = capacity(name) < identities.count
                for entity in span {
                    found[entity][name] = LeafMaker.Distinctness(offset: offset(entity), isExhaustible: isExhaustible)
                    whole[entity].insert(name)
                }
                continue
            }
            // No attribute is enough alone, so they count together like the digits of a number.
            let numbers: [Int]? =
                constraint.keys.isEmpty ? nil : Self.numbers(identities, by: constraint.keys, references)
            let needed = numbers.map { ($0.max() ?? 0) + 1 } ?? identities.count
            var divisor = 1
            for name in ranked.sorted(by: { (-capacity($0), $0) < (-capacity($1), $1) }) where divisor < needed {
                for entity in span {
                    let start: Int = offset(entity)
                    let own: [Int]? = numbers.map {
                        Array($0[start..<start + population.identities[entity].count])
                    }
                    found[entity][name] = LeafMaker.Distinctness(offset: start, numbers: own, divisor: divisor)
                }
                divisor = min(divisor.multipliedReportingOverflow(by: capacity(name)).partialValue, Int.max / 2)
            }
            guard divisor >= needed else {
                throw SeedProblem(
                    "\(constraint.text) must be unique, but there are not enough values for \(identities.count) objects",
                    help: ["ask for fewer rows"]
                )
            }
        }
        return found
    }

    /// A number for each object: how many objects before it have the same keys.
    private static func numbers(
        _ identities: Range<Int>,
        by keys: [ElementPath],
        _ references: ReferencePlan
    ) -> [Int] {
        var counts: [[Int]: Int] = [:]
        return identities.map { identity -> Int in
            let own: [Int] = keys.map { references.key($0, of: identity) }
            // An object without a key differs from all others.
            if own.contains(0) { return 0 }
            let number: Int = counts[own, default: 0]
            counts[own] = number + 1
            return number
        }
    }
}
