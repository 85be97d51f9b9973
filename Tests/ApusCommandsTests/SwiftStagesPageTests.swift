import Foundation
import Testing

/// `Documentation/SwiftStages.md` shows the code of `Tests/ApusOwnStages`, which the session `swift-stages.txt` runs.
@Suite struct SwiftStagesPageTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    @Test("The page's code is what is compiled, its mapping and its error are those of the session")
    func page() throws {
        let page = try text("Documentation/SwiftStages.md")
        for name in ["TripsStages", "RoutePolicy"] {
            let source = try text("Tests/ApusOwnStages/\(name).swift")
            #expect(page.contains("\n```swift\n\(source)```\n"), "\(name)")
        }
        let session = try text("Tests/ApusCommandsTests/Scripts/swift-stages.txt")
        for (start, end) in [("```text\n", "```"), ("2-3.yaml\n", "```")] {
            let block = page.components(separatedBy: start).dropFirst().first?.components(separatedBy: end).first ?? ""
            #expect(!block.isEmpty && session.contains(block))
        }
    }
}
