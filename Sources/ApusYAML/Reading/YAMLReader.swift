package import ApusDiagnostics

/// Reads YAML text into nodes with places.
///
/// What a file that people edit and review needs is read: one document of mappings, sequences and scalars. Anchors,
/// aliases, tags, directives and further documents are refused, so a short file never stands for a huge one, and a
/// text is never more than what it shows. Lines and columns count from 1, columns in Unicode scalars.
package enum YAMLReader {
    /// The most bytes that a file may have.
    package static let sizeLimit: Int = 8 << 20

    /// The most levels that values may be nested.
    package static let depthLimit: Int = 64

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - text: The file's text.
    ///   - file: The name of the file for the places.
    /// - Returns: The document's node and the findings. The node is `nil` where the file is empty, holds only comments,
    ///   or is no YAML. Where a key stands twice, the node has both entries, and the findings an error.
    package static func read(_ text: String, file: String) -> (node: YAMLNode?, diagnostics: [Diagnostic]) {
        var text: String = text
        text.makeContiguousUTF8()
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        guard text.utf8.count <= sizeLimit else {
            return (nil, [.error("the file is larger than \(sizeLimit >> 20) MB", at: SourceLocation(file: file))])
        }
        if let finding = forbiddenCharacter(in: text, file: file) { return (nil, [finding]) }
        return Array(text.utf8).withUnsafeBufferPointer { bytes in
            var builder = TreeBuilder(EventStream(bytes, file: file), file: file)
            return builder.build()
        }
    }

    /// Reads a document from a file's bytes.
    ///
    /// - Parameters:
    ///   - bytes: The file's bytes, UTF-8.
    ///   - file: The name of the file for the places.
    /// - Returns: As ``read(_:file:)-(String,_)``; bytes that are no UTF-8 are an error.
    package static func read(_ bytes: [UInt8], file: String) -> (node: YAMLNode?, diagnostics: [Diagnostic]) {
        let (text, finding) = self.text(of: bytes, file: file)
        if let text { return read(text, file: file) }
        return (nil, finding.map { [$0] } ?? [])
    }

    /// The text that a file's bytes say.
    ///
    /// - Parameters:
    ///   - bytes: The file's bytes.
    ///   - file: The name of the file for the place.
    /// - Returns: The text, or the finding that says where the bytes are no UTF-8.
    package static func text(of bytes: [UInt8], file: String) -> (text: String?, finding: Diagnostic?) {
        if let text = decoded(bytes) { return (text, nil) }
        let help: String = "save the file as UTF-8"
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return (nil, .error("the file is UTF-16, not UTF-8", at: SourceLocation(file: file), help: [help]))
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let bad: Int = lines.firstIndex { decoded($0) == nil } ?? 0
        let line = SourceLocation(file: file, line: bad + 1)
        return (
            nil, .error("the file is not UTF-8: this line has bytes that are no characters", at: line, help: [help])
        )
    }

    /// The text of bytes that are UTF-8. (`String(validating:as:)` needs a newer system than the package does.)
    private static func decoded(_ bytes: some Collection<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    /// The first character that YAML does not allow, even in quotes.
    private static func forbiddenCharacter(in text: String, file: String) -> Diagnostic? {
        var line: Int = 1
        var column: Int = 1
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if !YAMLCharacters.isAllowed(scalar) {
                let code: String = YAMLCharacters.name(of: scalar)
                return .error(
                    scalar == "\0" ? "the file has a NUL character" : "the file has the control character \(code)",
                    at: SourceLocation(file: file, line: line, column: column),
                    help: ["remove it; where it is meant, write it as an escape in double quotes"]
                )
            }
            if YAMLCharacters.isLineBreak(scalar) {
                if !(scalar == "\n" && previous == "\r") { line += 1 }
                column = 1
            } else {
                column += 1
            }
            previous = scalar
        }
        return nil
    }
}
