import ApusSchema

/// Makes the values of one attribute, or of a part of one, for the objects of one concrete entity.
struct LeafMaker: Sendable {
    /// How often the attribute, or a composite around it, is absent.
    struct Presence: Sendable {
        let stream: RandomStream
        let absentOnceIn: Int
    }

    /// How values are made unique.
    struct Distinctness: Sendable {
        /// The number of the entity's first object.
        var offset = 0
        /// The objects' numbers, if they are not consecutive.
        var numbers: [Int]?
        /// The divisor of the number. The quotient modulo the capacity selects the value.
        var divisor = 1
        /// Whether objects whose number exceeds the capacity have no value.
        var isExhaustible = false

        func number(_ row: Int) -> Int { (numbers.map { $0[row] } ?? row + offset) / divisor }
    }

    /// The source of values.
    let source: any ValueSource

    /// The random numbers of the values.
    let stream: RandomStream

    /// Everything that must be present for a value.
    let presences: [Presence]

    /// Whether the first object has null and the next ones have the extremes.
    let isAdversarial: Bool

    private let capacity: Int?
    private let extremes: [StoredValue]

    /// How values are made unique, if they must be.
    var distinctness: Distinctness?

    /// The maker of a date that comes before this one. Has at most one element; an array makes the recursion possible.
    var earlier: [LeafMaker] = []

    /// The name of the earlier date.
    var earlierName: String?

    /// The range of seconds between the two dates.
    var distance: ClosedRange<Int> = 0...0

    /// The limits of a date that follows another one.
    var limits: ClosedRange<Double> = -.greatestFiniteMagnitude ... .greatestFiniteMagnitude

    init(source: any ValueSource, stream: RandomStream, presences: [Presence], isAdversarial: Bool) {
        self.source = source
        self.stream = stream
        self.presences = presences
        self.isAdversarial = isAdversarial
        self.capacity = source.capacity
        self.extremes = source.extremes
    }

    /// Whether values can be null.
    var isNullable: Bool { !presences.isEmpty }

    /// The value of an object.
    func value(_ row: Int) -> StoredValue {
        if !presences.isEmpty, isAbsent(row) { return .null }
        var random: SplitMix64 = stream.numbers(of: row)
        if let distinctness {
            var number: Int = distinctness.number(row)
            if let capacity, number >= capacity {
                if distinctness.isExhaustible { return .null }
                number %= capacity
            }
            return source.distinct(number, &random)
        }
        if isAdversarial, !extremes.isEmpty {
            // Each extreme once, then the shorter ones now and then.
            if (1...extremes.count).contains(row) { return extremes[row - 1] }
            if random.oneIn(4) { return extremes[random.below(max(1, min(extremes.count - 1, 40)))] }
        }
        let value: StoredValue = source.value(&random)
        guard let earlier = earlier.first, case .real(let first) = earlier.value(row), case .real = value else {
            return value
        }
        let later: Double = first + Double(random.number(in: distance))
        return .real(min(max(later, limits.lowerBound), limits.upperBound))
    }

    /// The number of objects that always have a value, so that all parts of a composite have their extremes together.
    private static let edgeRows: Int = 50

    private func isAbsent(_ row: Int) -> Bool {
        if isAdversarial {
            if row == 0 { return true }
            if row < Self.edgeRows { return false }
        }
        for presence in presences {
            var random: SplitMix64 = presence.stream.numbers(of: row)
            if random.oneIn(presence.absentOnceIn) { return true }
        }
        return false
    }
}
