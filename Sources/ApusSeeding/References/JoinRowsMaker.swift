import ApusSchema

/// Chooses the objects that each object refers to by a relationship with a join table.
struct JoinRowsMaker {
    /// The relationship.
    let relationship: SeedRelationship

    /// The identities of the source objects.
    let sources: Range<Int>

    /// The identities of the target objects.
    let targets: Range<Int>

    /// The generator.
    var random: SplitMix64

    /// Chooses the rows.
    ///
    /// - Returns: The rows, or `nil` if none were found that obey the model's counts.
    mutating func rows() -> JoinRows? {
        var list = JoinRows()
        if sources.isEmpty || targets.isEmpty {
            for _ in sources { list.append([]) }
            return list
        }
        if relationship.isOwnInverse { return symmetric() }
        let isFree = !relationship.isInverseRequired && relationship.sourcesPerTarget == 1...Int(Int32.max)
        guard isFree else { return bounded() }
        let isRequired = relationship.holder.needsObject
        let most: Int = min(relationship.targetsPerSource.upperBound, targets.count)
        guard most >= relationship.targetsPerSource.lowerBound else { return isRequired ? nil : empty() }
        for (index, _) in sources.enumerated() {
            // If the relationship is optional, the first source has no targets.
            if !isRequired, index == 0 || random.oneIn(4) {
                list.append([])
                continue
            }
            let least: Int = relationship.targetsPerSource.lowerBound
            list.append(some(least + random.tailed(in: 0...min(most - least, 7))))
        }
        return list
    }

    private func empty() -> JoinRows {
        var list = JoinRows()
        for _ in sources { list.append([]) }
        return list
    }

    /// Distinct targets, some of them chosen far more often than others.
    private mutating func some(_ count: Int) -> [Int] {
        if count * 3 > targets.count { return random.sample(count, of: targets) }
        var chosen: [Int] = []
        while chosen.count < count {
            let share: Double = random.unit()
            let target: Int = targets.lowerBound + Int(share * share * Double(targets.count))
            if !chosen.contains(target) { chosen.append(target) }
        }
        return chosen
    }

    /// Rows if both sides have limits: one after the other, each source gets the targets that still need most sources.
    private mutating func bounded() -> JoinRows? {
        let targetsPerSource: ClosedRange<Int>? = limited(relationship.targetsPerSource, to: targets.count)
        let sourcesPerTarget: ClosedRange<Int>? = limited(relationship.sourcesPerTarget, to: sources.count)
        let isRequired = relationship.holder.needsObject
        guard let targetsPerSource, let sourcesPerTarget else {
            return isRequired || relationship.isInverseRequired ? nil : empty()
        }
        let wish: Int = max(sources.count, targets.count) * 2
        for distance in 0...(wish + max(sources.count, targets.count) * 4) {
            for sum in distance == 0 ? [wish] : [wish - distance, wish + distance] where sum >= 0 {
                guard let givers = groups(sum, of: sources.count, each: targetsPerSource, all: isRequired),
                    let takers = groups(
                        sum,
                        of: targets.count,
                        each: sourcesPerTarget,
                        all: relationship.isInverseRequired
                    )
                else { continue }
                return connect(Degrees.even(givers, sum: sum), to: Degrees.even(takers, sum: sum))
            }
        }
        return nil
    }

    private func limited(_ range: ClosedRange<Int>, to count: Int) -> ClosedRange<Int>? {
        range.lowerBound <= count ? range.lowerBound...min(range.upperBound, count) : nil
    }

    /// The number of groups with sizes in a range that a number can be divided into, or `nil` if there is none.
    private func groups(_ sum: Int, of count: Int, each range: ClosedRange<Int>, all: Bool) -> Int? {
        if sum == 0 { return all ? nil : 0 }
        let least: Int = (sum - 1) / range.upperBound + 1
        let most: Int = min(count, sum / range.lowerBound)
        let groups: Int = all ? count : max(least, min(most, count * 4 / 5))
        return (least...max(least, most)).contains(groups) && groups <= most ? groups : nil
    }

    /// Connects sources and targets so that each has its number of references.
    private mutating func connect(_ givers: [Int], to takers: [Int]) -> JoinRows? {
        var list = JoinRows()
        let some: [Int] = random.sample(takers.count, of: targets)
        // Grouped by how many they still need: the last list has those that need most.
        var waiting: [[Int]] = Array(repeating: [], count: (takers.max() ?? 0) + 1)
        for (target, need) in zip(some, takers) { waiting[need].append(target) }
        let chosen: [Int] = random.sample(givers.count, of: sources).sorted()
        var next = 0
        for source in sources {
            guard next < chosen.count, chosen[next] == source else {
                list.append([])
                continue
            }
            var taken: [(target: Int, need: Int)] = []
            var level = waiting.count - 1
            while taken.count < givers[next], level > 0 {
                if let target = waiting[level].popLast() {
                    taken.append((target, level - 1))
                } else {
                    level -= 1
                }
            }
            guard taken.count == givers[next] else { return nil }
            for (target, need) in taken { waiting[need].append(target) }
            list.append(taken.map(\.target))
            next += 1
        }
        return waiting.dropFirst().allSatisfy(\.isEmpty) ? list : nil
    }

    /// Rows of a relationship that is its own inverse: each row also exists reversed.
    private mutating func symmetric() -> JoinRows? {
        let count = sources.count
        let (least, most) = (relationship.targetsPerSource.lowerBound, relationship.targetsPerSource.upperBound)
        let isRequired = relationship.holder.needsObject
        var friends: [[Int]] = Array(repeating: [], count: count)
        if least > 1 {
            // A ring in which each object refers to its neighbours on both sides, and to itself if the number is odd.
            let isOdd = least % 2 == 1
            let isEnough = count >= least + (isOdd ? 0 : 1)
            guard isEnough || !isRequired else { return nil }
            if isEnough {
                for index in 0..<count {
                    if isOdd { friends[index].append(index) }
                    for step in stride(from: 1, through: least / 2, by: 1) {
                        friends[index].append((index + step) % count)
                        friends[index].append((index - step + count) % count)
                    }
                }
            }
        } else {
            func connect(_ one: Int, _ other: Int) {
                friends[one].append(other)
                if one != other { friends[other].append(one) }
            }
            if isRequired {
                for index in stride(from: 0, to: count - 1, by: 2) { connect(index, index + 1) }
                if count % 2 == 1 { connect(count - 1, count - 1) }
            }
            for index in 1..<max(1, count) {
                for _ in 0..<random.below(3) {
                    let other: Int = 1 + random.below(count - 1)
                    guard other != index, friends[index].count < most, friends[other].count < most,
                        !friends[index].contains(other)
                    else { continue }
                    connect(index, other)
                }
            }
        }
        var list = JoinRows()
        for some in friends { list.append(some.map { sources.lowerBound + $0 }) }
        return list
    }
}
