import ApusSchema
import ApusTestSupport
import Testing

/// What the format of predicates accepts, and what every accepted text means, shown by its canonical form.
@Suite struct PredicateTextTests {
    @Test(arguments: [
        // The shapes of predicates that public apps' models have.
        ("name == $NAME", "name == $NAME"), ("uuid == $UUID", "uuid == $UUID"), ("true == true", "YES == YES"),
        ("owner.name == $name", "owner.name == $name"), ("owner == $owner", "owner == $owner"),
        ("far.name == $NAME OR text == $NEEDLE", "far.name == $NAME OR text == $NEEDLE"),
        ("title != nil", "title != NIL"), ("rank > 5", "rank > 5"), ("test = \"test\"", "test == \"test\""),
        // Every operator, in every spelling.
        ("a = 1", "a == 1"), ("a <> 1", "a != 1"), ("a != 1", "a != 1"), ("a < 1", "a < 1"), ("a <= 1", "a <= 1"),
        ("a =< 1", "a <= 1"), ("a > 1", "a > 1"), ("a >= 1", "a >= 1"), ("a => 1", "a >= 1"),
        ("a between {1, 2}", "a BETWEEN {1, 2}"), ("a In $IDS", "a IN $IDS"),
        ("a contains[cd] 'x'", "a CONTAINS[cd] \"x\""),
        ("a beginswith[C] 'x'", "a BEGINSWITH[c] \"x\""), ("a ENDSWITH[n] 'x'", "a ENDSWITH[n] \"x\""),
        ("a like[dc] '*x?'", "a LIKE[cd] \"*x?\""), ("a MATCHES '\\\\d+'", "a MATCHES \"\\\\d+\""),
        ("a ==[l] 'x'", "a ==[l] \"x\""),
        // Conditions.
        ("a=1&&b=2||!(c=3)", "a == 1 AND b == 2 OR NOT c == 3"),
        ("a = 1 and (b = 2 or c = 3)", "a == 1 AND (b == 2 OR c == 3)"),
        ("(a = 1 and b = 2) and c = 3", "(a == 1 AND b == 2) AND c == 3"),
        ("(a = 1 and b = 2) or c = 3", "a == 1 AND b == 2 OR c == 3"),
        ("NOT a = 1 AND b = 2", "NOT a == 1 AND b == 2"), ("not not a = 1", "NOT NOT a == 1"),
        ("not (a = 1 or b = 2)", "NOT (a == 1 OR b == 2)"), ("((a == 1))", "a == 1"),
        ("TRUEPREDICATE or falsepredicate", "TRUEPREDICATE OR FALSEPREDICATE"),
        ("some a.b > 1", "ANY a.b > 1"), ("ALL a.b > 1", "ALL a.b > 1"), ("not none a.b > 1", "NOT NONE a.b > 1"),
        // Constants.
        ("a = 0xFF", "a == 255"), ("a = 0b101", "a == 5"), ("a = 0o17", "a == 15"), ("a = -5", "a == -5"),
        ("a = -9223372036854775808", "a == -9223372036854775808"),
        ("a = 9223372036854775808", "a == 9223372036854775808.0"),
        ("a = 0.10", "a == 0.1"), ("a = 2.0", "a == 2.0"), ("a = 9.2e-5", "a == 0.000092"),
        ("a = 1e300", "a == 1e+300"),
        ("a = 12345678901234567890.123456789012345678", "a == 12345678901234567890.123456789012345678"),
        ("a = no or a = YES or a = null", "a == NO OR a == YES OR a == NIL"),
        ("a = 'it\\'s' or a = \"it's\"", "a == \"it's\" OR a == \"it's\""),
        ("a = '\\x41\\101\\u00e9\\n\\U0001'", "a == \"AAé\\n\\u0001\""), ("a = '\\ud83d\\ude00'", "a == \"😀\""),
        ("a = '%@'", "a == \"%@\""), ("a = {}", "a == {}"),
        // Key paths.
        ("self.a = SELF", "SELF.a == SELF"), ("$x.a.b = 1", "$x.a.b == 1"), ("#and = 1", "#and == 1"),
        ("a.in.first = #b", "a.#in.#first == b"), ("size = 1", "#size == 1"), ("größe = 1", "größe == 1"),
        ("a.@count = 0", "a.@count == 0"), ("a.@sum.b = a.b.@max", "a.@sum.b == a.b.@max"),
        ("@avg.a.b > 1", "@avg.a.b > 1"), ("a[FIRST].b = a[last]", "a[FIRST].b == a[LAST]"),
        ("a[SIZE] = a[0]", "a[SIZE] == a[0]"), ("a['key'] = 1", "a[\"key\"] == 1"),
        // Functions and calculations.
        ("lowercase:(a) = lowercase(b)", "lowercase:(a) == lowercase:(b)"), ("a < now()", "a < now()"),
        ("add:to:(1, 2) = 3", "add:to:(1, 2) == 3"), ("a < CAST(0, 'NSDate')", "a < CAST(0, \"NSDate\")"),
        ("FUNCTION($FETCH_SOURCE, 'x:', 1) = 1", "FUNCTION($FETCH_SOURCE, \"x:\", 1) == 1"),
        ("TERNARY(a = 1, b, c) = d", "TERNARY(a == 1, b, c) == d"),
        ("subquery(a, $x, $x.b = 1 and $x.c = 2).@count > 0", "SUBQUERY(a, $x, $x.b == 1 AND $x.c == 2).@count > 0"),
        ("a+b*2-(c-d) = 1", "a + b * 2 - (c - d) == 1"), ("(a+b)*2 = 1", "(a + b) * 2 == 1"),
        ("a - (b + c) = (a - b) - c", "a - (b + c) == a - b - c"), ("a - -1 = 1", "a - -1 == 1"),
        ("2 ** 3 ** 2 = (-2) ** 2", "(2 ** 3) ** 2 == (-2) ** 2"), ("-(5) = -a", "-(5) == -a"),
        ("-(a + b) = 1", "-(a + b) == 1"), ("(a + b).c = 1", "(a + b).c == 1"),
    ])
    func accepted(text: String, canonical: String) throws {
        let predicate = try PredicateFormat.parse(text)
        #expect(predicate.text == canonical)
        #expect(try PredicateFormat.parse(canonical) == predicate)
    }

