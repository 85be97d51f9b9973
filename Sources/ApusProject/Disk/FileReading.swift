package import ApusDiagnostics
package import ApusFiles
import Foundation

/// Reads text files that the user names.
package enum FileReading {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The path, as messages show it.
    ///   - findings: Receives the reason if the file cannot be read.
    /// - Returns: The file, or `nil`.
    package static func read(_ path: String, into findings: inout DiagnosticCollector) -> SourceFile? {
        let disk = Disk(base: .currentDirectory())
        let url = URL(fileURLWithPath: path)
        // The help for a path that the user typed differs from that for a project's file.
        let (problem, help): (String, String)
        switch disk.kind(of: url) {
        case .file, .brokenLink: return disk.read(url, into: &findings)
        case .folder: (problem, help) = ("expected a file, found a folder", "give the files in it")
        case .other: (problem, help) = ("expected a file, found a pipe, a socket or a device", "give a text file")
        case .nothing: (problem, help) = ("the file does not exist", "check the path")
        }
        findings.error(problem, at: SourceLocation(file: disk.shown(url)), help: [help])
        return nil
    }
}
