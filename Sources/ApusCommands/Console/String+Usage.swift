extension String {
    /// The text of the argument parser with its lines about usage wrapped, which it leaves as long as they are.
    var wrappingUsage: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { line in
            ["USAGE: ", "Usage: "].contains { line.hasPrefix($0) } ? Self.wrapped(line) : String(line)
        }.joined(separator: "\n")
    }

    private static let usageWidth = 80

    private static func wrapped(_ line: Substring) -> String {
        var lines: [String] = []
        var current = ""
        for part in parts(of: line) {
            if current.isEmpty {
                current = part
            } else if current.count + 1 + part.count <= usageWidth {
                current += " \(part)"
            } else {
                lines.append(current)
                // Below the first word after 'USAGE: '.
                current = "       \(part)"
            }
        }
        return (lines + [current]).joined(separator: "\n")
    }

    /// The words of a line; what is in brackets is one: `[--to <to>]`.
    private static func parts(of line: Substring) -> [String] {
        var parts: [String] = []
        var isOpen = false
        for word in line.split(separator: " ") {
            if isOpen, let last = parts.popLast() {
                parts.append("\(last) \(word)")
            } else {
                parts.append(String(word))
            }
            let whole = parts[parts.count - 1]
            isOpen = whole.count { $0 == "[" } > whole.count { $0 == "]" }
        }
        return parts
    }
}
