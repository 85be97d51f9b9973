package import ApusDiagnostics
import ApusYAML

/// A text file in memory, with the path that findings show.
package struct SourceFile: Hashable, Sendable {
    /// The path as messages show it. Its last component is the file's name, which has a meaning for some files.
    package let path: String

    /// The text.
    package let text: String

    /// Creates a file.
    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }

    /// The last component of the path.
    package var name: String {
        path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? path
    }

    /// Decodes a file's bytes.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 with or without a byte order mark.
    ///   - path: The path as messages show it.
    /// - Returns: The file, or a finding with the location of bytes that are not UTF-8.
    package static func read(_ bytes: [UInt8], path: String) -> (file: SourceFile?, finding: Diagnostic?) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let (text, finding) = YAMLReader.text(
            of: bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes,
            file: path
        )
        return (text.map { SourceFile(path: path, text: $0) }, finding)
    }
}
