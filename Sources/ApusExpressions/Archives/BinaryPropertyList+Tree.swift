extension BinaryPropertyList {
    /// The greatest number of objects of a tree, the greatest size of its texts and data, where what others share counts with each,
    /// and the greatest depth. A reader makes a copy for each.
    private static let (countLimit, sizeLimit, depthLimit) = (1 << 22, 1 << 28, 200)

    /// Whether the list is a tree of plain values: no object contains itself, all are there and whole, and the keys of
    /// dictionaries are texts. Foundation's reader ends the process on Linux at most of what is not.
    package var isTree: Bool {
        var (count, size) = (0, 0)
        func isWhole(_ number: Int, depth: Int, isKey: Bool = false) -> Bool {
            count += 1
            guard count <= Self.countLimit, size <= Self.sizeLimit, depth < Self.depthLimit else { return false }
            switch object(number) {
            case .string(let text)?: size += text.utf8.count
            case _ where isKey: return false
            case nil, .null?, .uid?: return false
            case .data(let data)?: size += data.count
            case .array(let elements)?: return elements.allSatisfy { isWhole($0, depth: depth + 1) }
            case .dictionary(let keys, let values)?:
                return keys.allSatisfy { isWhole($0, depth: depth + 1, isKey: true) }
                    && values.allSatisfy { isWhole($0, depth: depth + 1) }
            default: break
            }
            return size <= Self.sizeLimit
        }
        return isSound && isWhole(root, depth: 0)
    }
}
