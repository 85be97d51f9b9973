import ApusSchema

/// Makes the values that the objects of one kind have in one attribute, or in a part of one.
struct LeafMaker: Sendable {
    /// When an object has a value: a composite around it or the attribute itself may be absent.
    struct Presence: Sendable {
        let stream: RandomStream
        let absentOnceIn: Int
    }

    /// How values are made different.
    struct Distinctness: Sendable {
        /// The number of the first object that is numbered, counted within the kind.
        var offset: Int = 0
        /// Numbers for the objects, where they are not just counted.
        var numbers: [Int]?
        /// The number is divided by that, and the rest by ``room`` counts.
        var divisor: Int = 1
        /// Whether numbers above the room have no value.
        var isExhaustible = false

        func number(_ row: Int) -> Int { (numbers.map { $0[row] } ?? row + offset) / divisor }
    }

    /// Where values come from.
    let source: any ValueSource

    /// The values' own chance.
    let stream: RandomStream

    /// All that has to be present.
    let presences: [Presence]

    /// Whether extremes come first and null in the very first object.
    let isAdversarial: Bool

    private let room: Int?
    private let extremes: [StoredValue]

    /// How values are made different, where they have to be.
    var distinctness: Distinctness?

    /// A date that comes before this one; one at most.
    var earlier: [LeafMaker] = []

    /// That date's name.
    var earlierName: String?

    /// How many seconds may lie between them.
    var distance: ClosedRange<Int> = 0...0

    /// The limits of a date that follows another one.
    var limits: ClosedRange<Double> = -.greatestFiniteMagnitude ... .greatestFiniteMagnitude

    init(_ source: any ValueSource, _ stream: RandomStream, _ presences: [Presence], isAdversarial: Bool) {
        self.source = source
        self.stream = stream
        self.presences = presences
        self.isAdversarial = isAdversarial
        self.room = source.room
        self.extremes = source.extremes
    }

    /// Whether an object need not have a value.
    var isNullable: Bool { !presences.isEmpty }

    /// The value of an object.
    func value(_ row: Int) -> StoredValue {
        if !presences.isEmpty, isAbsent(row) { return .null }
        var random: SplitMix64 = stream.numbers(of: row)
        if let distinctness {
            var number: Int = distinctness.number(row)
            if let room, number >= room {
                if distinctness.isExhaustible { return .null }
                number %= room
            }
            return source.distinct(number, &random)
        }
        if isAdversarial, !extremes.isEmpty {
            // Each of them once, and the shorter ones now and then.
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

    /// As many objects have a value everywhere, so that the parts of a composite show their edges together.
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
