import ApusSchema

/// Puts together what two people made of one value, each from the same base: key by key, and element by element where
/// elements have names.
struct JSONMerge {
    /// Where both said something, and not the same: the names and keys from the root.
    private(set) var conflicts: [[String]] = []

    init() {}

    /// Puts the three together; of a conflict what is ours, or theirs where ours is gone.
    mutating func merge(
        _ base: JSONValue?,
        _ ours: JSONValue?,
        _ theirs: JSONValue?,
        at path: [String] = []
    ) -> JSONValue? {
        if ours == theirs || base == theirs { return ours }
        if base == ours { return theirs }
        switch (ours, theirs) {
        case (.object(let one)?, .object(let other)?):
            let before: [String: JSONValue]? = if case .object(let object)? = base { object } else { nil }
            return .object(merge(before, one, other, at: path))
        case (.list(let one)?, .list(let other)?):
            let before: [JSONValue] = base?.elements ?? []
            if [before, one, other].allSatisfy({ $0.allSatisfy { $0.name != nil } }) {
                return .list(mergeNamed(before, one, other, at: path))
            }
            if let key = path.last, MergeKeys.sets.contains(key) { return .list(Self.mergeSets(before, one, other)) }
        default: break
        }
        conflicts.append(path)
        return ours ?? theirs
    }

    private mutating func merge(
        _ base: [String: JSONValue]?,
        _ ours: [String: JSONValue],
        _ theirs: [String: JSONValue],
        at path: [String]
    ) -> [String: JSONValue] {
        var merged: [String: JSONValue] = [:]
        for key in Set(ours.keys).union(theirs.keys).sorted() {
            let place: [String] = path + [key]
            var (one, other, before) = (ours[key], theirs[key], base?[key])
            // A list without elements is not written.
            if [one, other, before].contains(where: { $0?.elements != nil }) {
                (one, other, before) = (one ?? .list([]), other ?? .list([]), before ?? .list([]))
            } else if base == nil, one != other {
                // What both added from nothing must be the same.
                conflicts.append(place)
                merged[key] = one ?? other
                continue
            }
            merged[key] = merge(before, one, other, at: place)
        }
        return merged
    }

    private mutating func mergeNamed(
        _ base: [JSONValue],
        _ ours: [JSONValue],
        _ theirs: [JSONValue],
        at path: [String]
    ) -> [JSONValue] {
        let (before, one, other) = (Self.byName(base), Self.byName(ours), Self.byName(theirs))
        // Elements that hold others are put together one by one. All others are taken as they are by one side, or key by key
        // where that agrees.
        let isContainer: Bool = path.count == 1 && MergeKeys.containers.contains(path[0])
        return Self.order(base.compactMap(\.name), ours.compactMap(\.name), theirs.compactMap(\.name)).compactMap {
            name in
            let place: [String] = path + [name]
            if isContainer { return merge(before[name], one[name], other[name], at: place) }
            var inner = JSONMerge()
            let merged: JSONValue? = inner.merge(before[name], one[name], other[name], at: place)
            if inner.conflicts.isEmpty { return merged }
            conflicts.append(place)
            return one[name] ?? other[name]
        }
    }

    private static func byName(_ elements: [JSONValue]) -> [String: JSONValue] {
        Dictionary(elements.map { ($0.name ?? "", $0) }) { one, _ in one }
    }

    /// All names in our order, or in theirs where only they changed it; what one side added stands behind what it stands
    /// behind there.
    static func order(_ base: [String], _ ours: [String], _ theirs: [String]) -> [String] {
        let shared: Set<String> = Set(ours).intersection(theirs).intersection(base)
        let before: [String] = base.filter(shared.contains)
        let isOurs: Bool = ours.filter(shared.contains) != before || theirs.filter(shared.contains) == before
        let order: [String] = isOurs ? ours : theirs
        let known: Set<String> = Set(order)
        // What the other side added, by what it stands behind; what stands before all of that is by the first.
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

    private static func mergeSets(_ base: [JSONValue], _ ours: [JSONValue], _ theirs: [JSONValue]) -> [JSONValue] {
        ours.filter { !base.contains($0) || theirs.contains($0) }
            + theirs.filter { !base.contains($0) && !ours.contains($0) }
    }
}

extension JSONValue {
    fileprivate var name: String? {
        if case .object(let object) = self, case .text(let name)? = object["name"] { name } else { nil }
    }
}
