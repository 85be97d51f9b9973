/// The bytes of a store with the list of its free pages (<https://sqlite.org/fileformat2.html>, section 1.5): the header has
/// the first trunk and the number of all free pages; a trunk has the next one, the number of its leaves, and these.
struct FreePageList {
    private(set) var bytes: [UInt8]

    /// The trunks, as they were before all edits.
    private(set) var trunks: [Int] = []

    private let pageSize: Int

    private static let (firstTrunk, pageCount, freeCount) = (32, 28, 36)

    /// Creates the list of a good store.
    ///
    /// - Parameters:
    ///   - bytes: The store.
    ///   - leavesPerTrunk: The number of leaves that each trunk gets; SQLite fills one after the other.
    init(in bytes: [UInt8], leavesPerTrunk: Int) {
        self.bytes = bytes
        pageSize = Int(bytes[16]) << 8 | Int(bytes[17])
        var pages: [Int] = []
        var trunk = number(at: Self.firstTrunk)
        while trunk > 0 {
            let start = (trunk - 1) * pageSize
            pages += [trunk] + (0..<number(at: start + 4)).map { number(at: start + 8 + 4 * $0) }
            trunk = number(at: start)
        }
        var groups: [ArraySlice<Int>] = []
        for start in stride(from: 0, to: pages.count, by: 1 + leavesPerTrunk) {
            groups.append(pages[start..<min(pages.count, start + 1 + leavesPerTrunk)])
        }
        trunks = groups.compactMap(\.first)
        set(trunks.first ?? 0, at: Self.firstTrunk)
        for (index, group) in groups.enumerated() {
            let next = index + 1 < trunks.count ? trunks[index + 1] : 0
            for (offset, value) in ([next, group.count - 1] + group.dropFirst()).enumerated() {
                set(value, at: (trunks[index] - 1) * pageSize + 4 * offset)
            }
        }
    }

    /// A number of the list that an edit changes.
    enum Field: UInt8, CaseIterable {
        case firstTrunk, freeCount, nextTrunk, leafCount, leaf
    }

    /// Changes a number of the list.
    ///
    /// - Parameters:
    ///   - field: The number.
    ///   - trunk: Chooses the trunk.
    ///   - leaf: Chooses the leaf.
    ///   - choice: Chooses the new value: for a page, what is none, a trunk, or a root; for a count, one more, one less and such.
    ///   - roots: The pages at which tables and indexes begin, of which there are some.
    ///   - choosesAnyPage: Whether any page is chosen, too.
    mutating func edit(_ field: Field, trunk: Int, leaf: Int, choice: Int, roots: [Int], choosesAnyPage: Bool) {
        if trunks.isEmpty { return }
        let start = (trunks[trunk % trunks.count] - 1) * pageSize
        let (last, capacity) = (number(at: Self.pageCount), pageSize / 4 - 2)
        let offset =
            switch field {
            case .firstTrunk: Self.firstTrunk
            case .freeCount: Self.freeCount
            case .nextTrunk: start
            case .leafCount: start + 4
            case .leaf: start + 8 + 4 * (leaf % max(1, min(capacity, number(at: start + 4))))
            }
        let values: [Int]
        if field == .freeCount || field == .leafCount {
            let current = number(at: offset)
            values = (-3...3).map { current + $0 } + [0, 1, capacity, capacity + 1, last, 0x8000_0000, 0xFFFF_FFFF]
        } else {
            let other = trunk + leaf
            values =
                [0, last + 1, 0xFFFF_FFFF, trunks[other % trunks.count], roots[other % roots.count]]
                + (choosesAnyPage ? [1 + other % last] : [])
        }
        set(values[choice % values.count], at: offset)
    }

    private func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }

    private mutating func set(_ value: Int, at offset: Int) {
        for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index)) }
    }
}
