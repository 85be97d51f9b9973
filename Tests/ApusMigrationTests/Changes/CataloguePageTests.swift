import ApusReports
import Foundation
import Testing

/// `Documentation/Changes.md` matches the catalogue.
@Suite struct CataloguePageTests {
    @Test("The page is generated; APUS_RECORD=1 writes it")
    func page() throws {
        let url: URL = packageRoot.appending(path: "Documentation/Changes.md")
        let text: String = CataloguePage.text
        guard ProcessInfo.processInfo.environment["APUS_RECORD"] == nil else {
            try Data(text.utf8).write(to: url)
            Issue.record("recorded Changes.md: look at the change, then run again without APUS_RECORD")
            return
        }
        let page = try String(contentsOf: url, encoding: .utf8)
        let differing: Int? = zip(page.lines, text.lines).enumerated().first { $1.0 != $1.1 }?.offset
        let line: Int = (differing ?? page.lines.count) + 1
        #expect(page == text, "Documentation/Changes.md:\(line) differs from the catalogue")
    }
}

/// The folder of the package.
let packageRoot: URL = (1...4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }

extension String {
    fileprivate var lines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}
