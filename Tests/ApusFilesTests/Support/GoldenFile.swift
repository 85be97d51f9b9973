import ApusTestSupport
import Foundation
import Testing

/// Inputs and what is said about them, many in one text file:
///
///     === the name of the case
///     the input
///     --->
///     what is said
///
/// With the environment variable `APUS_RECORD`, what is said is written instead of compared; such a run fails.
struct GoldenFile {
    private let url: URL

    /// The cases in the order of the file.
    let cases: [Golden]

    /// Reads the files of a folder beside the tests, in the order of their names.
    static func files(in folder: String) -> [GoldenFile] {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: folder)
        let names: [String] = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return names.filter { $0.hasSuffix(".txt") }.sorted().compactMap { GoldenFile(url.appending(path: $0)) }
    }

    private init?(_ url: URL) {
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
        self.url = url
        var cases: [Golden] = []
        for part in ("\n" + text).components(separatedBy: "\n=== ").dropFirst() {
            let lines: [String] = part.components(separatedBy: "\n")
            let divider = lines.firstIndex(of: "--->") ?? lines.count
            let input = lines[1..<divider].joined(separator: "\n")
            let said = lines.dropFirst(divider + 1).joined(separator: "\n")
            cases.append(Golden(lines[0], input, said.trimmingCharacters(in: .newlines)))
        }
        self.cases = cases
    }

    /// The file's name.
    var name: String { url.lastPathComponent }

    /// Compares what is said about each input with what the file says, or records it.
    func check(_ say: (Golden) -> String) throws {
        let said: [String] = cases.map(say)
        guard ProcessInfo.processInfo.environment["APUS_RECORD"] == nil else {
            let text: String = zip(cases, said).map { "=== \($0.name)\n\($0.input)\n--->\n\($1)\n" }
                .joined(separator: "\n")
            try Data(text.utf8).write(to: url)
            Issue.record("recorded \(name): look at the change, then run again without APUS_RECORD")
            return
        }
        for (golden, said) in zip(cases, said) { #expect(said == golden.expected, "\(name): \(golden.name)") }
    }
}

extension GoldenFile: CustomStringConvertible {
    var description: String { name }
}

/// Single-file models with errors or warnings, and their findings.
let badModels: [Golden] = GoldenFile.files(in: "BadModels").flatMap(\.cases).filter { !$0.input.hasPrefix("--- ") }
