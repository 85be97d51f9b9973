/// Two lists as one.
enum ListMerge {
    /// Merges an older list into a newer one's order. An older element that the newer list does not have follows the one that it
    /// followed in the older list.
    ///
    /// - Parameters:
    ///   - count: The number of older elements.
    ///   - pairs: The index of the older element for each newer one, if it has one; each at most once.
    /// - Returns: The indices of each element in both lists.
    static func merged(older count: Int, into pairs: [Int?]) -> [(old: Int?, new: Int?)] {
        var newer: [Int: Int] = [:]
        for (index, old) in pairs.enumerated() { if let old { newer[old] = index } }
        var first: [Int] = []
        var followers: [Int: [Int]] = [:]
        var last: Int?
        for old in 0..<count {
            if let index = newer[old] {
                last = index
            } else if let last {
                followers[last, default: []].append(old)
            } else {
                first.append(old)
            }
        }
        return first.map { ($0, nil) }
            + pairs.enumerated().flatMap { index, old -> [(old: Int?, new: Int?)] in
                [(old, index)] + (followers[index] ?? []).map { ($0, nil) }
            }
    }
}
