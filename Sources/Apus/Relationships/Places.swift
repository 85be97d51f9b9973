import ApusSchema

/// Places for the objects of a list, so that they rise in the list's order.
enum Places {
    /// Keeps as many of the old places as can be kept.
    ///
    /// - Parameter old: The places that the objects have, in the list's new order; `nil` of an object that has none.
    /// - Returns: The places, strictly rising.
    static func rising(_ old: [Int64?]) -> [Int64] {
        let kept: [Bool] = longestRise(old)
        var places: [Int64] = []
        var gap: [Int] = []
        /// Puts the objects that wait between two that stay; false where there is no room.
        func fill(upTo upper: Int64?) -> Bool {
            defer { gap = [] }
            if gap.isEmpty { return true }
            let lower: Int64? = places.last
            let count = Int64(gap.count)
            let step: Int64
            let first: Int64
            switch (lower, upper) {
            case (let lower?, let upper?):
                let (room, overflows) = upper.subtractingReportingOverflow(lower)
                step = (overflows ? .max : room) / (count + 1)
                first = lower
            case (let lower?, nil): (step, first) = (Layout.placeGap, lower)
            case (nil, let upper?):
                step = Layout.placeGap
                let (start, overflows) = upper.subtractingReportingOverflow(
                    step.multipliedReportingOverflow(by: count + 1).0
                )
                if overflows { return false }
                first = start
            case (nil, nil): (step, first) = (Layout.placeGap, 0)
            }
            if step < 1 { return false }
            for number in 1...count {
                let (distance, isFar) = step.multipliedReportingOverflow(by: number)
                let (place, overflows) = first.addingReportingOverflow(distance)
                if isFar || overflows { return false }
                places.append(place)
            }
            return true
        }
        for (index, place) in old.enumerated() {
            guard let place, kept[index] else {
                gap.append(index)
                continue
            }
            guard fill(upTo: place) else { return fresh(old.count) }
            places.append(place)
        }
        return fill(upTo: nil) ? places : fresh(old.count)
    }

    /// Places for a list that has no room left.
    private static func fresh(_ count: Int) -> [Int64] { (0..<count).map { Int64($0 + 1) * Layout.placeGap } }

    /// Which of the places stand in one of the longest lists of strictly rising ones.
    private static func longestRise(_ places: [Int64?]) -> [Bool] {
        // The indexes of the least last places of rises of each length.
        var ends: [Int] = []
        var before: [Int?] = Array(repeating: nil, count: places.count)
        for (index, place) in places.enumerated() {
            guard let place else { continue }
            var (low, high): (Int, Int) = (0, ends.count)
            while low < high {
                let middle: Int = (low + high) / 2
                if places[ends[middle]] ?? .min < place { low = middle + 1 } else { high = middle }
            }
            before[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var kept: [Bool] = Array(repeating: false, count: places.count)
        var next: Int? = ends.last
        while let index = next {
            kept[index] = true
            next = before[index]
        }
        return kept
    }
}
