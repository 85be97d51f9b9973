import ApusSchema

/// Merges two versions of a value with a common base: key by key, and element by element if elements have names.
struct JSONMerge {
    /// The paths, as names and keys from the root, that both sides changed differently.
    private(set) var conflicts: [[String]] = []

    init() {}

    /// Merges three values. A conflict takes ours, or theirs if ours was removed.
    mutating func merge(
        base: JSONValue?,
        ours: JSONValue?,
        theirs: JSONValue?,
        at path: [String] = []
    ) -> JSONValue? {
        if ours == theirs || base == theirs { return ours }
        if base == ours { return theirs }
        switch (ours, theirs) {
        case (.object(let one)?, .object(let other)?):
            let before: [String: JSONValue]? = if case .object(let object)? = base { object } else { nil }
            return .object(merge(base: before, ours: one, theirs: other, at: path))
        case (.list(let one)?, .list(let other)?):
            let before: [JSONValue] = base?.elements ?? []
            if [before, one, other].allSatisfy({ $0.allSatisfy { $0.name != nil } }) {
                return .list(mergeNamed(base: before, ours: one, theirs: other, at: path))
            }
            if let key = path.last, MergeKeys.sets.contains(key) {
                return .list(Self.mergeSets(base: before, ours: one, theirs: other))
            }
        default: break
        }
        conflicts.append(path)
        return ours ?? theirs
    }

    private mutating func merge(
        base: [String: JSONValue]?,
        ours: [String: JSONValue],
        theirs: [String: JSONValue],
        at path: [String]
    ) -> [String: JSONValue] {
        var merged: [String: JSONValue] = [:]
        for key in Set(ours.keys).union(theirs.keys).sorted() {
            let keyPath: [String] = path + [key]
            var (one, other, before) = (ours[key], theirs[key], base?[key])
            // An empty list is not written.
            if [one, other, before].contains(where: { $0?.elements != nil }) {
                (one, other, before) = (one ?? .list([]), other ?? .list([]), before ?? .list([]))
            } else if base == nil, one != other {
                // A value that both sides added must be the same.
                conflicts.append(keyPath)
                merged[key] = one ?? other
                continue
            }
            merged[key] = merge(base: before, ours: one, theirs: other, at: keyPath)
        }
        return merged
    }

    private mutating func mergeNamed(
        base: [JSONValue],
        ours: [JSONValue],
        theirs: [JSONValue],
        at path: [String]
    ) -> [JSONValue] {
        let (before, one, other) = (Self.byName(base), Self.byName(ours), Self.byName(theirs))
        // Elements that contain others are merged one by one. All others are taken from one side, or merged key by key if
        // that has no conflict.
        let isContainer = path.count == 1 && MergeKeys.containers.contains(path[0])
        return Self.order(
            base: base.compactMap(\.name),
            ours: ours.compactMap(\.name),
            theirs: theirs.compactMap(\.name)
        ).compactMap {
            name in
            let keyPath: [String] = path + [name]
            if isContainer { return merge(base: before[name], ours: one[name], theirs: other[name], at: keyPath) }
            var inner = JSONMerge()
            let merged: JSONValue? = inner.merge(base: before[name], ours: one[name], theirs: other[name], at: keyPath)
            if inner.conflicts.isEmpty { return merged }
            conflicts.append(keyPath)
            return one[name] ?? other[name]
        }
    }

    private static func byName(_ elements: [JSONValue]) -> [String: JSONValue] {
        Dictionary(elements.map { ($0.name ?? "", $0) }) { one, _ in one }
    }

    /// All names in our order, or in theirs if only they changed it. A name that one side added follows the same name
    /// as on that side.
    static func order(base: [String], ours: [String], theirs: [String]) -> [String] {
        let shared = Set(ours).intersection(theirs).intersection(base)
        let before: [String] = base.filter(shared.contains)
        let isOurs = ours.filter(shared.contains) != before || theirs.filter(shared.contains) == before
        let order: [String] = isOurs ? ours : theirs
        let known = Set(order)
        // The names that the other side added, by the known name before them; `leading` are those before the first one.
        var added: [String: [String]] = [:]
        var leading: [String] = []
        var (last, first): (String?, String?) = (nil, nil)
        for name in isOurs ? theirs : ours {
            if known.contains(name) {
                last = name
                first = first ?? name
            } else if let last {
                added[last, default: []].append(name)
            } else {
                leading.append(name)
            }
        }
        guard let first else { return order + leading }
        return order.flatMap { name in (name == first ? leading : []) + [name] + (added[name] ?? []) }
    }

    private static func mergeSets(base: [JSONValue], ours: [JSONValue], theirs: [JSONValue]) -> [JSONValue] {
        ours.filter { !base.contains($0) || theirs.contains($0) }
            + theirs.filter { !base.contains($0) && !ours.contains($0) }
    }
}

extension JSONValue {
    fileprivate var name: String? {
        if case .object(let object) = self, case .text(let name)? = object["name"] { name } else { nil }
    }
}
