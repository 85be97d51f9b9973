/// What a live fetch found, and how that differs from what it found before.
public struct ResultsChange<Model: PersistentModel> {
    /// The objects, as a fetch returns them now.
    public let results: [Model]

    /// The difference from the results before, with moves; of the first ones, from none. Applied to the results before, it gives
    /// ``results``. It is computed in O(*n* log *n*), and has as few moves as possible.
    public let difference: CollectionDifference<Model>

    /// The indexes in ``results`` of objects that were there before, moved or not, and of which a property or a relationship may
    /// have changed.
    public let updatedIndexes: [Int]

    /// Whether the objects and their order are the same, and none of them has changed.
    public var isEmpty: Bool { difference.isEmpty && updatedIndexes.isEmpty }

    init(from former: [Model], to results: [Model], _ news: LiveQuery.News) {
        self.results = results
        let (old, new) = (former.map { ObjectIdentifier($0) }, results.map { ObjectIdentifier($0) })
        let steps = ListDifference(from: old, to: new)
        var changes: [CollectionDifference<Model>.Change] = []
        for (offset, target) in steps.removals {
            changes.append(.remove(offset: offset, element: former[offset], associatedWith: target))
        }
        for (offset, source) in steps.insertions {
            changes.append(.insert(offset: offset, element: results[offset], associatedWith: source))
        }
        // Each index is removed or inserted once, and moves are pairs, so it is a valid difference.
        difference = CollectionDifference(changes) ?? results.difference(from: former) { $0 === $1 }
        if news.isEverythingUpdated || !news.updated.isEmpty {
            let known = Set(old)
            updatedIndexes = results.indices.filter { index in
                known.contains(new[index])
                    && (news.isEverythingUpdated
                        || news.updated.contains((results[index] as ModelObject).persistentModelID.key))
            }
        } else {
            updatedIndexes = []
        }
    }
}

/// The steps from one list of different elements to another, with as few moves as possible, in O(*n* log *n*).
struct ListDifference {
    /// The removed offsets of the old list, and those in the new one where moved elements are.
    private(set) var removals: [(offset: Int, target: Int?)] = []
    /// The inserted offsets of the new list, and those in the old one where moved elements were.
    private(set) var insertions: [(offset: Int, source: Int?)] = []

    init<Element: Hashable>(from old: [Element], to new: [Element]) {
        if old == new { return }
        let positions = Dictionary(zip(old, old.indices)) { first, _ in first }
        let sources = new.map { positions[$0] }
        // The elements that stay are a longest run of increasing old offsets.
        let kept = Self.longestIncreasing(sources)
        var targets = [Int?](repeating: nil, count: old.count)
        var isKept = [Bool](repeating: false, count: old.count)
        for (offset, source) in sources.enumerated() {
            guard let source else {
                insertions.append((offset, nil))
                continue
            }
            targets[source] = offset
            isKept[source] = kept[offset]
            if !kept[offset] { insertions.append((offset, source)) }
        }
        for offset in old.indices where !isKept[offset] { removals.append((offset, targets[offset])) }
    }

    /// Which values belong to a longest increasing subsequence.
    private static func longestIncreasing(_ values: [Int?]) -> [Bool] {
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: values.count)
        for (index, value) in values.enumerated() {
            guard let value else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if let other = values[ends[middle]], other < value { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var isKept = [Bool](repeating: false, count: values.count)
        var next = ends.last
        while let index = next {
            isKept[index] = true
            next = previous[index]
        }
        return isKept
    }
}
