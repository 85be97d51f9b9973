import ApusSchema

/// Assigns order keys to the objects of an ordered relationship.
enum OrderKeys {
    /// Returns ascending keys, keeping as many of the old ones as possible.
    ///
    /// - Parameter old: The objects' old keys, in the new order; `nil` for an object without a key.
    /// - Returns: The new keys, strictly ascending.
    static func ascending(_ old: [Int64?]) -> [Int64] {
        let kept = longestAscendingSubsequence(old)
        var keys: [Int64] = []
        var pending = 0
        /// Adds keys for the pending objects, up to the next key that is kept; returns false if the gap is too small.
        func fill(upTo upper: Int64?) -> Bool {
            defer { pending = 0 }
            if pending == 0 { return true }
            let lower = keys.last
            let count = Int64(pending)
            let step: Int64
            let first: Int64
            switch (lower, upper) {
            case (let lower?, let upper?):
                let (capacity, overflows) = upper.subtractingReportingOverflow(lower)
                step = (overflows ? .max : capacity) / (count + 1)
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
                let (key, overflows) = first.addingReportingOverflow(distance)
                if isFar || overflows { return false }
                keys.append(key)
            }
            return true
        }
        for (index, key) in old.enumerated() {
            guard let key, kept[index] else {
                pending += 1
                continue
            }
            guard fill(upTo: key) else { return evenlySpaced(old.count) }
            keys.append(key)
        }
        return fill(upTo: nil) ? keys : evenlySpaced(old.count)
    }

    /// New keys for a whole list, with the usual gaps.
    private static func evenlySpaced(_ count: Int) -> [Int64] { (0..<count).map { Int64($0 + 1) * Layout.placeGap } }

    /// The indexes, as flags, of one of the longest strictly ascending subsequences.
    private static func longestAscendingSubsequence(_ keys: [Int64?]) -> [Bool] {
        // For each length, the index of the smallest key that ends an ascending subsequence of that length.
        var ends: [Int] = []
        var previous: [Int?] = Array(repeating: nil, count: keys.count)
        for (index, key) in keys.enumerated() {
            guard let key else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if keys[ends[middle]] ?? .min < key { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var kept = Array(repeating: false, count: keys.count)
        var next = ends.last
        while let index = next {
            kept[index] = true
            next = previous[index]
        }
        return kept
    }
}
