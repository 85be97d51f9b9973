import ApusMigration
import ApusSchema

// Several constraints at once of an entity that refers to itself: the objects that stay for one are those that the next
// one compares.

extension DuplicatesAgreementTests {
    static let several: [Example] = [
        several("references to its own objects", [one("other", "A")]) { ["other": [$0 % 9 + 1]] },
        several("a to-one relationship that is its own inverse", [one("mate", "A", "mate")]) { number in
            number == 9 ? ["mate": [9]] : ["mate": [number.isMultiple(of: 2) ? number - 1 : number + 1]]
        },
        several("a to-one relationship and its inverse", [one("up", "A", "downs"), many("downs", "A", "up")]) {
            ["up": [($0 + 3) % 9 + 1], "downs": [($0 + 4) % 9 + 1]]
        },
        several("a one-to-one relationship", [one("next", "A", "last"), one("last", "A", "next")]) {
            ["next": [$0 % 9 + 1], "last": [($0 + 7) % 9 + 1]]
        },
        several("a to-many relationship", [many("fans", "A", isOrdered: true)]) {
            ["fans": [$0 % 9 + 1, ($0 + 3) % 9 + 1, ($0 + 5) % 9 + 1]]
        },
        several("a many-to-many relationship", [many("above", "A", "below"), many("below", "A", "above")]) {
            ["above": [$0 % 9 + 1, ($0 + 3) % 9 + 1], "below": [($0 + 7) % 9 + 1, ($0 + 4) % 9 + 1]]
        },
        several("a to-many relationship that is its own inverse", [many("peers", "A", "peers")]) { number in
            ["peers": number > 6 ? [] : [(number + 2) % 6 + 1, (number + 3) % 6 + 1, (number + 1) % 6 + 1]]
        },
    ]

    /// Nine objects that three constraints make fewer, with what each refers to.
    private static func several(
        _ title: String,
        _ relationships: [Relationship],
        _ references: (Int64) -> [String: [Int64]]
    ) -> Example {
        let attributes = [text, number, real]
        return Example(
            "three constraints, \(title)",
            StageExample(
                [Entity("A", attributes: attributes, relationships: relationships)],
                [unique("A", attributes, relationships, by: ["t"], ["n"], ["r"])]
            ).settling("A", keep(.first, by: ["t"]), keep(.newest, by: ["n"]), keep(.first, "t", by: ["r"])),
            (1...9).map { number in
                (
                    "A", number,
                    ["t": .text("\(number % 7)"), "n": .integer(number % 5), "r": .real(Double(number % 4))],
                    references(number)
                )
            }
        )
    }
}
