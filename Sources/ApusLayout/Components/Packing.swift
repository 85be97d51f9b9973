/// Packs the pictures of components into one of about the wished shape.
struct Packing {
    let options: Graph.Options

    /// The whole picture: the highest component first, and the grid of the singletons last.
    func packed(_ pictures: [Picture], singletons: [Picture], boxes: Int, edges: Int) -> Placement {
        var placement = Placement(
            width: 0,
            height: 0,
            positions: Array(repeating: Placement.Point(x: 0, y: 0), count: boxes),
            routes: Array(
                repeating: Placement.Route(sourceSide: .right, targetSide: .right, bends: [0]),
                count: edges
            )
        )
        let pictures = highestFirst(pictures)
        let singletons = highestFirst(singletons)
        let grids = Self.candidateCounts(singletons.count).map { grid(singletons, columns: $0) }
        var best: Arrangement?
        for width in candidateWidths(pictures + singletons) {
            for grid in grids {
                let arrangement = arranged(pictures, and: grid, width: width)
                if best.map({ cost(arrangement) < cost($0) }) ?? true { best = arrangement }
            }
        }
        guard let best else { return placement }
        for (picture, corner) in zip(pictures + singletons, best.corners) { placement.add(picture, at: corner) }
        placement.width = best.width
        placement.height = best.height
        return placement
    }

    /// The corners of pictures, and the size that they fill.
    private struct Arrangement {
        var corners: [Placement.Point] = []
        var width = 0
        var height = 0
        /// Whether the grid of singletons is beside the other components and not below one.
        var hasGridAside = false
    }

    /// Highest first, and in their own order if they are equally high.
    private func highestFirst(_ pictures: [Picture]) -> [Picture] {
        pictures.enumerated()
            .sorted { ($1.element.height, $0.offset) < ($0.element.height, $1.offset) }
            .map(\.element)
    }

    /// Widths to try, around that of a picture of the wished shape without a gap.
    private func candidateWidths(_ pictures: [Picture]) -> [Int] {
        guard let widest = pictures.map(\.width).max() else { return [] }
        let area = pictures.reduce(0.0) {
            $0 + Double($1.width + options.boxSpacing) * Double($1.height + options.boxSpacing)
        }
        let ideal = (area * options.aspectRatio).squareRoot()
        let factors = [0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.45, 1.6]
        return [widest] + factors.map { Int(ideal * $0) }.filter { $0 > widest }
    }

    /// Numbers of columns to try: all small ones, and fewer of the large ones.
    private static func candidateCounts(_ count: Int) -> [Int] {
        if count == 0 { return [0] }
        var result: [Int] = []
        var columns = 1
        while columns <= count {
            result.append(columns)
            columns += max(1, columns / 8)
        }
        return result
    }

    /// The width of the smallest picture of the wished shape that contains an arrangement; the area decides between equal ones.
    private func cost(_ arrangement: Arrangement) -> (Double, Double) {
        let width = Double(arrangement.width)
        let height = Double(arrangement.height)
        // A grid below the others reads as the end of the picture.
        let factor = arrangement.hasGridAside ? 1.06 : 1
        return (max(width, height * options.aspectRatio) * factor, width * height)
    }

    private func arranged(_ pictures: [Picture], and grid: Arrangement, width limit: Int) -> Arrangement {
        var skyline = Skyline(limit: limit, spacing: options.componentSpacing)
        var result = Arrangement()
        result.corners = pictures.map { skyline.add(width: $0.width, height: $0.height) }
        if !grid.corners.isEmpty {
            let corner = skyline.add(width: grid.width, height: grid.height)
            result.hasGridAside = corner.x > 0 && corner.y == 0
            result.corners += grid.corners.map { Placement.Point(x: $0.x + corner.x, y: $0.y + corner.y) }
        }
        result.width = skyline.width
        result.height = skyline.height
        return result
    }

    /// Singletons in rows, in columns of one width.
    private func grid(_ singletons: [Picture], columns: Int) -> Arrangement {
        var result = Arrangement()
        guard let widest = singletons.map(\.width).max(), columns > 0 else { return result }
        let step = widest + options.boxSpacing
        var y = 0
        for row in stride(from: 0, to: singletons.count, by: columns) {
            let pictures = singletons[row..<min(row + columns, singletons.count)]
            for (column, picture) in pictures.enumerated() {
                result.corners.append(Placement.Point(x: column * step, y: y))
                result.width = max(result.width, column * step + picture.width)
                result.height = max(result.height, y + picture.height)
            }
            y += (pictures.map(\.height).max() ?? 0) + options.boxSpacing
        }
        return result
    }
}

extension Placement {
    /// Adds the picture of a component.
    fileprivate mutating func add(_ picture: Picture, at corner: Point) {
        for (index, point) in zip(picture.component.boxIndices, picture.positions) {
            positions[index] = Point(x: point.x + corner.x, y: point.y + corner.y)
        }
        for (index, route) in zip(picture.component.edgeIndices, picture.routes) {
            routes[index] = route
            for bend in route.bends.indices {
                routes[index].bends[bend] += bend.isMultiple(of: 2) ? corner.x : corner.y
            }
        }
    }
}
