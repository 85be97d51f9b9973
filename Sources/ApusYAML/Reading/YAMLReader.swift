package import ApusDiagnostics

/// Reads YAML text into nodes with locations.
///
/// It reads what an edited and reviewed file needs: one document of mappings, sequences and scalars. It refuses
/// anchors, aliases, tags, directives and further documents, so a short file never expands to a huge one, and nothing
/// is hidden from a reviewer. Lines and columns count from 1, columns in Unicode scalars.
package enum YAMLReader {
    /// The maximum size of a file in bytes.
    package static let sizeLimit: Int = 8 << 20

    /// The maximum depth of nested values.
    package static let depthLimit: Int = 64

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - text: The file's text.
    ///   - file: The name of the file for locations.
    /// - Returns: The document's node and the findings. The node is `nil` if the file is empty, holds only comments or
    ///   is not valid YAML. For a duplicate key, the node has both entries, and the findings have an error.
    package static func read(_ text: String, file: String) -> (node: YAMLNode?, diagnostics: [Diagnostic]) {
        var text = text
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
    ///   - file: The name of the file for locations.
    /// - Returns: As ``read(_:file:)-(String,_)``; bytes that are not UTF-8 are an error.
    package static func read(_ bytes: [UInt8], file: String) -> (node: YAMLNode?, diagnostics: [Diagnostic]) {
        let (text, finding) = self.text(of: bytes, file: file)
        if let text { return read(text, file: file) }
        return (nil, finding.map { [$0] } ?? [])
    }

    /// Decodes a file's bytes.
    ///
    /// - Parameters:
    ///   - bytes: The file's bytes.
    ///   - file: The name of the file for locations.
    /// - Returns: The text, or a finding with the location of bytes that are not UTF-8.
    package static func text(of bytes: [UInt8], file: String) -> (text: String?, finding: Diagnostic?) {
        if let text = String(utf8: bytes) { return (text, nil) }
        let help = "save the file as UTF-8"
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return (nil, .error("the file is UTF-16, not UTF-8", at: SourceLocation(file: file), help: [help]))
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let bad: Int = lines.firstIndex { String(utf8: $0) == nil } ?? 0
        let line = SourceLocation(file: file, line: bad + 1)
        return (
            nil, .error("the file is not UTF-8: this line has invalid bytes", at: line, help: [help])
        )
    }

    /// The first character that YAML does not allow, even in quotes.
    private static func forbiddenCharacter(in text: String, file: String) -> Diagnostic? {
        var line = 1
        var column = 1
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if !YAMLCharacters.isAllowed(scalar) {
                let code = YAMLCharacters.name(of: scalar)
                return .error(
                    scalar == "\0" ? "the file has a NUL character" : "the file has the control character \(code)",
                    at: SourceLocation(file: file, line: line, column: column),
                    help: ["remove it, or write it as an escape in double quotes"]
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
