package import Foundation

/// Writing output that is left alone when it would not change.
package enum FileWriting {
    /// Writes a text to a file, unless the file has it already. Missing folders are made.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - url: The file.
    /// - Returns: Whether something was written.
    /// - Throws: `DiagnosticsError` where the file cannot be written; it is as it was then.
    @discardableResult
    package static func write(_ text: String, to url: URL) throws -> Bool {
        try Disk(base: .currentDirectory()).write(text, to: url)
    }
}
