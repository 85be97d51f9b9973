package import ApusSchema

/// Matches the enums and composites of a newer schema, with their cases and parts, to those of an older one.
package struct TypeMatching: Hashable, Sendable {
    /// An enum that both schemas have.
    package struct EnumerationMatch: Hashable, Sendable {
        /// The older enum.
        package let old: Enumeration
        /// The newer enum.
        package let new: Enumeration
        /// The cases that both have, matched by name, or by raw value if the case was renamed.
        package let pairs: [CaseMatch]
        /// The cases that only the newer one has.
        package let added: [Enumeration.Case]
        /// The cases that only the older one has.
        package let removed: [Enumeration.Case]
    }

    /// A case that both enums have.
    package struct CaseMatch: Hashable, Sendable {
        /// The older case.
        package let old: Enumeration.Case
        /// The newer case.
        package let new: Enumeration.Case
    }

    /// A composite that both schemas have.
    package struct CompositeMatch: Hashable, Sendable {
        /// The older composite.
        package let old: Composite
        /// The newer composite.
        package let new: Composite
        /// The matching of its parts; their owner is the composite.
        package let parts: PropertyMatching
    }

    /// The enums that both schemas have, by their newer names.
    package let enumerations: [String: EnumerationMatch]

    /// The composites that both schemas have, by their newer names.
    package let composites: [String: CompositeMatch]

    /// The newer types that are new or differ, or that have a part of such a type.
    let changed: Set<String>

    /// Returns whether an older and a newer type match.
    func isSame(_ old: String, _ new: String) -> Bool {
        enumerations[new]?.old.name == old || composites[new]?.old.name == old
    }

    static func match(
        _ old: Schema,
        _ new: Schema,
        through known: TypeMatching? = nil
    ) -> (matching: TypeMatching, refusals: [Refusal]) {
        var refusals: [Refusal] = []
        var changed: Set<String> = []
        var enumerations: [String: EnumerationMatch] = [:]
        let enumNames = NameMatcher(
            old: old.enumerations.map(\.naming),
            new: new.enumerations.map(\.naming),
            known: known.map { known in
                new.enumerations.map { newer in
                    old.enumerations.firstIndex { $0.name == known.enumerations[newer.name]?.old.name }
                }
            } ?? []
        )
        refusals += enumNames.conflicts.map { Refusal($0, entity: nil) }
        // If a different type has the same name, the attribute itself does not differ.
        for (newer, index) in zip(new.enumerations, enumNames.older) {
            guard let index else {
                changed.insert(newer.name)
                continue
            }
            enumerations[newer.name] = EnumerationMatch(old.enumerations[index], newer)
            if old.enumerations[index] != newer { changed.insert(newer.name) }
        }
        var composites: [String: CompositeMatch] = [:]
        let names = NameMatcher(
            old: old.composites.map(\.naming),
            new: new.composites.map(\.naming),
            known: known.map { known in
                new.composites.map { newer in
                    old.composites.firstIndex { $0.name == known.composites[newer.name]?.old.name }
                }
            } ?? []
        )
        refusals += names.conflicts.map { Refusal($0, entity: nil) }
        for (newer, index) in zip(new.composites, names.older) {
            guard let index else {
                changed.insert(newer.name)
                continue
            }
            let older = old.composites[index]
            let known = known?.composites[newer.name]?.parts
            let parts = NameMatcher(
                old: older.attributes.map(\.naming),
                new: newer.attributes.map(\.naming),
                known: known.map { known in
                    newer.attributes.map { part in
                        older.attributes.firstIndex { $0.name == known.pair(newer: part.name)?.old.name }
                    }
                } ?? []
            )
            refusals += parts.conflicts.map { Refusal($0, entity: newer.name) }
            composites[newer.name] = CompositeMatch(
                old: older,
                new: newer,
                parts: PropertyMatching(older.owned, newer.owned, olderIndices: parts.older)
            )
            if older != newer { changed.insert(newer.name) }
        }
        var users: [String: [String]] = [:]
        for composite in new.composites {
            for case .named(let type) in composite.attributes.map(\.type) {
                users[type, default: []].append(composite.name)
            }
        }
        var rest = Array(changed)
        while let type = rest.popLast() {
            for user in users[type] ?? [] where changed.insert(user).inserted { rest.append(user) }
        }
        let matching = TypeMatching(enumerations: enumerations, composites: composites, changed: changed)
        return (matching, refusals)
    }
}

extension TypeMatching.EnumerationMatch {
    init(_ old: Enumeration, _ new: Enumeration) {
        var pairs: [TypeMatching.CaseMatch] = []
        var added: [Enumeration.Case] = []
        var isKept = Array(repeating: false, count: old.cases.count)
        let names = Dictionary(old.cases.enumerated().map { ($1.name, $0) }) { first, _ in first }
        for newer in new.cases {
            if let index = names[newer.name], !isKept[index] {
                isKept[index] = true
                pairs.append(TypeMatching.CaseMatch(old: old.cases[index], new: newer))
            } else {
                added.append(newer)
            }
        }
        // A removed and an added case with the same raw value are one case that was renamed.
        let rest = old.cases.indices.filter { !isKept[$0] }
        let values = Dictionary(rest.map { (old.cases[$0].rawValue.stored, $0) }) { first, _ in first }
        added.removeAll { newer in
            guard let index = values[newer.rawValue.stored], !isKept[index] else { return false }
            isKept[index] = true
            pairs.append(TypeMatching.CaseMatch(old: old.cases[index], new: newer))
            return true
        }
        let removed = zip(old.cases, isKept).filter { !$1 }.map(\.0)
        self.init(old: old, new: new, pairs: pairs, added: added, removed: removed)
    }
}

extension Composite {
    fileprivate var owned: [OwnedProperty] {
        attributes.map { OwnedProperty(owner: name, property: .attribute($0)) }
    }

    fileprivate var naming: NameMatcher.Name { NameMatcher.Name(name: name, originalName: originalName) }
}

extension Enumeration {
    fileprivate var naming: NameMatcher.Name { NameMatcher.Name(name: name, originalName: originalName) }
}

extension Attribute {
    fileprivate var naming: NameMatcher.Name { NameMatcher.Name(name: name, originalName: originalName) }
}
