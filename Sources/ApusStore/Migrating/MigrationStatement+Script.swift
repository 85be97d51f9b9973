import ApusDiagnostics
import Foundation

extension [MigrationStatement] {
    /// The statements as a readable script, with a comment for each step and each bound value.
    public var script: String {
        var blocks: [String] = []
        var title: String?
        for statement in self {
            var lines: [String] = []
            if statement.title != title { lines.append("-- \(statement.title)") }
            for value in statement.values { lines.append("-- ? = \(value.lines.joined(separator: "\n--     "))") }
            if !statement.sql.isEmpty { lines.append("\(statement.sql.lines.joined(separator: "\n"));") }
            let block = lines.joined(separator: "\n")
            // The statements of one step form a block.
            if statement.title == title, let last = blocks.popLast() {
                blocks.append("\(last)\n\(block)")
            } else {
                blocks.append(block)
            }
            title = statement.title
        }
        return blocks.joined(separator: "\n\n")
    }
}

extension String {
    /// The lines, with control characters escaped.
    fileprivate var lines: [String] { components(separatedBy: "\n").map(\.shown) }
}
