import Foundation
import Testing

/// Links between the pages of the documentation point to files that exist, and to headings that they have.
@Suite struct PageLinkTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let pages: [String] = {
        let found = FileManager.default.enumerator(atPath: root.appending(path: "Documentation").path)
        let inner = (found?.compactMap { $0 as? String } ?? []).map { "Documentation/\($0)" }
        let outer = ["README.md", "AGENTS.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
        return (outer + inner).filter { $0.hasSuffix(".md") }.sorted()
    }()

    /// The lines of a page outside of its blocks of code.
    private static func lines(_ path: String) throws -> [Substring] {
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        var fence: Substring?
        return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            let ticks = line.prefix { $0 == "`" }
            if let open = fence {
                if ticks.count >= open.count, ticks.count == line.count { fence = nil }
                return false
            }
            if ticks.count >= 3 { fence = ticks }
            return ticks.count < 3
        }
    }

    /// The names by which links refer to a page's headings, as GitHub makes them.
    private static func anchors(_ path: String) throws -> Set<String> {
        var uses: [String: Int] = [:]
        var anchors: Set<String> = []
        for line in try lines(path) {
            guard let title = line.wholeMatch(of: /#{1,6} (.*)/)?.output.1 else { continue }
            let shown = title.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
            let name = String(
                shown.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
                    .map { $0 == " " ? "-" : $0 }
            )
            let count = uses[name, default: 0]
            uses[name] = count + 1
            anchors.insert(count == 0 ? name : "\(name)-\(count)")
        }
        return anchors
    }

    @Test func thereArePages() {
        #expect(Self.pages.count > 40)
    }

    @Test("links point to something", arguments: pages)
    func links(_ path: String) throws {
        let folder = Self.root.appending(path: path).deletingLastPathComponent()
        for line in try Self.lines(path) {
            // Links in code are examples.
            for match in line.replacing(/`[^`]*`/, with: "").matches(of: /\]\(([^)\s]+)\)/) {
                let target = match.output.1
                if target.contains("://") { continue }
                let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let file = parts[0].isEmpty ? path : Self.relative(folder.appending(path: String(parts[0])))
                #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: file).path), "\(target)")
                if parts.count == 2, file.hasSuffix(".md") {
                    #expect(try Self.anchors(file).contains(String(parts[1])), "\(target)")
                }
            }
        }
    }

    private static func relative(_ url: URL) -> String {
        String(url.standardizedFileURL.path.dropFirst(root.standardizedFileURL.path.count + 1))
    }
}
