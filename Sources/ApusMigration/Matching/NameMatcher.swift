import ApusSchema

/// Which older name each newer one stands for, by the three rules of matching.
///
/// Each rule runs over all names before the next one starts:
///
/// 1. A newer name whose `originalName` is an older name matches it, unless the older schema has the newer name already
///    with that same `originalName`: then the rename has happened before, and the line is left over.
/// 2. Otherwise equal names match, unless rule 1 gave the older one away.
/// 3. Otherwise a newer name with an `originalName` matches the still unmatched older one with the same `originalName`.
struct NameMatcher {
    /// A name and the one it had before.
    struct Name {
        let name: String
        let originalName: String?
    }

    /// A claim that the rules cannot settle.
    enum Conflict: Hashable {
        /// Several newer names claim one older name.
        case claimedTwice(older: String, newer: [String])
        /// An `originalName` may mean the older element of that name or others that carry it as their `originalName`.
        case ambiguous(newer: String, originalName: String, candidates: [String])
    }

    /// The older name of each newer one that has any.
    private(set) var older: [String: String] = [:]

    /// What could not be settled; a newer name in it has no older one.
    private(set) var conflicts: [Conflict] = []

    /// Matches newer names to older ones.
    init(old: [Name], new: [Name]) {
        let byName: [String: Name] = Dictionary(old.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var taken: Set<String> = []
        var undecided: Set<String> = []
        matchRenamed(old: old, new: new, byName: byName, taken: &taken, undecided: &undecided)
        for name in new where older[name.name] == nil && !undecided.contains(name.name) {
            if byName[name.name] != nil, taken.insert(name.name).inserted { older[name.name] = name.name }
        }
        matchByFirstName(old: old, new: new, taken: taken, undecided: undecided)
    }

    /// Rule 1.
    private mutating func matchRenamed(
        old: [Name],
        new: [Name],
        byName: [String: Name],
        taken: inout Set<String>,
        undecided: inout Set<String>
    ) {
        var claims: [String: [String]] = [:]
        for name in new {
            guard let original = name.originalName, byName[original] != nil else { continue }
            if byName[name.name]?.originalName == original { continue }
            let others: [String] = old.filter { $0.originalName == original && $0.name != original }.map(\.name)
            if original != name.name, !others.isEmpty {
                conflicts.append(
                    .ambiguous(newer: name.name, originalName: original, candidates: [original] + others)
                )
                undecided.insert(name.name)
                continue
            }
            claims[original, default: []].append(name.name)
        }
        for name in old {
            guard let newer = claims[name.name] else { continue }
            taken.insert(name.name)
            if newer.count == 1 {
                older[newer[0]] = name.name
            } else {
                conflicts.append(.claimedTwice(older: name.name, newer: newer))
                undecided.formUnion(newer)
            }
        }
    }

    /// Rule 3.
    private mutating func matchByFirstName(old: [Name], new: [Name], taken: Set<String>, undecided: Set<String>) {
        var claims: [String: [String]] = [:]
        for name in new where older[name.name] == nil && !undecided.contains(name.name) {
            guard let original = name.originalName else { continue }
            let candidates: [String] = old.filter { $0.originalName == original && !taken.contains($0.name) }.map(
                \.name
            )
            if candidates.count > 1 {
                conflicts.append(.ambiguous(newer: name.name, originalName: original, candidates: candidates))
            } else if let candidate = candidates.first {
                claims[candidate, default: []].append(name.name)
            }
        }
        for name in old {
            guard let newer = claims[name.name] else { continue }
            if newer.count == 1 {
                older[newer[0]] = name.name
            } else {
                conflicts.append(.claimedTwice(older: name.name, newer: newer))
            }
        }
    }
}
