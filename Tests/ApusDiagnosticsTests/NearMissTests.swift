import ApusDiagnostics
import Testing

/// The word that was probably meant.
@Suite struct NearMissTests {
    @Test(arguments: [
        // A letter wrong, missing, doubled, exchanged with its neighbour; the case does not count.
        ("strung", "string"), ("strng", "string"), ("sttring", "string"), ("strnig", "string"), ("STRING", "string"),
        // Two of six letters may be wrong, three not.
        ("stringly", "string"), ("abcing", nil), ("xyz", nil),
        // Of a short word one letter, as long as another one is right.
        ("int61", "int16"), ("in", nil), ("ot", "to"), ("t", "to"), ("x", nil), ("q", nil), ("", nil),
    ])
    func nearest(word: String, expected: String?) {
        let candidates: [String] = ["int16", "string", "to", "z"]
        #expect(NearMiss.suggestion(for: word, among: candidates) == expected)
    }

    @Test func theFirstOfEqualsAndTheNearestOfSeveral() {
        #expect(NearMiss.suggestion(for: "nane", among: ["name", "none"]) == "name")
        #expect(NearMiss.suggestion(for: "nane", among: ["none", "name"]) == "none")
        #expect(NearMiss.suggestion(for: "startdat", among: ["startData", "startDate", "startdat"]) == "startdat")
        #expect(NearMiss.suggestion(for: "name", among: [String]()) == nil)
    }

    @Test func aLongTextIsNoSlip() {
        let long = String(repeating: "a", count: 65)
        #expect(NearMiss.suggestion(for: long, among: [long + "b"]) == nil)
        #expect(NearMiss.suggestion(for: String(long.dropLast()), among: [long]) == long)
    }

    @Test func aSearchEnds() {
        let search = NearMissSearch()
        let many = (0..<30_000).map { "word\($0)" } + ["name"]
        #expect(
            (0..<6).map { _ in search.suggestion(for: "nane", among: many) } == [
                "name", "name", "name", "name", nil, nil,
            ]
        )
        #expect(search.suggestion(for: "nane", among: ["name"]) == nil)
        #expect(NearMiss.suggestion(for: "nane", among: ["name"]) == "name")
    }
}
