import ApusSchema

extension Key {
    /// The element saying something else under the key; `nil` where it cannot, or where the key is a structure.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - samples: Texts for the keys with a grammar of their own, one of which says something else.
    /// - Returns: The changed element.
    package func otherwise(_ element: Element, samples: [String] = []) -> Element? {
        var copy: Element = element
        switch form {
        case .text(let lens): lens.set(&copy, (lens.get(element) ?? "") + "x")
        case .flag(let lens, _): lens.set(&copy, !lens.get(element))
        case .choice(let lens): lens.set(&copy, lens.get(element).map { !$0 } ?? true)
        case .count(let lens): lens.set(&copy, (lens.get(element) ?? 0) + 1)
        case .word(let words, let lens):
            for word in words {
                var other: Element = element
                lens.set(&other, word)
                if lens.get(other) != lens.get(element) { copy = other }
            }
        case .coded(let coding):
            for sample in samples {
                var other: Element = element
                if coding.read(&other, sample), coding.text(other) != coding.text(element) { copy = other }
            }
        case .names(let lens): lens.set(&copy, lens.get(element) + ["x"])
        case .texts(let lens): lens.set(&copy, lens.get(element).merging(["x": "y"]) { $0 + $1 })
        case .structure: return nil
        }
        return text(of: copy) == text(of: element) ? nil : copy
    }
}

/// Texts of every grammar that a coded key of an attribute may have.
package let codedSamples: [String] = [
    "7", "8", "true", "false", "a", "2...9", "3...9", "now()", "uppercase:(a)", "2026-05-01", "AAEC",
    "https://example.org", "6D9E4C7A-3B5F-4D8E-9A1C-2F7B8E0D1A34",
]
