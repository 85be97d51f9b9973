package import ApusDiagnostics
import ApusYAML

/// A text file in memory, under the name that findings about it show.
package struct SourceFile: Hashable, Sendable {
    /// The path as messages show it; its last part counts where a file's name has a meaning.
    package let path: String

    /// The text.
    package let text: String

    /// Creates a file.
    package init(path: String, text: String) {
        self.path = path
        self.text = text
    }

    /// The last part of the path.
    package var name: String {
        path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? path
    }

    /// The file that a file's bytes say.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, UTF-8 with or without a byte order mark.
    ///   - path: The path as messages show it.
    /// - Returns: The file, or the finding that says where the bytes are no UTF-8.
    package static func read(_ bytes: [UInt8], path: String) -> (file: SourceFile?, finding: Diagnostic?) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let (text, finding) = YAMLReader.text(
            of: bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes,
            file: path
        )
        return (text.map { SourceFile(path: path, text: $0) }, finding)
    }
}
