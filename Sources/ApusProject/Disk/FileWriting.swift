package import Foundation

/// Writes output files, but only if they change.
package enum FileWriting {
    /// Writes a text to a file, unless the file already has it. Missing folders are created.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - url: The file.
    /// - Returns: Whether the file was written.
    /// - Throws: `DiagnosticsError` if the file cannot be written; it is not changed then.
    @discardableResult
    package static func write(_ text: String, to url: URL) throws -> Bool {
        try Disk(base: .currentDirectory()).write(text, to: url)
    }
}
