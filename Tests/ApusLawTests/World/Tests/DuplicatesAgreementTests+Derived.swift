import ApusMigration
import ApusSchema

extension DuplicatesAgreementTests {
    // MARK: What the store computes

    static let derived: [Example] = [
        Example(
            "a text in lower case",
            computed(.function(.lowercase, of: ["t"])),
            texts("A", [1: "X", 2: "x", 3: "y", 5: nil, 6: nil])
        ),
        Example("another attribute", computed(.keyPath(["t"])), texts("A", [1: "X", 2: "x", 3: "x", 5: nil])),
        Example(
            "a text of another object",
            computed(.function(.uppercase, of: ["b", "t"])),
            [
                ("A", 1, [:], ["b": [1]]), ("A", 2, [:], ["b": [2]]), ("A", 3, [:], ["b": [3]]), ("A", 4, [:], [:]),
                ("A", 5, [:], [:]), ("B", 1, ["t": .text("é")], [:]), ("B", 2, ["t": .text("É")], [:]),
                ("B", 3, ["t": .null], [:]),
            ]
        ),
        Example(
            "the number of objects",
            computed(.count(["bs"]), .int32),
            [
                ("A", 1, [:], ["bs": [1, 2]]), ("A", 2, [:], ["bs": [3, 4]]), ("A", 3, [:], ["bs": [5]]),
                ("A", 4, [:], [:]), ("A", 5, [:], [:]), ("B", 1, [:], ["a": [1]]), ("B", 2, [:], ["a": [1]]),
                ("B", 3, [:], ["a": [2]]), ("B", 4, [:], ["a": [2]]), ("B", 5, [:], ["a": [3]]),
            ]
        ),
        Example(
            "a sum",
            computed(.sum(["bs"], of: "n"), .int64),
            [
                ("A", 1, [:], ["bs": [1, 2]]), ("A", 2, [:], ["bs": [3]]), ("A", 3, [:], ["bs": [4]]),
                ("B", 1, ["n": .integer(1)], ["a": [1]]), ("B", 2, ["n": .integer(2)], ["a": [1]]),
                ("B", 3, ["n": .integer(3)], ["a": [2]]), ("B", 4, ["n": .null], ["a": [3]]),
            ]
        ),
        Example(
            "computed before the stage, too",
            StageExample(
                [Entity("A", attributes: [text, lowercase])],
                [unique("A", [text, lowercase], by: ["d"])]
            ).settling("A", keep(.newest)),
            texts("A", [1: "X", 2: "x", 3: "y"])
        ),
        Example(
            "kept by objects that are made",
            StageExample(
                [Entity("A", attributes: [text, lowercase]), Entity("C", attributes: [text])],
                [Entity("A", attributes: [text, Attribute("d", .string, isOptional: true)])]
            ).making("A", Mapping.Origin(["A"]), Mapping.Origin(["C"])),
            texts("A", [1: "X", 2: nil]) + texts("C", [1: "Y", 3: nil])
        ),
    ]

    private static let lowercase = attribute(.function(.lowercase, of: ["t"]), .string)

    private static func attribute(_ derivation: Derivation, _ type: AttributeType) -> Attribute {
        var attribute = Attribute("d", type, isOptional: true)
        attribute.derivation = derivation
        return attribute
    }

    /// 'A' gets an attribute that is computed, and unique.
    private static func computed(_ derivation: Derivation, _ type: AttributeType = .string) -> StageExample {
        let relationships: [Relationship] = [one("b", "B"), many("bs", "B", "a")]
        let far = Entity("B", attributes: [text, number], relationships: [one("a", "A", "bs")])
        return StageExample(
            [Entity("A", attributes: [text], relationships: relationships), far],
            [unique("A", [text, attribute(derivation, type)], relationships, by: ["d"]), far]
        ).settling("A", keep(.newest))
    }
}
