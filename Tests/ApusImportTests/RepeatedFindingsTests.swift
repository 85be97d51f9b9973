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
}
