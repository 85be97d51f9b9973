import ApusSchema

/// Says to which objects each object of a to-many relationship leads that is kept as pairs.
struct PairMaker {
    /// The relationship.
    let bond: Bond

    /// The identities of those that lead to others.
    let sources: Range<Int>

    /// The identities of those that they lead to.
    let targets: Range<Int>

    /// Chance.
    var random: SplitMix64

    /// The pairs.
    ///
    /// - Returns: The pairs, or `nil` where none were found that keep to the model's counts.
    mutating func pairs() -> PairList? {
        var list = PairList()
        if sources.isEmpty || targets.isEmpty {
            for _ in sources { list.append([]) }
            return list
        }
        if bond.isOwnInverse { return symmetric() }
        let isFree: Bool = !bond.isBackRequired && bond.back == 1...Int(Int32.max)
        guard isFree else { return bounded() }
        let isRequired: Bool = !bond.holder.isOptional
        let most: Int = min(bond.forth.upperBound, targets.count)
        guard most >= bond.forth.lowerBound else { return isRequired ? nil : empty() }
        for (index, _) in sources.enumerated() {
            // The first leads to none where it need not.
            if !isRequired, index == 0 || random.oneIn(4) {
                list.append([])
                continue
            }
            let least: Int = bond.forth.lowerBound
            list.append(some(least + random.tailed(in: 0...min(most - least, 7))))
        }
        return list
    }

    private func empty() -> PairList {
        var list = PairList()
        for _ in sources { list.append([]) }
        return list
    }

    /// Different targets, some of them far more often than others.
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

    /// Pairs where both sides have limits: each source in turn gets the targets that still need most.
    private mutating func bounded() -> PairList? {
        let forth: ClosedRange<Int>? = limited(bond.forth, to: targets.count)
        let back: ClosedRange<Int>? = limited(bond.back, to: sources.count)
        let isRequired: Bool = !bond.holder.isOptional
        guard let forth, let back else { return isRequired || bond.isBackRequired ? nil : empty() }
        let wish: Int = max(sources.count, targets.count) * 2
        for distance in 0...(wish + max(sources.count, targets.count) * 4) {
            for sum in distance == 0 ? [wish] : [wish - distance, wish + distance] where sum >= 0 {
                guard let givers = groups(sum, of: sources.count, each: forth, all: isRequired),
                    let takers = groups(sum, of: targets.count, each: back, all: bond.isBackRequired)
                else { continue }
                return connect(Degrees.even(givers, sum: sum), Degrees.even(takers, sum: sum))
            }
        }
        return nil
    }

    private func limited(_ range: ClosedRange<Int>, to count: Int) -> ClosedRange<Int>? {
        range.lowerBound <= count ? range.lowerBound...min(range.upperBound, count) : nil
    }

    /// Into how many groups of a size within a range a number can be parted, `nil` where into none.
    private func groups(_ sum: Int, of count: Int, each range: ClosedRange<Int>, all: Bool) -> Int? {
        if sum == 0 { return all ? nil : 0 }
        let least: Int = (sum - 1) / range.upperBound + 1
        let most: Int = min(count, sum / range.lowerBound)
        let groups: Int = all ? count : max(least, min(most, count * 4 / 5))
        return (least...max(least, most)).contains(groups) && groups <= most ? groups : nil
    }

    /// Connects sources and targets so that each has its number.
    private mutating func connect(_ givers: [Int], _ takers: [Int]) -> PairList? {
        var list = PairList()
        let some: [Int] = random.sample(takers.count, of: targets)
        // By how many they still need: the last list holds those that need most.
        var waiting: [[Int]] = Array(repeating: [], count: (takers.max() ?? 0) + 1)
        for (target, need) in zip(some, takers) { waiting[need].append(target) }
        let chosen: [Int] = random.sample(givers.count, of: sources).sorted()
        var next: Int = 0
        for source in sources {
            guard next < chosen.count, chosen[next] == source else {
                list.append([])
                continue
            }
            var taken: [(target: Int, need: Int)] = []
            var level: Int = waiting.count - 1
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

    /// Pairs of a relationship that is its own inverse: each also the other way round.
    private mutating func symmetric() -> PairList? {
        let count: Int = sources.count
        let (least, most) = (bond.forth.lowerBound, bond.forth.upperBound)
        let isRequired: Bool = !bond.holder.isOptional
        var friends: [[Int]] = Array(repeating: [], count: count)
        if least > 1 {
            // A ring in which each leads to its neighbours at both sides; for an odd number also to itself.
            let isOdd: Bool = least % 2 == 1
            let isEnough: Bool = count >= least + (isOdd ? 0 : 1)
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
        var list = PairList()
        for some in friends { list.append(some.map { sources.lowerBound + $0 }) }
        return list
    }
}
