/// A set of property positions, as a bit mask: one word for up to 64 properties, an array for the rest.
struct PropertyMask: Hashable, Sendable {
    private(set) var first: UInt64 = 0
    private(set) var rest: [UInt64] = []

    init() {}

    /// Creates a set of its words.
    init(first: UInt64, rest: [UInt64]) {
        (self.first, self.rest) = (first, rest)
    }

    /// Creates the set of all properties of an entity.
    init(all count: Int) {
        for position in 0..<count { insert(position) }
    }

    /// Whether no property is in the set.
    var isEmpty: Bool { first == 0 && rest.allSatisfy { $0 == 0 } }

    /// Whether the property is in the set.
    func contains(_ position: Int) -> Bool {
        if position < 64 { return first & (1 << UInt64(position)) != 0 }
        let word = position / 64 - 1
        return word < rest.count && rest[word] & (1 << UInt64(position % 64)) != 0
    }

    /// Adds a property.
    mutating func insert(_ position: Int) {
        if position < 64 {
            first |= 1 << UInt64(position)
        } else {
            let word = position / 64 - 1
            while rest.count <= word { rest.append(0) }
            rest[word] |= 1 << UInt64(position % 64)
        }
    }

    /// Removes a property.
    mutating func remove(_ position: Int) {
        if position < 64 {
            first &= ~(1 << UInt64(position))
        } else {
            let word = position / 64 - 1
            if word < rest.count { rest[word] &= ~(1 << UInt64(position % 64)) }
        }
    }

    /// Removes all properties.
    mutating func removeAll() {
        first = 0
        rest = []
    }

    /// Adds the properties of another set.
    mutating func formUnion(_ other: PropertyMask) {
        first |= other.first
        for (index, word) in other.rest.enumerated() {
            if index < rest.count { rest[index] |= word } else { rest.append(word) }
        }
    }
}
