extension Component {
    /// The centre of each group with each other box of the group. The centre is the box with most edges within the group, such as the
    /// root of a hierarchy, so that attractions run along the edges of the group.
    var attractions: [(Int, Int)] {
        var degrees = Array(repeating: 0, count: boxes.count)
        for edge in edges {
            guard let group = boxes[edge.source].group, group == boxes[edge.target].group else { continue }
            degrees[edge.source] += 1
            degrees[edge.target] += 1
        }
        var centres: [Int: Int] = [:]
        for (index, box) in boxes.enumerated() {
            guard let group = box.group else { continue }
            if let centre = centres[group], degrees[centre] >= degrees[index] { continue }
            centres[group] = index
        }
        return boxes.enumerated().compactMap { index, box in
            box.group.flatMap { centres[$0] }.flatMap { $0 == index ? nil : ($0, index) }
        }
    }
}
