/// Moves values in a row as near as possible to their wishes without changing their order: pooling of adjacent violators, with medians.
struct IsotonicRegression {
    /// A wished value.
    struct Wish {
        var value: Int
        var weight: Int
    }

    /// Values of one block are equal.
    private struct Block {
        var first: Int
        var value: Int
        /// Sorted by value.
        var wishes: [Wish]
    }

    /// Above this, a block is described by one wish: many more do not change where it is.
    private static let limit = 64

    private var blocks: [Block] = []

    /// Rising values, within bounds, for the wishes of each one.
    static func values(for wishes: [[Wish]], in bounds: ClosedRange<Int>) -> [Int] {
        var regression = IsotonicRegression()
        for (index, wishes) in wishes.enumerated() { regression.append(index, wishes) }
        var values = Array(repeating: bounds.lowerBound, count: wishes.count)
        for (number, block) in regression.blocks.enumerated() {
            let end = number + 1 < regression.blocks.count ? regression.blocks[number + 1].first : wishes.count
            for index in block.first..<end {
                values[index] = min(max(block.value, bounds.lowerBound), bounds.upperBound)
            }
        }
        return values
    }

    private mutating func append(_ index: Int, _ wishes: [Wish]) {
        let wishes = Self.compressed(wishes.sorted { ($0.value, $0.weight) < ($1.value, $1.weight) })
        var block = Block(first: index, value: Self.median(wishes), wishes: wishes)
        while let last = blocks.last, last.value > block.value {
            blocks.removeLast()
            let merged = Self.compressed(Self.merged(last.wishes, block.wishes))
            block = Block(first: last.first, value: Self.median(merged), wishes: merged)
        }
        blocks.append(block)
    }

    /// The value that half of the weight is not above and half of it not below.
    private static func median(_ wishes: [Wish]) -> Int {
        let total = wishes.reduce(0) { $0 + $1.weight }
        var sum = 0
        for wish in wishes {
            sum += wish.weight
            // Between two middle values, each is as good as the other; one of them makes a link straight.
            if 2 * sum >= total { return wish.value }
        }
        return wishes.last?.value ?? 0
    }

    private static func compressed(_ wishes: [Wish]) -> [Wish] {
        guard wishes.count > limit else { return wishes }
        return [Wish(value: median(wishes), weight: wishes.reduce(0) { $0 + $1.weight })]
    }

    private static func merged(_ first: [Wish], _ second: [Wish]) -> [Wish] {
        var result: [Wish] = []
        result.reserveCapacity(first.count + second.count)
        var (left, right) = (0, 0)
        while left < first.count || right < second.count {
            if right == second.count || (left < first.count && first[left].value <= second[right].value) {
                result.append(first[left])
                left += 1
            } else {
                result.append(second[right])
                right += 1
            }
        }
        return result
    }
}
