import ApusSchema
import Testing

/// The three rules of matching, each with the case that tells it from the next.
@Suite struct MatcherTests {
    /// `a` is an element, `a<b` one with `originalName: b`.
    private func match(_ older: String, _ newer: String) -> String {
        func read(_ text: String) -> [NaiveMatcher.Named] {
            text.split(separator: " ").map { element in
                let parts: [String] = element.split(separator: "<").map(String.init)
                return NaiveMatcher.Named(name: parts[0], originalName: parts.count > 1 ? parts[1] : nil)
            }
        }
        let matcher = NaiveMatcher(older: read(older), newer: read(newer), kind: "element")
        guard let pairs = try? matcher.match() else { return "refused" }
        return pairs.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }

    @Test(arguments: [
        ("a", "a", "a=a"),
        ("a", "b<a", "b=a"),
        ("a b", "b<a a<b", "a=b b=a"),
        // The line of a rename, and of a swap, is left over.
        ("b<a", "b<a", "b=b"),
        ("b<a a", "b<a a", "a=a b=b"),
        ("a<b b<a", "a<b b<a", "a=a b=b"),
        // A name that a rename freed is another element's.
        ("a", "b<a a", "b=a"),
        // A name whose older bearer is gone.
        ("a b", "a<b", "a=b"),
        // The first name for ever.
        ("b<a", "c<a", "c=b"),
        ("b<a", "a<a", "a=b"),
        // The same name wins over an `originalName` that matches nothing.
        ("a", "a<z", "a=a"),
        ("a", "b", ""),
        // Contradictions.
        ("a", "b<a c<a", "refused"),
        ("a b<a", "c<a", "refused"),
        ("b<z c<z", "d<z", "refused"),
        ("b<z", "c<z d<z", "refused"),
    ])
    func rules(older: String, newer: String, expected: String) {
        #expect(match(older, newer) == expected)
    }
}
