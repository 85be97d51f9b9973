extension Array {
    /// The place of the first element that is such: looked for from a place on and then from the start, since elements
    /// are mostly asked for in their own order. The place moves on behind it.
    func firstIndex(from place: inout Int, where isSuch: (Element) -> Bool) -> Int? {
        let start: Int = Swift.min(place, count)
        let found: Int? =
            (start..<count).first { isSuch(self[$0]) } ?? (0..<start).first { isSuch(self[$0]) }
        if let found { place = found + 1 }
        return found
    }

    /// The first element that is such; see ``firstIndex(from:where:)``.
    func first(from place: inout Int, where isSuch: (Element) -> Bool) -> Element? {
        firstIndex(from: &place, where: isSuch).map { self[$0] }
    }
}
