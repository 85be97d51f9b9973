import ApusDiagnostics

/// A law that an input breaks.
package struct BrokenLaw: Error, CustomStringConvertible {
    /// The law, and what was found.
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Requires that a law holds.
///
/// - Parameters:
///   - isKept: Whether it holds.
///   - law: The law, and what was found.
/// - Throws: `BrokenLaw` if it does not hold.
func require(_ isKept: Bool, _ law: @autoclosure () -> String) throws(BrokenLaw) {
    if !isKept { throw BrokenLaw(law()) }
}

/// Requires that findings are located in a file, and that what they show is harmless.
///
/// - Parameters:
///   - findings: The findings.
///   - text: The text of the file.
///   - path: The path of the file, or of the folder that it is in.
/// - Throws: `BrokenLaw` if one has no text, is somewhere else, or shows a character that steers a terminal.
func requireSound(_ findings: [Diagnostic], in text: String, of path: String) throws(BrokenLaw) {
    let lineCount = text.count { $0.isNewline } + 1
    for finding in findings {
        try require(!finding.message.isEmpty, "a finding has a message")
        try require(finding.location?.file.hasPrefix(path) == true, "a finding is located in its file: \(finding)")
        try require(
            (1...lineCount).contains(finding.location?.line ?? 1),
            "a finding is in a line that exists: \(finding)"
        )
        try requireHarmless(finding.description, "a finding")
    }
}

/// Requires that a text shows no character that steers a terminal or turns the direction of writing.
///
/// - Parameters:
///   - text: The text.
///   - what: What it is.
/// - Throws: `BrokenLaw` if it shows one.
func requireHarmless(_ text: String, _ what: String) throws(BrokenLaw) {
    let hostile = text.unicodeScalars.first { scalar in
        switch scalar.value {
        case 0x0A: false
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
    try require(hostile == nil, "\(what) shows no control character: \(text.debugDescription)")
}
