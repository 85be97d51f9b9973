import Foundation
import Testing

/// The page on expressions says what their functions do.
@Suite struct ExpressionsPageTests {
    /// With the environment variable `APUS_RECORD` the page is written instead of compared; such a run fails.
    @Test("Documentation/Expressions.md is what is made of the functions") func page() throws {
        let root: URL = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let url: URL = root.appending(path: "Documentation/Expressions.md")
        let text: String = try ExpressionsPage.text()
        guard ProcessInfo.processInfo.environment["APUS_RECORD"] == nil else {
            try Data(text.utf8).write(to: url)
            Issue.record("recorded Expressions.md: look at the change, then run again without APUS_RECORD")
            return
        }
        let written: String = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        #expect(written == text, "run again with APUS_RECORD=1, and look at the change")
    }
}
