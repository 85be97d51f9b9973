/// Sets of indices that are united: union by size, with paths halved.
struct DisjointSets {
    private var parents: [Int]
    private var sizes: [Int]

    init(count: Int) {
        parents = Array(0..<count)
        sizes = Array(repeating: 1, count: count)
    }

    mutating func root(of index: Int) -> Int {
        var index = index
        while parents[index] != index {
            parents[index] = parents[parents[index]]
            index = parents[index]
        }
        return index
    }

    mutating func unite(_ first: Int, _ second: Int) {
        var (large, small) = (root(of: first), root(of: second))
        guard large != small else { return }
        if sizes[large] < sizes[small] { swap(&large, &small) }
        parents[small] = large
        sizes[large] += sizes[small]
    }
}
