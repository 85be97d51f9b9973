import Foundation
import Testing

/// The page on conversions says what they do.
@Suite("The page on conversions")
struct ConversionsPageTests {
    /// With the environment variable `APUS_RECORD` the page is written instead of compared; such a run fails.
    @Test("Documentation/Conversions.md is what is made of the conversions") func page() throws {
        let root: URL = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let url: URL = root.appending(path: "Documentation/Conversions.md")
        guard ProcessInfo.processInfo.environment["APUS_RECORD"] == nil else {
            try Data(ConversionsPage.text.utf8).write(to: url)
            Issue.record("recorded Conversions.md: look at the change, then run again without APUS_RECORD")
            return
        }
        let written: String = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        #expect(written == ConversionsPage.text, "run again with APUS_RECORD=1, and look at the change")
    }
}
