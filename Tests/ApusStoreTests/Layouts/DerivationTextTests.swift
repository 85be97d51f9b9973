import ApusSchema
import Testing

@testable import ApusStore

/// The texts of triggers with long lists: existing stores have them, so they never change.
@Suite struct DerivationTextTests {
    /// The trigger of an attribute that is 1 if another one has one of some values.
    private func trigger(_ values: [StoredValue]) throws -> String {
        let schema = Schema(
            model: "M",
            entities: [
                Entity(
                    "A",
                    attributes: [
                        Attribute("n", .string, isOptional: true), Attribute("kind", .int64, isOptional: true),
                    ]
                )
            ]
        )
        let layout = Layout(schema)
        let table = try #require(layout.table("A"))
        let derivation = ApusSchema.Table.Derivation(
            "kind",
            .conditional(
                .isOne(.leaf(.value([], column: "n")), of: ExpressionList(values.map { .constant($0) })),
                .constant(.integer(1)),
                .constant(.integer(2))
            )
        )
        let programs = DerivationSQL(derivation, of: table, in: layout).programs
        let program = programs.first { $0.sql.contains("AFTER INSERT") }
        return try #require(program?.sql)
    }

    /// Whether the trigger tests for a list with this text.
    private func has(_ list: String, _ values: [StoredValue]) throws -> Bool {
        try trigger(values).contains("IN (\(list)) THEN 1 ELSE 2 END)")
    }

    @Test func integersAndTextsArePassedAsJSON() throws {
        let numbers = (0...100).map { String($0) }
        #expect(
            try has(
                "SELECT value FROM json_each('[\(numbers.joined(separator: ","))]')",
                (0...100).map { .integer($0) }
            )
        )
        // A slash has a backslash, which is not necessary, but is in stores.
        let texts = numbers.map { #""\/\#($0)""# }
        #expect(
            try has(
                "SELECT value FROM json_each('[\(texts.joined(separator: ","))]')",
                numbers.map { .text("/" + $0) }
            )
        )
    }

    @Test("Reals, texts with NUL and mixed lists have their values one by one, without a function of Apus")
    func othersAreWrittenOneByOne() throws {
        let numbers: [StoredValue] = (0...100).map { .integer($0) }
        let reals: [StoredValue] = (0...100).map { .real(Double($0) + 0.25) }
        let texts: [StoredValue] = (0...100).map { .text("a\0\($0)") }
        for values in [reals, texts, numbers + [.text("a")]] {
            let list = values.map { SQLText.constant($0) }.joined(separator: ", ")
            #expect(try has(list, values))
            #expect(try !trigger(values).contains("json_each"))
        }
        // A list of up to 100 values always was.
        let hundred = Array(numbers.dropLast())
        #expect(try has(hundred.map { SQLText.constant($0) }.joined(separator: ", "), hundred))
    }
}
