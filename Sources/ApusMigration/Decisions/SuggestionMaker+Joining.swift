import ApusSchema

// A mapping has one line per entity. So what several entities give up for one new entity is one suggestion.

extension SuggestionMaker {
    /// Joins suggestions that make objects of the same entity.
    ///
    /// - Parameter all: For each entity that gives something up, the ways to make objects of it; the first line of each says so.
    /// - Returns: The ways that all entities have that give something up for the same entity.
    func joined(_ all: [[Suggestion]]) -> [Suggestion] {
        var targets: [String] = []
        var groups: [String: [[Suggestion]]] = [:]
        for ways in all {
            guard let target = ways.first?.lines.first?.path.entity else { continue }
            if groups[target] == nil { targets.append(target) }
            groups[target, default: []].append(ways)
        }
        return targets.flatMap { target -> [Suggestion] in
            let group = groups[target] ?? []
            return [true, false].compactMap { isDistinct in
                let ways = group.compactMap { $0.first { $0.isDistinct == isDistinct } }
                return ways.count == group.count ? Suggestion(joining: ways, making: target) : nil
            }
        }
    }
}

extension Suggestion {
    /// Whether it makes one object per distinct value.
    fileprivate var isDistinct: Bool { lines.first?.origins?.contains { !$0.distinct.isEmpty } == true }

    /// Joins suggestions whose first lines make objects of an entity.
    fileprivate init(joining ways: [Suggestion], making target: String) {
        var origins: [Mapping.Origin] = []
        for origin in ways.flatMap({ $0.lines.first?.origins ?? [] }) {
            // What differs in nothing but the entity is one origin.
            let same = origins.firstIndex { Mapping.Origin(origin, from: $0.sources) == $0 }
            if let same {
                origins[same] = Mapping.Origin(origin, from: origins[same].sources + origin.sources)
            } else {
                origins.append(origin)
            }
        }
        self.init(
            lines: [.entity(target, origins)] + ways.flatMap { $0.lines.dropFirst() },
            refusals: ways.flatMap(\.refusals),
            sources: ways.reduce(into: []) { $0.formUnion($1.sources) }
        )
    }
}

extension Mapping.Origin {
    /// The origin with other entities.
    fileprivate init(_ other: Mapping.Origin, from sources: [String]) {
        self.init(
            sources,
            each: other.each,
            where: other.condition,
            distinct: other.distinct,
            values: other.values,
            as: other.name
        )
    }
}
