import ApusDiagnostics
import Testing

@testable import ApusImport

struct RepeatedFindingsTests {
    private func error(_ message: String, _ line: Int) -> Diagnostic {
        .error(message, at: SourceLocation(file: "f", line: line))
    }

    @Test func countsAndKeepsTheFirstLocation() {
        let folded: [Diagnostic] = RepeatedFindings.folded([
            ("v1", [error("a", 1), error("a", 2)]), ("v2", [error("b", 3), error("a", 4)]), ("v3", [error("a", 5)]),
        ])
        #expect(
            folded.map(\.description) == [
                "f:1: error: a\n  note: the same in 2 more versions, up to 'v3'", "f:2: error: a", "f:3: error: b",
            ]
        )
    }

    @Test func warningsThatDifferInNamesOnlyBecomeOne() {
        func warning(_ message: String, _ line: Int) -> Diagnostic {
            .warning(message, at: SourceLocation(file: "f", line: line))
        }
        let index: (String) -> String = { "the index '\($0).byDay' contains 'day', and is left out" }
        let names: [String] = ["A", "B", "C", "D", "E"]
        let indexes: [Diagnostic] = names.enumerated().map { warning(index($1), $0 + 1) }
        let grouped: [Diagnostic] = RepeatedFindings.grouped(
            indexes + [
                error("'x' of 'A'", 6), error("'y' of 'A'", 7), warning("'minCount' of 'A.x' is '-1'", 8),
                warning("'maxCount' of 'A.x' is '-1'", 9), warning("'minCount' of 'A.y' is '-2'", 10),
                warning("'colour' of attribute 'A.x' \(KeyReader.unknown)", 11),
                warning("'shade' of entity 'B' \(KeyReader.unknown)", 12),
                warning("the element 'shape' in entity 'A' \(KeyReader.unknown)", 13),
                warning("the element 'shape' 's' in entity 'B' \(KeyReader.unknown)", 14),
                warning("the element 'form' in entity 'B' \(KeyReader.unknown)", 15),
            ]
        )
        #expect(
            grouped.map(\.description) == [
                "f:1: warning: the index 'A.byDay' contains 'day', and is left out\n"
                    + "  note: 4 more like it: 'B.byDay', 'C.byDay', 'D.byDay', …",
                "f:6: error: 'x' of 'A'", "f:7: error: 'y' of 'A'",
                "f:8: warning: 'minCount' of 'A.x' is '-1'\n  note: 1 more like it: 'A.y'",
                "f:9: warning: 'maxCount' of 'A.x' is '-1'",
                "f:11: warning: 'colour' of attribute 'A.x' is unknown to Apus and is left out\n"
                    + "  note: 1 more like it: 'shade' of 'B'",
                "f:13: warning: the element 'shape' in entity 'A' is unknown to Apus and is left out\n"
                    + "  note: 1 more like it: in 'B'",
                "f:15: warning: the element 'form' in entity 'B' is unknown to Apus and is left out",
            ]
        )
    }

    @Test func warningsWithOtherHelpAreOthers() {
        let warnings: [Diagnostic] = ["abstract", "optoinal", "optional1"].enumerated().map { number, key in
            .warning(
                "'\(key)' of entity 'A' \(KeyReader.unknown)",
                at: SourceLocation(file: "f", line: number + 1),
                help: ["did you mean '\(number == 0 ? "isAbstract" : "optional")'?"]
            )
        }
        let grouped = RepeatedFindings.grouped(warnings)
        #expect(grouped.flatMap(\.help) == ["did you mean 'isAbstract'?", "did you mean 'optional'?"])
        #expect(grouped.flatMap(\.notes) == ["1 more like it: 'optional1' of 'A'"])
    }
}
