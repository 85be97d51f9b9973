import ApusSchema

/// Says to which object each object of a to-one relationship leads.
struct KeyMaker {
    /// The relationship.
    let bond: Bond

    /// The identities of those that lead to others.
    let sources: Range<Int>

    /// The identities of those that they lead to.
    let targets: Range<Int>

    /// Whether both are objects of one hierarchy, one of them among the other's.
    let isWithinItself: Bool

    /// Chance.
    var random: SplitMix64

    /// The object that each source leads to; 0 where it leads to none.
    mutating func keys() -> [Int] {
        guard !sources.isEmpty, !targets.isEmpty else { return Array(repeating: 0, count: sources.count) }
        if bond.isOwnInverse { return couples() }
        return bond.back.upperBound == 1 ? singles() : families()
    }

    private var isRequired: Bool { !bond.holder.isOptional }

    /// Neighbours that lead to each other; an odd last one leads to itself, or to none.
    private func couples() -> [Int] {
        var keys: [Int] = Array(repeating: 0, count: sources.count)
        // The first has no partner where it need not have one.
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

    /// Each target is led to once at most.
    private mutating func singles() -> [Int] {
        var keys: [Int] = Array(repeating: 0, count: sources.count)
        guard isWithinItself else {
            var count: Int = min(sources.count, targets.count)
            if !isRequired, !bond.isBackRequired { count = min(count, max(1, sources.count - 1), count * 4 / 5 + 1) }
            let some: [Int] = random.sample(count, of: targets)
            let chosen: [Int] =
                count == sources.count ? Array(sources) : random.sample(count, of: rested(count)).sorted()
            for (source, target) in zip(chosen, some) { keys[source - sources.lowerBound] = target }
            return keys
        }
        if isRequired || bond.isBackRequired {
            // All of them lead to one, or are led to: that only goes in a circle.
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

    /// The sources from which so many are chosen that lead to something: without the first, if there are enough.
    private func rested(_ count: Int) -> Range<Int> {
        count < sources.count ? sources.dropFirst() : sources
    }

    /// A target may be led to by many.
    private mutating func families() -> [Int] {
        if isWithinItself, !bond.isBackRequired, !isRequired || bond.back.lowerBound == 1 { return tree() }
        let range: ClosedRange<Int> = bond.back
        var parents: Int = bond.isBackRequired ? targets.count : max(1, targets.count * 4 / 5)
        var sum: Int = isRequired ? sources.count : max(1, sources.count * 7 / 8)
        if !bond.isBackRequired {
            parents = min(parents, sum / range.lowerBound)
            if isRequired { parents = min(max(parents, (sum - 1) / range.upperBound + 1), targets.count) }
        }
        guard parents > 0 else { return Array(repeating: 0, count: sources.count) }
        if !isRequired {
            let (most, isTooLarge) = parents.multipliedReportingOverflow(by: range.upperBound)
            sum = min(max(sum, parents * range.lowerBound), isTooLarge ? .max : most, sources.count)
        }
        let some: [Int] = parents == targets.count ? Array(targets) : random.sample(parents, of: targets)
        let degrees: [Int] = Degrees.skewed(parents, sum: sum, each: range, &random)
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

    /// Each leads to one that came before it, so that there is no circle; where all must lead to one, the first leads to
    /// itself.
    private mutating func tree() -> [Int] {
        let range: ClosedRange<Int> = bond.back
        var keys: [Int] = Array(repeating: 0, count: sources.count)
        // Those that can be led to come first; the others can lead to any of them.
        let order: [Int] = sources.filter(targets.contains) + sources.filter { !targets.contains($0) }
        var index: Int = isRequired ? 0 : max(1, min(order.count / 8, 20))
        var parent: Int = targets.lowerBound
        while index < order.count, parent < targets.upperBound {
            let left: Int = order.count - index
            guard left >= range.lowerBound else { break }
            let after: Int = targets.upperBound - parent - 1
            let isLast: Bool = isRequired && left / range.upperBound >= after
            var size: Int = range.lowerBound + random.tailed(in: 0...min(12, range.upperBound - range.lowerBound))
            if isLast { size = range.upperBound }
            // A parent with one child only would be its own, if it is the first.
            if isRequired, index == 0 { size = max(size, min(2, range.upperBound)) }
            for source in order[index..<min(index + size, order.count)] { keys[source - sources.lowerBound] = parent }
            index = min(index + size, order.count)
            parent += 1
            // Some have no children.
            let maySkip: Bool = !isRequired || range.upperBound == Int(Int32.max)
            if !isLast, maySkip, index < order.count, random.oneIn(3) {
                let next: Int = targets.contains(order[index]) ? order[index] : targets.upperBound
                if parent + 2 < min(next, targets.upperBound - left / 4) { parent += 1 }
            }
        }
        return keys
    }
}
