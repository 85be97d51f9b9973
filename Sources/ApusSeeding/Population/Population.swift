/// Which objects there are: their kinds and identities.
struct Population: Sendable {
    /// The kinds.
    let list: KindList

    /// The identities of each kind's objects; those of a hierarchy follow each other from 1.
    let identities: [Range<Int>]

    /// Gives identities to counted objects.
    init(_ list: KindList, counts: [Int]) {
        self.list = list
        var next: Int = 1
        var root: String?
        var identities: [Range<Int>] = []
        for (kind, count) in zip(list.kinds, counts) {
            if kind.root != root {
                root = kind.root
                next = 1
            }
            identities.append(next..<next + count)
            next += count
        }
        self.identities = identities
    }

    /// The identities of all objects that are of an entity or of one that inherits from it.
    func identities(of entity: String) -> Range<Int> {
        let span: Range<Int> = list.span(entity)
        guard let first = span.first, let last = span.last else { return 1..<1 }
        return identities[first].lowerBound..<identities[last].upperBound
    }
}
