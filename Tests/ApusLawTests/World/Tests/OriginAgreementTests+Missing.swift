import ApusMigration
import ApusSchema

extension OriginAgreementTests {
    // MARK: Values that are compared and missing

    /// A missing value is none of any object, so `find` gives none, whether other objects miss it or not.
    static let missing: [Example] = ([[1: "a", 2: nil], [1: "a", 2: nil, 3: nil], [1: nil]] as [[Int64: String?]]).map {
        texts in
        let older = [Entity("C", attributes: [text]), Entity("P", attributes: [text])]
        let newer = [
            Entity("C", attributes: [text]), Entity("P", attributes: [text], relationships: [one("c", "C")]),
        ]
        let countries: Objects = texts.sorted { $0.key < $1.key }.map { (identity: Int64, text: String?) in
            ("C", identity, ["t": text.map { .text($0) } ?? .null], [:])
        }
        return Example(
            "find, with \(texts.count) objects",
            StageExample(older, newer).computing("P.c", "find(C, t == $source.t)"),
            countries + [("P", 1, ["t": .text("a")], [:]), ("P", 2, [:], [:]), ("P", 3, ["t": .text("b")], [:])]
        )
    }
}
