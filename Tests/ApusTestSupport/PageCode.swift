import Foundation

/// The Swift code that a page of the documentation shows, and the file of a test that compiles and runs it.
package enum PageCode {
    private static let documentation = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Documentation")

    /// The page's blocks of Swift, and those of them that the file does not have, whatever their indentation.
    ///
    /// - Parameters:
    ///   - page: The path of the page in `Documentation`.
    ///   - file: The path of the file.
    /// - Returns: The blocks.
    /// - Throws: If the page or the file cannot be read.
    package static func blocks(of page: String, in file: String) throws -> (all: [String], missing: [String]) {
        let code = try lines(String(contentsOfFile: file, encoding: .utf8)).joined(separator: "\n")
        let blocks = try blocks(of: page)
        return (blocks, blocks.filter { !code.contains(lines($0).joined(separator: "\n")) })
    }

    /// The page's blocks of Swift, and those of their lines that the file does not have: where it has other lines between them.
    ///
    /// - Parameters:
    ///   - page: The path of the page in `Documentation`.
    ///   - file: The path of the file.
    /// - Returns: The blocks, and the lines.
    /// - Throws: If the page or the file cannot be read.
    package static func lines(of page: String, in file: String) throws -> (all: [String], missing: [String]) {
        let own = try Set(lines(String(contentsOfFile: file, encoding: .utf8)))
        let blocks = try blocks(of: page)
        return (blocks, blocks.flatMap(lines).filter { !own.contains($0) })
    }

    private static func blocks(of page: String) throws -> [String] {
        let text = try String(contentsOf: documentation.appending(path: page), encoding: .utf8)
        let parts = ("\n" + text).components(separatedBy: "\n```")
        return stride(from: 1, to: parts.count, by: 2).map { parts[$0] }.filter { $0.hasPrefix("swift\n") }
            .map { String($0.dropFirst("swift\n".count)) }
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
