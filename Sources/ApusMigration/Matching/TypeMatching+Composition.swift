import ApusSchema

extension TypeMatching {
    /// Returns this matching composed with the next one. A type that was removed in between and added again does not
    /// match.
    func composed(with next: TypeMatching) -> TypeMatching {
        var enumerations: [String: EnumerationMatch] = [:]
        for (name, second) in next.enumerations {
            guard let first = self.enumerations[second.old.name] else { continue }
            enumerations[name] = first.composed(with: second)
        }
        var composites: [String: CompositeMatch] = [:]
        for (name, second) in next.composites {
            guard let first = self.composites[second.old.name] else { continue }
            composites[name] = CompositeMatch(
                old: first.old,
                new: second.new,
                parts: first.parts.composed(with: second.parts)
            )
        }
        return TypeMatching(
            enumerations: enumerations,
            composites: composites,
            changed: Set(enumerations.filter { $1.old != $1.new }.keys)
                .union(composites.filter { $1.old != $1.new }.keys).union(next.changed)
        )
    }

    /// The matching with the older and the newer schema swapped.
    var inverted: TypeMatching {
        TypeMatching(
            enumerations: Dictionary(
                enumerations.values.map { match in
                    let pairs = match.pairs.map { CaseMatch(old: $0.new, new: $0.old) }
                    let inverted = EnumerationMatch(
                        old: match.new,
                        new: match.old,
                        pairs: pairs,
                        added: match.removed,
                        removed: match.added
                    )
                    return (match.old.name, inverted)
                }
            ) { first, _ in first },
            composites: Dictionary(
                composites.values.map { match in
                    (match.old.name, CompositeMatch(old: match.new, new: match.old, parts: match.parts.inverted))
                }
            ) { first, _ in first },
            changed: Set(changed.compactMap { enumerations[$0]?.old.name ?? composites[$0]?.old.name })
        )
    }
}

extension TypeMatching.EnumerationMatch {
    fileprivate func composed(with next: Self) -> Self {
        let firsts = Dictionary(self.pairs.map { ($0.new.name, $0.old) }) { first, _ in first }
        let pairs = next.pairs.compactMap { second in
            firsts[second.old.name].map { TypeMatching.CaseMatch(old: $0, new: second.new) }
        }
        let (olderNames, newerNames) = (Set(pairs.map(\.old.name)), Set(pairs.map(\.new.name)))
        return Self(
            old: old,
            new: next.new,
            pairs: pairs,
            added: next.new.cases.filter { !newerNames.contains($0.name) },
            removed: old.cases.filter { !olderNames.contains($0.name) }
        )
    }
}

extension PropertyMatching {
    /// Returns this matching composed with the next one.
    fileprivate func composed(with next: PropertyMatching) -> PropertyMatching {
        let old = pairs.map(\.from) + removed
        let new = next.pairs.map(\.to) + next.added
        let indices = Dictionary(pairs.enumerated().map { ($1.new.name, $0) }) { first, _ in first }
        let olderIndices = next.pairs.map { indices[$0.old.name] } + next.added.map { _ in nil }
        return PropertyMatching(old, new, olderIndices: olderIndices)
    }
}
