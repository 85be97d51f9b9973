extension BinaryPropertyList {
    /// The greatest number of objects of a tree, where one that others share counts with each, and the greatest depth.
    private static let (countLimit, depthLimit) = (1 << 22, 200)

    /// Whether the list is a tree of plain values: no object contains itself, all are there and whole, and the keys of
    /// dictionaries are texts. Foundation's reader ends the process on Linux at most of what is not.
    package var isTree: Bool {
        var count = 0
        func isWhole(_ number: Int, depth: Int) -> Bool {
            count += 1
            guard count <= Self.countLimit, depth < Self.depthLimit else { return false }
            switch object(number) {
            case nil, .null?, .uid?: return false
            case .array(let elements)?: return elements.allSatisfy { isWhole($0, depth: depth + 1) }
            case .dictionary(let keys, let values)?:
                return keys.allSatisfy { if case .string? = object($0) { true } else { false } }
                    && values.allSatisfy { isWhole($0, depth: depth + 1) }
            default: return true
            }
        }
        return isSound && isWhole(root, depth: 0)
    }
}
