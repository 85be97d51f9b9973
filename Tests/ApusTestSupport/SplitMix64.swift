/// A seeded source of random numbers (Steele, Lea and Flood, 2014): the same seed gives the same numbers everywhere.
///
/// The standard library's `random(in:using:)` may change from release to release, so the draws are made here.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The decisions that are left, in reverse order.
    private var decisions: [UInt8] = []

    package init(seed: UInt64) {
        state = seed
    }

    /// Creates a source whose first choices are those of bytes, one per choice, so that a fuzzer leads a generator.
    package init(ledBy bytes: some Sequence<UInt8>) {
        state = 0
        decisions = bytes.reversed()
    }

    /// Whether bytes decide the next choice.
    package var isLed: Bool { !decisions.isEmpty }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed: UInt64 = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        // The highest bits decide what is drawn.
        return decisions.popLast().map { UInt64($0) << 56 | mixed >> 8 } ?? mixed
    }

    /// A number from 0 up to, but not including, `limit`, which is above 0.
    package mutating func below(_ limit: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(limit)).high)
    }

    /// Whether something that happens in so many of a hundred cases happens now.
    package mutating func chance(_ percent: Int) -> Bool {
        below(100) < percent
    }

    /// Whether something that happens once in so many cases happens now.
    package mutating func oneIn(_ count: Int) -> Bool {
        below(count) == 0
    }

    /// One of the elements, of which there are some.
    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// One of the elements, or `nil` where there are none.
    package mutating func pickAny<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : pick(elements)
    }

    /// The elements in a random order.
    package mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var rest: [Element] = elements
        var result: [Element] = []
        while !rest.isEmpty { result.append(rest.remove(at: below(rest.count))) }
        return result
    }

    /// At most so many of the elements, in a random order.
    package mutating func some<Element>(_ limit: Int, of elements: [Element]) -> [Element] {
        Array(shuffled(elements).prefix(below(limit + 1)))
    }
}
