extension Array {
    /// Returns the index of the first element that satisfies a predicate, and advances `index` beyond it.
    ///
    /// The search starts at `index` and wraps around, because callers usually ask for elements in order.
    func firstIndex(from index: inout Int, where predicate: (Element) -> Bool) -> Int? {
        let start = Swift.min(index, count)
        let found: Int? =
            (start..<count).first { predicate(self[$0]) } ?? (0..<start).first { predicate(self[$0]) }
        if let found { index = found + 1 }
        return found
    }

    /// Returns the first element that satisfies a predicate; see ``firstIndex(from:where:)``.
    func first(from index: inout Int, where predicate: (Element) -> Bool) -> Element? {
        firstIndex(from: &index, where: predicate).map { self[$0] }
    }
}
