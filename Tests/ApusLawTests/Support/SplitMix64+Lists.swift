import ApusTestSupport

extension SplitMix64 {
    /// One of the elements, or `nil` where there are none.
    mutating func pickAny<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : pick(elements)
    }

    /// The elements in a random order.
    mutating func shuffle<Element>(_ elements: [Element]) -> [Element] {
        var rest: [Element] = elements
        var result: [Element] = []
        while !rest.isEmpty { result.append(rest.remove(at: below(rest.count))) }
        return result
    }
}
