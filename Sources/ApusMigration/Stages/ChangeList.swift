import ApusSchema

/// Changes in order. Added changes follow those of the same element.
struct ChangeList {
    /// The changes, in the order in which they were added.
    private(set) var changes: [Change]
    /// The index of the change after each one.
    private var next: [Int?]
    private var first: Int?
    private var indices: [ElementPath: [Int]] = [:]
    private var last: [String: Int] = [:]

    /// Creates a list of some changes.
    init(_ changes: [Change]) {
        self.changes = changes
        next = changes.indices.map { $0 + 1 < changes.count ? $0 + 1 : nil }
        first = changes.isEmpty ? nil : 0
        for (index, change) in changes.enumerated() {
            indices[change.path, default: []].append(index)
            last[change.entity] = index
        }
    }

    /// The indices of the changes of an element.
    subscript(of path: ElementPath) -> [Int] { indices[path] ?? [] }

    /// Replaces a change by another one of the same element.
    mutating func replace(_ index: Int, with change: Change) { changes[index] = change }

    /// Adds a change after those of its element, or else after those of its entity, or else before all others.
    mutating func add(_ change: Change) {
        let index = changes.count
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
    /// The path of the changed element in the newer schema.
    fileprivate var path: ElementPath { ElementPath(entity, difference.property) }
}
