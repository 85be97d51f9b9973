import ApusLayout

/// A part of the picture, with its borders. A line is a rectangle without an extent in one direction.
struct Rectangle: Hashable {
    var x: ClosedRange<Int>
    var y: ClosedRange<Int>

    /// Whether the insides of the two overlap, or the line crosses the inside.
    func overlaps(_ other: Rectangle) -> Bool {
        x.lowerBound < other.x.upperBound && other.x.lowerBound < x.upperBound
            && y.lowerBound < other.y.upperBound && other.y.lowerBound < y.upperBound
    }

    /// The smallest rectangle with both.
    func union(_ other: Rectangle) -> Rectangle {
        Rectangle(
            x: min(x.lowerBound, other.x.lowerBound)...max(x.upperBound, other.x.upperBound),
            y: min(y.lowerBound, other.y.lowerBound)...max(y.upperBound, other.y.upperBound)
        )
    }

    /// Whether the distance of the two is less than a length, in both directions.
    func isNear(_ other: Rectangle, _ distance: Int) -> Bool {
        x.lowerBound - other.x.upperBound < distance && other.x.lowerBound - x.upperBound < distance
            && y.lowerBound - other.y.upperBound < distance && other.y.lowerBound - y.upperBound < distance
    }
}

/// The smaller one of two numbers up to the larger one.
func range(_ first: Int, _ second: Int) -> ClosedRange<Int> { min(first, second)...max(first, second) }

extension Placement {
    /// The rectangle of a box.
    func rectangle(_ box: Int, of graph: Graph) -> Rectangle {
        let position = positions[box]
        return Rectangle(
            x: position.x...(position.x + graph.boxes[box].width),
            y: position.y...(position.y + graph.boxes[box].height)
        )
    }

    /// The pieces of a route, which fill all heights of the boxes at their ends.
    func pieces(_ edge: Int, of graph: Graph) -> [Rectangle] {
        let route = routes[edge]
        let source = rectangle(graph.edges[edge].source, of: graph)
        let target = rectangle(graph.edges[edge].target, of: graph)
        let bends = route.bends
        var heights = [source.y]
        for index in stride(from: 1, to: bends.count, by: 2) { heights.append(bends[index]...bends[index]) }
        heights.append(target.y)
        var xs = [route.sourceSide == .left ? source.x.lowerBound : source.x.upperBound]
        for index in stride(from: 0, to: bends.count, by: 2) { xs.append(bends[index]) }
        xs.append(route.targetSide == .left ? target.x.lowerBound : target.x.upperBound)
        var pieces: [Rectangle] = []
        for index in heights.indices {
            pieces.append(Rectangle(x: range(xs[index], xs[index + 1]), y: heights[index]))
            guard index + 1 < heights.count else { break }
            let next = heights[index + 1]
            let top = min(heights[index].lowerBound, next.lowerBound)
            let bottom = max(heights[index].upperBound, next.upperBound)
            pieces.append(Rectangle(x: xs[index + 1]...xs[index + 1], y: top...bottom))
        }
        return pieces
    }
}
