import ApusExpressions
import Foundation
import Testing

@testable import ApusSchema
@testable import ApusStore

/// One condition in two dialects.
@Suite struct DialectTests {
    private static var scope: RowScope {
        let types: [String: ScalarType] = [
            "nights": .int32, "name": .string, "price": .double, "fee": .decimal, "start": .date, "leader": .int64,
        ]
        return RowScope { names in
            types[names.joined(separator: ".")].map { RowScope.Source(column: names[0], type: $0) }
        }
    }

    @Test(arguments: [
        ("nights == 3", "\"nights\" = 3", "\"nights\" = 3"),
        ("3 == nights", "3 = \"nights\"", "3 = \"nights\""),
        ("leader == NIL", "\"leader\" IS NULL", "\"leader\" IS NOT DISTINCT FROM NULL"),
        ("leader != NIL", "\"leader\" IS NOT NULL", "\"leader\" IS DISTINCT FROM NULL"),
        (
            "nights > 1 AND name != 'x' OR TRUEPREDICATE",
            "((\"nights\" > 1) AND (\"name\" IS NOT 'x')) OR (1)",
            "((\"nights\" > 1) AND (\"name\" IS DISTINCT FROM 'x')) OR (TRUE)"
        ),
        ("NOT nights < 2", "(\"nights\" < 2) IS NOT 1", "(\"nights\" < 2) IS DISTINCT FROM TRUE"),
        ("nights IN {1, 2, 3}", "\"nights\" IN (1, 2, 3)", "\"nights\" IN (1, 2, 3)"),
        (
            "nights IN {1, NIL}", "(\"nights\" IN (1)) OR (\"nights\" IS NULL)",
            "(\"nights\" IN (1)) OR (\"nights\" IS NOT DISTINCT FROM NULL)"
        ),
        ("nights BETWEEN {1, 5}", "\"nights\" BETWEEN 1 AND 5", "\"nights\" BETWEEN 1 AND 5"),
        ("fee > 2", "CAST(\"fee\" AS REAL) > 2.0", "(\"fee\")::double precision > 2.0::double precision"),
        ("fee == 2.50", "\"fee\" = '2.5'", "\"fee\" = '2.5'"),
        ("name CONTAINS 'it''s'", "instr(\"name\", 'it''s') > 0", "strpos(\"name\", 'it''s') > 0"),
        (
            "name BEGINSWITH 'A'", "substr(\"name\", 1, length('A')) = 'A'", "starts_with(\"name\", 'A')"
        ),
        (
            "name ENDSWITH 'z'", "substr(\"name\", -length('z'), length('z')) = 'z'",
            "right(\"name\", length('z')) = 'z'"
        ),
        (
            "nights / 2 == -abs:(nights)", "(\"nights\" / 2) IS (- abs(NULLIF(\"nights\", -9223372036854775808)))",
            "(\"nights\" / NULLIF(2, 0)) IS NOT DISTINCT FROM (- abs(\"nights\"))"
        ),
        (
            "TERNARY(price > 2.0, 1, 2) == 1", "(CASE WHEN \"price\" > 2.0 THEN 1 ELSE 2 END) = 1",
            "(CASE WHEN \"price\" > 2.0::double precision THEN 1 ELSE 2 END) = 1"
        ),
    ])
    func conditions(text: String, sqlite: String, postgres: String) throws {
        let condition = try Self.scope.condition(text.replacingOccurrences(of: "''", with: "\\'"))
        #expect(SQLiteDialect.portable.writes(condition) { _ in true })
        #expect(condition.sql() == sqlite)
        #expect(PostgreSQLDialect().writes(condition) { _ in true })
        #expect(PostgreSQLDialect().sql(of: condition) == postgres)
    }

    @Test("A dialect says of what it has no text for")
    func unwritten() {
        let text: RowExpression = .leaf("name")
        let folded: RowCondition = .text(text, TextComparison(.contains, .caseInsensitive), .constant(.text("a")))
        #expect(SQLiteDialect.full.writes(folded) { _ in true })
        #expect(!SQLiteDialect.portable.writes(folded) { _ in true })
        #expect(!PostgreSQLDialect().writes(folded) { _ in true })
        let recoded: RowExpression = .recoded(text, Recoding([], type: .string))
        #expect(!SQLiteDialect.full.writes(.conditional(.isNull(recoded), text, text)) { _ in true })
        #expect(!SQLiteDialect.full.writes(text) { $0 != "name" })
        #expect(!SQLiteDialect.portable.writes(RowExpression.call(.uppercase, [text], .string)) { _ in true })
    }

    @Test("What is known of an expression follows from its parts")
    func facts() throws {
        let rounded = try #require(Conversion("rounded", from: .double, to: .int16))
        let lenient = try #require(rounded.lenient)
        let (a, b): (RowExpression, RowExpression) = (.leaf("a"), .leaf("b"))
        let quotient: RowExpression = .call(.divide, [a, .constant(.integer(2))], .double)
        #expect(quotient.isNullable { _ in false } && quotient.depth == 2 && quotient.type { _ in nil } == .double)
        #expect(RowExpression.converted(a, rounded).canFail && !RowExpression.converted(a, lenient).canFail)
        #expect(RowExpression.converted(a, lenient).isNullable { _ in false })
        #expect(!RowExpression.coalesced([a, b]).isNullable { $0 == "a" })
        #expect(RowExpression.conditional(.isNull(b), a, .constant(.null)).leaves == ["b", "a"])
        let condition: RowCondition = .or([.not(.equal(.converted(a, rounded), b)), .constant(true)])
        #expect(condition.canFail && condition.depth == 5 && condition.containsLeaf { $0 == "b" })
        #expect(condition.map { .leaf($0 + $0) }.leaves == ["aa", "bb"])
    }
}
