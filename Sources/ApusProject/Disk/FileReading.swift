public import ApusDiagnostics
public import ApusFiles
import Foundation

/// Reading text files that a person names.
public enum FileReading {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The path, as messages show it.
    ///   - findings: Takes why the file cannot be read, where it cannot.
    /// - Returns: The file, or `nil`.
    public static func read(_ path: String, into findings: inout DiagnosticCollector) -> SourceFile? {
        Disk(base: .currentDirectory()).read(URL(fileURLWithPath: path), into: &findings)
    }
}
