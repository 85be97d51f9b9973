import Foundation

extension HostileFileTests {
    static let samples: [Sample] = syntax + files + sizes + models

    private static func model(_ rest: String) -> String { "model: T\n" + rest }

    private static func entities(_ count: Int, _ entity: (Int) -> String) -> String {
        model("entities:\n" + (0..<count).map { "  \(entity($0))\n" }.joined())
    }

    private static func predicate(_ text: String) -> String {
        model(
            "entities: { A: { attributes: { x: int32 } } }\nfetchRequests: { r: { entity: A, predicate: \"\(text)\" } }\n"
        )
    }

    private static func pattern(_ pattern: String, default text: String) -> String {
        model("entities: { A: { attributes: { x: { type: string, pattern: '\(pattern)', default: '\(text)' } } } }\n")
    }

    private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    /// The factor for the size of large files: 10 reaches the limit of 8 MB.
    private static let scale: Int =
        ProcessInfo.processInfo.environment["APUS_SCALE"].flatMap { Int($0) }.map { min(max(1, $0), 10) } ?? 1

    private static let syntax: [Sample] = [
        Sample(
            "aliases upon aliases",
            .text {
                let first = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
                return first + (1..<30).map { "a\($0): &a\($0) [\(times(9, "*a\($0 - 1), "))]\n" }.joined()
            },
            says: "anchors ('&a0') are not supported"
        ),
        Sample(
            "10,000 brackets",
            .text { model("entities: " + times(10_000, "[") + times(10_000, "]")) },
            says: "nested more than 64 levels deep"
        ),
        Sample("10,000 open brackets", .text { times(10_000, "[") }, says: "nested more than 64 levels deep"),
        Sample(
            "2,000 levels",
            .text { model((0..<2_000).map { times($0, " ") + "a:\n" }.joined()) },
            says: "nested more than 64 levels deep"
        ),
        Sample("10,000 dashes", .text { "entities:\n" + times(10_000, "- ") }, says: "nested more than 64 levels deep"),
        Sample(
            "no UTF-8",
            .bytes { Array("model: T\nentities: { ".utf8) + [0xFF, 0xC0] },
            says: "T.yaml:2: error: the file is not UTF-8"
        ),
        Sample("UTF-16", .bytes { [0xFF, 0xFE, 0x6D, 0] }, says: "the file is UTF-16, not UTF-8"),
        Sample("a NUL", .bytes { Array("model: T\0\n".utf8) }, says: "T.yaml:1:9: error: the file has a NUL character"),
        Sample("NULs", .bytes { Array(repeating: 0, count: 100_000) }, says: "the file has a NUL character"),
        Sample("nothing", .text { "" }, says: "the file is empty"),
        Sample("spaces", .text { times(1_000, " ") }, says: "the file is empty"),
    ]

    private static let files: [Sample] = [
        Sample(
            "a folder",
            .command("mkdir $F"),
            says: "T.yaml: error: expected a file, found a folder",
            inProject: "T.yaml: error: folders are not read here"
        ),
        // It has no writer, so opening it for reading would block for ever.
        Sample("a pipe", .command("mkfifo $F"), says: "T.yaml: error: "),
        Sample("a device that never ends", .command("ln -s /dev/zero $F"), says: "T.yaml: error: "),
        Sample("a link to itself", .command("ln -s T.yaml $F"), says: "the link is broken"),
        Sample(
            "links in a circle",
            .command("ln -s U.yml $F; ln -s T.yaml $(dirname $F)/U.yml"),
            says: "T.yaml: error: the link is broken"
        ),
    ]

    private static let sizes: [Sample] = [
        Sample("50 MB in a line", .command("head -c 50000000 /dev/zero | tr '\\0' x > $F"), says: "larger than 8 MB"),
        Sample("50 MB in lines", .command("yes '# words' | head -c 50000000 > $F"), says: "larger than 8 MB"),
        Sample(
            "800 KB in a line",
            .text { "model: " + times(800_000 * scale, "x") },
            says: "'entities' is missing",
            isLarge: true
        ),
        Sample(
            "a key of 1 MB",
            .text { model("entities:\n  A:\n    ? " + times(1_000_000, "k") + "\n    : 1\n") },
            says: "is not a key of an entity"
        ),
        Sample(
            "10,000 entities",
            .text { entities(10_000 * scale) { "E\($0): { attributes: { a: strin } }" } },
            says: "more findings",
            isLarge: true
        ),
        Sample(
            "20,000 sound entities",
            .text { entities(20_000) { "E\($0): { attributes: { a: string, b: int32 } }" } },
            says: "T: 20000 entities",
            code: 0,
            isLarge: true
        ),
        Sample(
            "10,000 errors",
            .text { entities(10_000 * scale) { "E\($0): { zzzzzz: 1 }" } },
            says: "and \(10_000 * scale - 1000) more findings",
            isLarge: true
        ),
        Sample(
            "5,000 entities of one name",
            .text { entities(5_000 * scale) { _ in "A: {}" } },
            says: "more findings",
            isLarge: true
        ),
    ]

    private static let models: [Sample] = [
        Sample(
            "500,000 parentheses",
            .text { predicate(times(500_000, "(") + "x == 1" + times(500_000, ")")) },
            says: "this is nested more than 50 levels deep"
        ),
        Sample(
            "500,000 braces",
            .text { predicate("x IN " + times(500_000, "{")) },
            says: "this is nested more than 50 levels deep"
        ),
        Sample(
            "250,000 negations",
            .text { predicate(times(250_000, "NOT ") + "x == 1") },
            says: "this is nested more than 50 levels deep"
        ),
        Sample(
            "300,000 sums",
            .text { predicate("x == 1" + times(300_000, "+1")) },
            says: "this is nested more than 50 levels deep"
        ),
        // ICU gives up, and a default that cannot be tested is not reported.
        Sample(
            "a pattern that blows up",
            .text { pattern("(a+)+$", default: times(40_000, "a") + "b") },
            says: "T",
            code: 0
        ),
        Sample(
            "a pattern of 100,000 parentheses",
            .text { pattern(times(100_000, "(") + "a" + times(100_000, ")"), default: "a") },
            says: "the pattern '((("
        ),
        Sample(
            "6,500 parts in a circle",
            .text {
                let count = 6_500 * scale
                return model(
                    "entities: { A: {} }\ncomposites:\n"
                        + (0..<count).map { "  C\($0): { attributes: { a: C\(($0 + 1) % count) } }\n" }.joined()
                )
            },
            says: "is a part of itself",
            isLarge: true
        ),
        Sample(
            "6,500 parents in a circle",
            .text {
                let count = 6_500 * scale
                return entities(count) { "E\($0): { parent: E\(($0 + 1) % count) }" }
            },
            says: "inherits from itself",
            isLarge: true
        ),
        Sample(
            "6,500 parents in a line",
            .text {
                let count = 6_500 * scale
                return entities(count) { "E\($0): { parent: E\($0 + 1) }" } + "  E\(count):\n"
            },
            says: "is deeper than 100 entities",
            isLarge: true
        ),
    ]
}
