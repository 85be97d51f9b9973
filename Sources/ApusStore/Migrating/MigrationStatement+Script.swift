import ApusDiagnostics
import Foundation

extension [MigrationStatement] {
    /// The statements as a script for people, with a comment for each step and each value that is bound.
    public var script: String {
        var blocks: [String] = []
        var title: String?
        for statement in self {
            var lines: [String] = []
            if statement.title != title { lines.append("-- \(statement.title)") }
            for value in statement.values { lines.append("-- ? = \(value.lines.joined(separator: "\n--     "))") }
            lines.append("\(statement.sql.lines.joined(separator: "\n"));")
            let block: String = lines.joined(separator: "\n")
            // What follows from one step stays together.
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
    /// The lines, with escapes for what would steer a terminal.
    fileprivate var lines: [String] { components(separatedBy: "\n").map(\.shown) }
}
