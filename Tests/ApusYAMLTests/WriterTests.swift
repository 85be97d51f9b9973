import ApusTestSupport
import ApusYAML
import Testing

@Suite("Writing YAML")
struct WriterTests {
    @Test("Blocks, lines in brackets, comments")
    func layout() {
        let value: YAMLValue = .mapping([
            .init("model", .text("Trips")),
            .init("empty", .mapping([])),
            .init("none", .sequence([])),
            .init("flow", .mapping([.init("to", .text("Trip")), .init("list", .sequence([.word("1")]))], .flow)),
            .init("list", .sequence([.text("a"), .mapping([.init("b", .text("c")), .init("d", .text("e"))])])),
            .init(
                "nested",
                .sequence([.sequence([.text("a"), .text("b")]), .sequence([.text("c")], .flow)])
                    .commented(["two\nlines"])
            ),
            .init("flowWithComment", .mapping([.init("a", .text("b").commented(["why"]))], .flow)),
        ]).commented(["The model.", ""])
        #expect(
            YAMLWriter.write(value) == """
                # The model.
                #
                model: Trips
                empty: {}
                none: []
                flow: { to: Trip, list: [1] }
                list:
                  - a
                  - b: c
                    d: e
                # two
                # lines
                nested:
                  - - a
                    - b
                  - [c]
                flowWithComment:
                  # why
                  a: b

                """
        )
    }

    @Test(
        "A text that another reader would take for something else has quotes",
        arguments: [
            "", "~", "null", "Null", "NULL", "true", "False", "yes", "No", "ON", "off", "y", "N", ".inf", "-.Inf",
            ".NaN", "<<", "=", "0", "1", "-1", "+1", "1.5", "-.5", "1e3", "1E+3", "1_000", "0x1F", "0o17", "0b11",
            "017", "12:30:45", "2026-05-01", "2026-05-01T12:30:00Z", "2026-05-01 12:30:00.5 +01:00", "1.",
        ]
    )
    func specialWords(_ text: String) {
        #expect(YAMLWriter.write(.text(text)) == "\"\(text)\"\n")
        let usual: Bool = ["y", "N"].contains(text)
        #expect(YAMLWriter.write(.mapping([.init(text, .text("a"))])) == (usual ? "\(text): a\n" : "\"\(text)\": a\n"))
    }

    @Test(
        "An unambiguous text has none",
        arguments: [
            "a", "Trip", "größe", "a b", "a:b", "a#b", "order", "string?", "Trip.startDate", "https://a.b/c?d=e",
            "2nd", "0x", "e3", "-a", "v1.2", "1.2-a", "it's", "a\"b", "日本", "nullable", "yesterday",
        ]
    )
    func plainTexts(_ text: String) {
        #expect(YAMLWriter.write(.text(text)) == "\(text)\n")
    }

    @Test(
        "A text that YAML could not carry has quotes, even where it is a word",
        arguments: [
            (" a", "\" a\""), ("a ", "\"a \""), ("a: b", "\"a: b\""), ("a #b", "\"a #b\""), ("a:", "\"a:\""),
            ("- a", "\"- a\""), ("-", "\"-\""), ("--- a", "\"--- a\""), ("...", "\"...\""), ("@a", "\"@a\""),
            ("[a", "\"[a\""), ("a\nb", "\"a\\nb\""), ("a\u{0}\u{1}\t", "\"a\\0\\x01\\t\""), ("\\", "\\"),
            ("\"", "\"\\\"\""), ("a\u{2028}", "\"a\\u2028\""), ("\u{FEFF}", "\"\\uFEFF\""), ("%a", "\"%a\""),
            ("a\u{A0}b", "\"a\\xA0b\""), ("\u{10FFFF}", "\"\\U0010FFFF\""), ("\u{85}", "\"\\x85\""),
        ]
    )
    func quotedTexts(_ text: String, _ expected: String) {
        #expect(YAMLWriter.write(.word(text)) == expected + "\n")
    }

    @Test("Texts of several lines are blocks that show them, unless that would change them")
    func literalTexts() {
        func written(_ text: String) -> String {
            YAMLWriter.write(
                .mapping([YAMLValue.Entry("a", .sequence([.text(text)])), YAMLValue.Entry("b", .text(text))])
            )
        }
        #expect(written("one\ntwo") == "a:\n  - |-\n    one\n    two\nb: |-\n  one\n  two\n")
        #expect(
            written("# one\n\n  - two: x\n")
                == "a:\n  - |\n    # one\n\n      - two: x\nb: |\n  # one\n\n    - two: x\n"
        )
        for text in ["\n", "a\n\n", " a\nb", "\na", "a \nb", "a\r\nb", "a\n\tb", "a\u{85}\nb", "a\n\u{2028}"] {
            #expect(!written(text).contains("|"), "\(text.debugDescription)")
        }
        let value: YAMLValue = .mapping([YAMLValue.Entry("a", .text("one\ntwo"))], .flow)
        #expect(YAMLWriter.write(value) == "{ a: \"one\\ntwo\" }\n")
    }

    @Test("In brackets their signs need quotes")
    func flowTexts() {
        let value: YAMLValue = .sequence(
            ["a,b", "a]", "{", "a: b", "https://a.b", "a:", "c?", "a?b"].map { .text($0) },
            .flow
        )
        #expect(
            YAMLWriter.write(value) == "[\"a,b\", \"a]\", \"{\", \"a: b\", https://a.b, \"a:\", c?, \"a?b\"]\n"
        )
    }

    @Test("What is written is read as it was", arguments: TestScale.seeds(100))
    func roundTrip(seed: UInt64) throws {
        var generator = TreeGenerator(seed: seed)
        for _ in 0..<10 {
            let tree: Tree = generator.tree(depth: 0)
            let text: String = YAMLWriter.write(tree.value)
            let (node, findings) = YAMLReader.read(text, file: "seed-\(seed)")
            #expect(findings.isEmpty, "seed \(seed): \(findings) in\n\(text)")
            #expect(node.map(Tree.init) == tree, "seed \(seed):\n\(text)")
            #expect(text.utf8.elementsEqual(YAMLWriter.write(tree.value).utf8))
        }
    }
}