    @Test(arguments: [
        ("lowercase:(name)", "lowercase:(name)"), ("a.@sum.b", "a.@sum.b"), ("now()", "now()"), ("'x'", "\"x\""),
        ("a + 1", "a + 1"),
    ])
    func acceptedExpressions(text: String, canonical: String) throws {
        #expect(try ExpressionFormat.parse(text).text == canonical)
    }

    @Test func offsetsAreScalars() throws {
        // One character of two scalars stands before the second comparison.
        let predicate = try PredicateFormat.parse("'e\u{301}' = a AND ANY $x.b = 1")
        guard case .and(let operands) = predicate.kind, case .comparison(let second) = operands[1].kind else {
            Issue.record("no conjunction: \(predicate)")
            return
        }
        #expect([operands[0].offset, operands[1].offset, second.left.offset, second.right.offset] == [0, 13, 17, 24])
    }

    @Test func namesAreListed() throws {
        let predicate = try PredicateFormat.parse("a.b = $X AND SUBQUERY(c, $i, $i.d = $Y AND SELF.e = 1).@count > $X")
        #expect(predicate.variables.map(\.name) == ["X", "Y", "X"])
        #expect(predicate.variables.map(\.offset) == [6, 36, 64])
        #expect(predicate.keyPaths.map(\.steps) == [[.name("a"), .name("b")], [.name("c")], [.name("e")]])
    }

    /// The law: reading what was written gives what was written.
    @Test func readingWhatWasWritten() {
        for seed in TestScale.seeds(1000) {
            var generator = PredicateGenerator(seed: seed)
            let predicate: PredicateFormat = generator.predicate(depth: 5)
            do throws(PredicateProblem) {
                let back: PredicateFormat = try PredicateFormat.parse(predicate.text)
                #expect(back == predicate, "seed \(seed): \(predicate.text) was read as \(back.text)")
            } catch {
                Issue.record("seed \(seed): \(predicate.text): \(error)")
            }
        }
    }
}
