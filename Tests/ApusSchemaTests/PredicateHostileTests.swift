import ApusSchema
import ApusTestSupport
import Foundation
import Testing

/// Hostile input is an error, in linear time, and never a crash.
@Suite struct PredicateHostileTests {
    private static let million: Int = 1_000_000

    @Test(arguments: [
        "(", "{", "!", "NOT ", "-", "- ", "a[", "lowercase:(", "SUBQUERY(", "CAST(", "TERNARY(", "a==(", "a+(", "a**b+",
        "a == 1 OR NOT (", "ANY ", "\\", "#", "$", "@count.", "FUNCTION({",
    ])
    func deepTextsAreRefused(piece: String) {
        let text = String(repeating: piece, count: Self.million / piece.count)
        #expect(throws: PredicateProblem.self) { try PredicateFormat.parse(text) }
        #expect(throws: PredicateProblem.self) { try ExpressionFormat.parse(text) }
    }

    @Test(arguments: [
        ("(", ")"), ("{", "}"), ("lowercase:(", ")"), ("-(", ")"), ("CAST(", ", 'NSDate')"), ("a[", "]"),
    ])
    func nestingEndsAtItsLimit(open: String, close: String) throws {
        func text(_ depth: Int) -> String {
            String(repeating: open, count: depth) + "a" + String(repeating: close, count: depth)
        }
        _ = try ExpressionFormat.parse(text(24))
        let error = #expect(throws: PredicateProblem.self) { try ExpressionFormat.parse(text(51)) }
        #expect(error?.message == "this is nested more than 50 levels deep")
    }

    /// The deepest text that is read, on a thread with the stack that Apple's platforms give.
    @Test func theDeepestTextsFitASmallStack() async {
        let texts: [String] = [
            String(repeating: "(", count: 48) + "a == 1" + String(repeating: ")", count: 48),
            String(repeating: "SUBQUERY(a,$x,", count: 24) + "b==1" + String(repeating: ")==1", count: 24),
            String(repeating: "NOT ", count: 47) + "a == 1",
            "b == a" + String(repeating: "+a", count: 47),
            "b == a" + String(repeating: "[0]", count: 47),
        ]
        let results: [Bool] = await withCheckedContinuation { continuation in
            let thread = Thread {
                continuation.resume(
                    returning: texts.map { text in
                        guard let predicate = try? PredicateFormat.parse(text) else { return false }
                        let problems = predicate.problems(
                            in: PredicateModel.schema,
                            entity: PredicateModel.schema.entity("Trip"),
                            as: .index
                        )
                        return (try? PredicateFormat.parse(predicate.text)) == predicate && !problems.isEmpty
                    }
                )
            }
            thread.stackSize = 512 * 1024
            thread.start()
        }
        #expect(results == texts.map { _ in true })
    }

    @Test("A minus sign needs parentheses in the text that is written, which nest as well") func negations() throws {
        for count in 1...50 {
            for operand in ["a", "5", "(5)", "b - -a"] {
                let text = "b - " + String(repeating: "- ", count: count) + operand
                guard let expression = try? ExpressionFormat.parse(text) else { continue }
                #expect(try ExpressionFormat.parse(expression.text) == expression, "\(text)")
            }
        }
        _ = try ExpressionFormat.parse(String(repeating: "-", count: 20) + "a")
    }

    @Test func wideTextsAreRead() throws {
        let text = (0..<100_000).map { "a\($0) == 1" }.joined(separator: " OR ")
        let predicate = try PredicateFormat.parse(text)
        #expect(predicate.text == text)
        #expect(predicate.keyPaths.count == 100_000)
        let path = "a" + String(repeating: ".a", count: 100_000)
        #expect(try ExpressionFormat.parse(path).text == path)
    }

    private static let pieces: [String] = [
        "a", "name", "items", "weight", ".", ".@count", "@sum", "$X", "$NAME", "(", ")", "{", "}", "[", "]", ",", "==",
        "!=", "<", "=", "AND", "OR", "NOT", "!", "ANY", "ALL", "NONE", "IN", "BETWEEN", "LIKE", "CONTAINS", "[cd]", "1",
        "-", "2.5", "0x", "'x'", "\"", "\\", "NIL", "YES", "SELF", "SUBQUERY", "CAST", "FUNCTION", "TERNARY", "now()",
        "lowercase:", "+", "*", "**", "/", "#", "and", "FIRST", ":", "%@", "\u{0}", "é", "😀", "TRUEPREDICATE", " ",
    ]

    /// Whatever is read is written and read again, and judged without a crash.
    @Test func randomWords() {
        var accepted = 0
        let seeds = TestScale.seeds(4_000)
        for seed in seeds {
            var random = SplitMix64(seed: seed)
            var text = ""
            if random.chance(50) {
                // A real one with a piece exchanged.
                var generator = PredicateGenerator(seed: seed)
                var words: [Substring] = generator.predicate(depth: 3).text.split(separator: " ")
                words[random.below(words.count)] = random.pick(Self.pieces)[...]
                text = words.joined(separator: " ")
            } else {
                for _ in 0...random.below(12) { text += random.pick(Self.pieces) + (random.chance(70) ? " " : "") }
            }
            guard let predicate = try? PredicateFormat.parse(text) else { continue }
            accepted += 1
            let back = try? PredicateFormat.parse(predicate.text)
            #expect(back == predicate, "seed \(seed): \(text)")
            for problem in predicate.problems(
                in: PredicateModel.schema,
                entity: PredicateModel.schema.entity("Trip"),
                as: .fetchRequest(variables: PredicateModel.variables)
            ) {
                #expect(problem.offset <= text.unicodeScalars.count, "seed \(seed): \(text)")
            }
        }
        #expect(accepted * 30 > seeds.count)
    }
}
