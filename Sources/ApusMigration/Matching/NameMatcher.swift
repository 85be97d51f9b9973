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
    struct Name: Hashable {
        let name: String
        let originalName: String?
    }

    /// A claim that the rules cannot settle.
    enum Conflict: Hashable {
        /// Several newer names claim one older name.
        case claimedTwice(older: String, newer: [String])
        /// An `originalName` may mean the older element of that name or others that carry it as their `originalName`.
        case ambiguous(newer: String, originalName: String, candidates: [String])

        /// The newer names that it is about.
        var newer: [String] {
            switch self {
            case .claimedTwice(_, let newer): newer
            case .ambiguous(let newer, _, _): [newer]
            }
        }
    }

    /// For each newer name the place of its older one.
    private(set) var older: [Int?]

    /// For each older name the place of its newer one.
    private(set) var newer: [Int?]

    /// What could not be settled; a newer name in it has no older one.
    private(set) var conflicts: [Conflict] = []

    private let old: [Name]
    private let new: [Name]
    /// The indices of the older names with each `originalName`.
    private let sameOriginals: [String: [Int]]
    private var undecided: Set<Int> = []
    /// Whether each older name is claimed, whether one of the claims was granted or not.
    private var claimed: [Bool]

    /// Matches newer names to older ones.
    ///
    /// - Parameters:
    ///   - old: The older names.
    ///   - new: The newer names.
    ///   - numbers: The place of each older name.
    init(old: [Name], new: [Name], numbers: [String: Int]) {
        self.old = old
        self.new = new
        if old == new {
            // Whatever was renamed was so before.
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
        let sameNames: [Int?] = new.enumerated().map { place, name in
            // Mostly nothing moves.
            place < old.count && old[place].name == name.name ? place : numbers[name.name]
        }
        matchRenamed(numbers, sameNames)
        for (place, same) in sameNames.enumerated() {
            guard let same, older[place] == nil, !undecided.contains(place), !claimed[same] else { continue }
            match(place, same)
        }
        matchByFirstName()
    }

    /// Matches names whose places need no table, as those of an entity's properties.
    init(old: [Name], new: [Name]) {
        let numbers: [String: Int] =
            old == new ? [:] : Dictionary(old.enumerated().map { ($1.name, $0) }) { first, _ in first }
        self.init(old: old, new: new, numbers: numbers)
    }

    private mutating func match(_ newPlace: Int, _ oldPlace: Int) {
        older[newPlace] = oldPlace
        newer[oldPlace] = newPlace
        claimed[oldPlace] = true
    }

    /// Rule 1.
    private mutating func matchRenamed(_ numbers: [String: Int], _ sameNames: [Int?]) {
        var claims: [Int: [Int]] = [:]
        for (place, name) in new.enumerated() {
            guard let original = name.originalName, let target = numbers[original] else { continue }
            if let same = sameNames[place], old[same].originalName == original { continue }
            let others = sameOriginals[original, default: []].map { old[$0].name }.filter { $0 != original }
            if original != name.name, !others.isEmpty {
                conflicts.append(
                    .ambiguous(newer: name.name, originalName: original, candidates: [original] + others)
                )
                undecided.insert(place)
                continue
            }
            claims[target, default: []].append(place)
        }
        grant(claims)
    }

    /// Rule 3.
    private mutating func matchByFirstName() {
        var claims: [Int: [Int]] = [:]
        for (place, name) in new.enumerated() where older[place] == nil && !undecided.contains(place) {
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
                claims[candidate, default: []].append(place)
            }
        }
        grant(claims)
    }

    private mutating func grant(_ claims: [Int: [Int]]) {
        for (target, places) in claims.sorted(by: { $0.key < $1.key }) {
            claimed[target] = true
            if places.count == 1 {
                match(places[0], target)
            } else {
                conflicts.append(.claimedTwice(older: old[target].name, newer: places.map { new[$0].name }))
                undecided.formUnion(places)
            }
        }
    }
}
