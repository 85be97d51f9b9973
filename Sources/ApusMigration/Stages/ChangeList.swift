import ApusSchema

/// Changes in order, with more added beside those of the same element.
struct ChangeList {
    /// What the changes say of an element so far.
    private(set) var changes: [Change]
    /// The change after each one.
    private var next: [Int?]
    private var first: Int?
    private var indices: [ElementPath: [Int]] = [:]
    private var last: [String: Int] = [:]

    /// Starts with some changes.
    init(_ changes: [Change]) {
        self.changes = changes
        next = changes.indices.map { $0 + 1 < changes.count ? $0 + 1 : nil }
        first = changes.isEmpty ? nil : 0
        for (index, change) in changes.enumerated() {
            indices[change.path, default: []].append(index)
            last[change.entity] = index
        }
    }

    /// The changes of an element, by index.
    subscript(of path: ElementPath) -> [Int] { indices[path] ?? [] }

    /// Says another thing about the same element.
    mutating func replace(_ index: Int, with change: Change) { changes[index] = change }

    /// Adds a change after those of its element, or else those of its entity, or else before all.
    mutating func add(_ change: Change) {
        let index: Int = changes.count
        changes.append(change)
        if let previous = indices[change.path]?.last ?? last[change.entity] {
            next.append(next[previous])
            next[previous] = index
            if last[change.entity] == previous { last[change.entity] = index }
        } else {
            next.append(first)
            first = index
            last[change.entity] = index
        }
        indices[change.path, default: []].append(index)
    }

    /// All changes in order.
    var ordered: [Change] {
        var ordered: [Change] = []
        var index: Int? = first
        while let current = index {
            ordered.append(changes[current])
            index = next[current]
        }
        return ordered
    }
}

extension Change {
    /// The element, by its newer name.
    fileprivate var path: ElementPath { ElementPath(entity, difference.property) }
}
