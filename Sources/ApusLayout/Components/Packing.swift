/// Packs the pictures of components into one of about the wished shape.
struct Packing {
    let options: Graph.Options

    /// The whole picture: components on shelves, the highest ones first, and the singletons in a grid below them.
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
        let best = candidateWidths(pictures + singletons)
            .map { width in (shelves(pictures, width: width), width) }
            .map { shelves, width in
                (shelves, grid(singletons, width: max(width, shelves.width), below: shelves.height))
            }
            .min { cost($0.0, $0.1) < cost($1.0, $1.1) }
        guard let (shelves, grid) = best else { return placement }
        for (picture, corner) in zip(pictures, shelves.corners) { placement.add(picture, at: corner) }
        for (picture, corner) in zip(singletons, grid.corners) { placement.add(picture, at: corner) }
        placement.width = max(shelves.width, grid.width)
        placement.height = max(shelves.height, grid.height)
        return placement
    }

    /// The corners of pictures, and the size that they fill.
    private struct Arrangement {
        var corners: [Placement.Point] = []
        var width = 0
        var height = 0
    }

    /// Highest first, and in their own order if they are equally high.
    private func highestFirst(_ pictures: [Picture]) -> [Picture] {
        pictures.enumerated()
            .sorted { ($1.element.height, $0.offset) < ($0.element.height, $1.offset) }
            .map(\.element)
    }

    /// Widths to try, around that of a square-like picture of the wished shape.
    private func candidateWidths(_ pictures: [Picture]) -> [Int] {
        guard let widest = pictures.map(\.width).max() else { return [] }
        let area = pictures.reduce(0.0) {
            $0 + Double($1.width + options.boxSpacing) * Double($1.height + options.boxSpacing)
        }
        let ideal = (area * options.aspectRatio).squareRoot()
        let factors = [0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.45, 1.6]
        return [widest] + factors.map { max(widest, Int(ideal * $0)) }
    }

    /// How far a picture is from the wished shape, and how large it is.
    private func cost(_ shelves: Arrangement, _ grid: Arrangement) -> Double {
        let width = Double(max(shelves.width, grid.width, 1))
        let height = Double(max(shelves.height, grid.height, 1))
        // The side of the smallest picture of the wished shape that contains this one.
        return max(width, height * options.aspectRatio)
    }

    private func shelves(_ pictures: [Picture], width limit: Int) -> Arrangement {
        var result = Arrangement()
        var x = 0
        var y = 0
        var shelf = 0
        for picture in pictures {
            if x > 0, x + picture.width > limit {
                y += shelf + options.componentSpacing
                x = 0
                shelf = 0
            }
            result.corners.append(Placement.Point(x: x, y: y))
            result.width = max(result.width, x + picture.width)
            shelf = max(shelf, picture.height)
            result.height = y + shelf
            x += picture.width + options.componentSpacing
        }
        return result
    }

    /// Singletons in rows, in columns of one width.
    private func grid(_ singletons: [Picture], width limit: Int, below top: Int) -> Arrangement {
        var result = Arrangement()
        guard let widest = singletons.map(\.width).max() else { return result }
        let step = widest + options.boxSpacing
        let columns = max(1, (limit + options.boxSpacing) / step)
        var y = top == 0 ? 0 : top + options.componentSpacing
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
