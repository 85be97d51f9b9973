import ApusSchema

/// Matches newer names to older ones by the three rules of matching.
///
/// Each rule is applied to all names before the next rule:
///
/// 1. A newer name whose `originalName` is an older name matches it, unless the older schema already has the newer name
///    with that same `originalName`: the rename then happened earlier, and the line is left over.
/// 2. Otherwise, equal names match, unless rule 1 already matched the older one.
/// 3. Otherwise, a newer name with an `originalName` matches the unmatched older one with the same `originalName`.
struct NameMatcher {
    /// A name and the name before a rename.
    struct Name: Hashable {
        let name: String
        let originalName: String?
    }

    /// A conflict that the rules cannot resolve.
    enum Conflict: Hashable {
        /// Several newer names claim one older name.
        case claimedTwice(older: String, newer: [String])
        /// An `originalName` may refer to the older element with that name or to others with the same `originalName`.
        case ambiguous(newer: String, originalName: String, candidates: [String])

        /// The newer names in the conflict.
        var newer: [String] {
            switch self {
            case .claimedTwice(_, let newer): newer
            case .ambiguous(let newer, _, _): [newer]
            }
        }
    }

    /// The index of the older name for each newer name.
    private(set) var older: [Int?]

    /// The index of the newer name for each older name.
    private(set) var newer: [Int?]

    /// The conflicts; the newer names in them have no match.
    private(set) var conflicts: [Conflict] = []

    private let old: [Name]
    private let new: [Name]
    /// The indices of the older names with each `originalName`.
    private let sameOriginals: [String: [Int]]
    private var undecided: Set<Int> = []
    /// Whether each older name is claimed, by a match or in a conflict.
    private var claimed: [Bool]

    /// Matches newer names to older ones.
    ///
    /// - Parameters:
    ///   - old: The older names.
    ///   - new: The newer names.
    ///   - oldIndices: The index of each older name.
    ///   - known: The indices of older names that newer ones are known to match, whatever the rules say.
    init(old: [Name], new: [Name], oldIndices: [String: Int], known: [Int?] = []) {
        self.old = old
        self.new = new
        if old == new, known.isEmpty {
            // Every rename happened earlier.
            older = old.indices.map { Optional($0) }
            newer = older
            claimed = []
            sameOriginals = [:]
            return
        }
        var sameOriginals: [String: [Int]] = [:]
        for (index, name) in old.enumerated() {
            if let original = name.originalName { sameOriginals[original, default: []].append(index) }
        }
        self.sameOriginals = sameOriginals
        older = Array(repeating: nil, count: new.count)
        newer = Array(repeating: nil, count: old.count)
        claimed = Array(repeating: false, count: old.count)
        let sameNames: [Int?] = new.enumerated().map { index, name in
            // Most elements keep their index.
            index < old.count && old[index].name == name.name ? index : oldIndices[name.name]
        }
        for (index, target) in known.enumerated() {
            if let target, !claimed[target] { match(index, target) }
        }
        matchRenamed(oldIndices, sameNames)
        for (index, same) in sameNames.enumerated() {
            guard let same, older[index] == nil, !undecided.contains(index), !claimed[same] else { continue }
            match(index, same)
        }
        matchByFirstName()
    }

    /// Matches a few names, such as those of an entity's properties, for which no table of indices exists.
    init(old: [Name], new: [Name], known: [Int?] = []) {
        let oldIndices: [String: Int] =
            old == new && known.isEmpty ? [:] : Dictionary(old.enumerated().map { ($1.name, $0) }) { first, _ in first }
        self.init(old: old, new: new, oldIndices: oldIndices, known: known)
    }

    private mutating func match(_ newIndex: Int, _ oldIndex: Int) {
        older[newIndex] = oldIndex
        newer[oldIndex] = newIndex
        claimed[oldIndex] = true
    }

    /// Applies rule 1.
    private mutating func matchRenamed(_ oldIndices: [String: Int], _ sameNames: [Int?]) {
        var claims: [Int: [Int]] = [:]
        for (index, name) in new.enumerated() {
            guard older[index] == nil, let original = name.originalName, let target = oldIndices[original],
                !claimed[target]
            else { continue }
            if let same = sameNames[index], old[same].originalName == original { continue }
            let others = sameOriginals[original, default: []].map { old[$0].name }.filter { $0 != original }
            if original != name.name, !others.isEmpty {
                conflicts.append(
                    .ambiguous(newer: name.name, originalName: original, candidates: [original] + others)
                )
                undecided.insert(index)
                continue
            }
            claims[target, default: []].append(index)
        }
        grant(claims)
    }

    /// Applies rule 3.
    private mutating func matchByFirstName() {
        var claims: [Int: [Int]] = [:]
        for (index, name) in new.enumerated() where older[index] == nil && !undecided.contains(index) {
            guard let original = name.originalName else { continue }
            let candidates = sameOriginals[original, default: []].filter { !claimed[$0] }
            if candidates.count > 1 {
                conflicts.append(
                    .ambiguous(
                        newer: name.name,
                        originalName: original,
                        candidates: candidates.map { old[$0].name }
                    )
                )
            } else if let candidate = candidates.first {
                claims[candidate, default: []].append(index)
            }
        }
        grant(claims)
    }

    private mutating func grant(_ claims: [Int: [Int]]) {
        for (target, indices) in claims.sorted(by: { $0.key < $1.key }) {
            claimed[target] = true
            if indices.count == 1 {
                match(indices[0], target)
            } else {
                conflicts.append(.claimedTwice(older: old[target].name, newer: indices.map { new[$0].name }))
                undecided.formUnion(indices)
            }
        }
    }
}
