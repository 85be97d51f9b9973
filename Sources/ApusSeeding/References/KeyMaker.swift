import ApusSchema

/// Chooses the object that each object refers to by a to-one relationship.
struct KeyMaker {
    /// The relationship.
    let relationship: SeedRelationship

    /// The identities of the source objects.
    let sources: Range<Int>

    /// The identities of the target objects.
    let targets: Range<Int>

    /// Whether sources and targets are in one hierarchy and overlap.
    let isWithinItself: Bool

    /// The generator.
    var random: SplitMix64

    /// The target of each source, or 0 for none.
    mutating func keys() -> [Int] {
        if sources.isEmpty || targets.isEmpty || relationship.isImpossible {
            return Array(repeating: 0, count: sources.count)
        }
        if relationship.isOwnInverse { return couples() }
        return relationship.sourcesPerTarget.upperBound == 1 ? singles() : families()
    }

    private var isRequired: Bool { relationship.holder.needsObject }

    /// Couples of neighbours that refer to each other. An odd last one refers to itself, or to none.
    private func couples() -> [Int] {
        var keys: [Int] = Array(repeating: 0, count: sources.count)
        // If the relationship is optional, the first object has no partner.
        let first: Int = isRequired ? 0 : 1
        var index: Int = first
        while index + 1 < keys.count {
            keys[index] = sources.lowerBound + index + 1
            keys[index + 1] = sources.lowerBound + index
            index += 2
        }
        if isRequired, index < keys.count { keys[index] = sources.lowerBound + index }
        return keys
    }

    /// Refers to each target at most once.
    private mutating func singles() -> [Int] {
        var keys: [Int] = Array(repeating: 0, count: sources.count)
        guard isWithinItself else {
            var count: Int = min(sources.count, targets.count)
            if !isRequired, !relationship.isInverseRequired {
                count = min(count, max(1, sources.count - 1), count * 4 / 5 + 1)
            }
            let some: [Int] = random.sample(count, of: targets)
            let chosen: [Int] =
                count == sources.count ? Array(sources) : random.sample(count, of: rested(count)).sorted()
            for (source, target) in zip(chosen, some) { keys[source - sources.lowerBound] = target }
            return keys
        }
        if isRequired || relationship.isInverseRequired {
            // Each one must have a target, or be one: that is only possible in a ring.
            for (index, target) in targets.enumerated() where index < keys.count {
                keys[index] = index + 1 < targets.count ? target + 1 : targets.lowerBound
            }
            return keys
        }
        var next: Int = targets.lowerBound
        for source in sources where next < source && next < targets.upperBound && !random.oneIn(5) {
            keys[source - sources.lowerBound] = next
            next += 1
        }
        return keys
    }

    /// The sources to choose a number from: all but the first, if that is enough.
    private func rested(_ count: Int) -> Range<Int> {
        count < sources.count ? sources.dropFirst() : sources
    }

    /// Refers to a target many times.
    private mutating func families() -> [Int] {
        if isWithinItself, !relationship.isInverseRequired, !isRequired || relationship.sourcesPerTarget.lowerBound == 1
        {
            return tree()
        }
        let range: ClosedRange<Int> = relationship.sourcesPerTarget
        var parents: Int = relationship.isInverseRequired ? targets.count : max(1, targets.count * 4 / 5)
        var sum: Int = isRequired ? sources.count : max(1, sources.count * 7 / 8)
        if !relationship.isInverseRequired {
            parents = min(parents, sum / range.lowerBound)
            if isRequired { parents = min(max(parents, (sum - 1) / range.upperBound + 1), targets.count) }
        }
        guard parents > 0 else { return Array(repeating: 0, count: sources.count) }
        if !isRequired {
            let (most, isTooLarge) = parents.multipliedReportingOverflow(by: range.upperBound)
            sum = min(max(sum, parents * range.lowerBound), isTooLarge ? .max : most, sources.count)
        }
        let some: [Int] = parents == targets.count ? Array(targets) : random.sample(parents, of: targets)
        let degrees: [Int] = Degrees.skewed(parents, sum: sum, each: range, using: &random)
        var slots: [Int] = []
        slots.reserveCapacity(sum)
        for (target, degree) in zip(some, degrees) { for _ in 0..<degree { slots.append(target) } }
        random.shuffle(&slots)
        var keys: [Int] = Array(repeating: 0, count: sources.count)
        if slots.count >= sources.count {
            for index in keys.indices { keys[index] = slots[index] }
        } else {
            let chosen: [Int] = random.sample(slots.count, of: rested(slots.count))
            for (source, target) in zip(chosen, slots) { keys[source - sources.lowerBound] = target }
        }
        return keys
    }

    /// Refers to objects that come before, so that there is no cycle. If the relationship is required, the first object
    /// refers to itself.
    private mutating func tree() -> [Int] {
        let range: ClosedRange<Int> = relationship.sourcesPerTarget
        var keys: [Int] = Array(repeating: 0, count: sources.count)
        // Objects that can be targets come first; the others can refer to any of them.
        let order: [Int] = sources.filter(targets.contains) + sources.filter { !targets.contains($0) }
        var index: Int = isRequired ? 0 : max(1, min(order.count / 8, 20))
        var parent: Int = targets.lowerBound
        while index < order.count, parent < targets.upperBound {
            let left: Int = order.count - index
            guard left >= range.lowerBound else { break }
            let after: Int = targets.upperBound - parent - 1
            let isLast = isRequired && left / range.upperBound >= after
            var size: Int = range.lowerBound + random.tailed(in: 0...min(12, range.upperBound - range.lowerBound))
            if isLast { size = range.upperBound }
            // The first parent is its own child, so it needs another one.
            if isRequired, index == 0 { size = max(size, min(2, range.upperBound)) }
            for source in order[index..<min(index + size, order.count)] { keys[source - sources.lowerBound] = parent }
            index = min(index + size, order.count)
            parent += 1
            // Some have no children.
            let maySkip = !isRequired || range.upperBound == Int(Int32.max)
            if !isLast, maySkip, index < order.count, random.oneIn(3) {
                let next: Int = targets.contains(order[index]) ? order[index] : targets.upperBound
                if parent + 2 < min(next, targets.upperBound - left / 4) { parent += 1 }
            }
        }
        return keys
    }
}
