/// The lower border of what is packed so far, below which the next rectangle finds the highest free corner.
struct Skyline {
    /// A horizontal piece of the border, up to the next one.
    private struct Step {
        var x: Int
        var y: Int
    }

    private let limit: Int
    private let spacing: Int
    private var steps = [Step(x: 0, y: 0)]
    /// The width that is filled.
    private(set) var width = 0
    /// The height that is filled.
    private(set) var height = 0

    /// A border without a rectangle.
    init(limit: Int, spacing: Int) {
        self.limit = limit
        self.spacing = spacing
    }

    /// Adds a rectangle as high as possible, and there as far to the left as possible.
    mutating func add(width: Int, height: Int) -> Placement.Point {
        var best = Placement.Point(x: 0, y: Int.max)
        for (index, step) in steps.enumerated() where index == 0 || step.x + width <= limit {
            var y = 0
            for other in steps[index...] {
                if other.x >= step.x + width + spacing || y >= best.y { break }
                y = max(y, other.y)
            }
            if y < best.y { best = Placement.Point(x: step.x, y: y) }
        }
        cover(best.x, to: best.x + width + spacing, y: best.y + height + spacing)
        self.width = max(self.width, best.x + width)
        self.height = max(self.height, best.y + height)
        return best
    }

    private mutating func cover(_ start: Int, to end: Int, y: Int) {
        var result: [Step] = []
        var last = 0
        for step in steps {
            if step.x < start { result.append(step) }
            if step.x <= end { last = step.y }
        }
        result.append(Step(x: start, y: y))
        if !steps.contains(where: { $0.x == end }) { result.append(Step(x: end, y: last)) }
        for step in steps where step.x >= end { result.append(step) }
        steps = result
    }
}
