package import ApusDiagnostics
package import ApusFiles
import Foundation

/// Reading text files that a person names.
package enum FileReading {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The path, as messages show it.
    ///   - findings: Takes why the file cannot be read, where it cannot.
    /// - Returns: The file, or `nil`.
    package static func read(_ path: String, into findings: inout DiagnosticCollector) -> SourceFile? {
        let disk = Disk(base: .currentDirectory())
        let url = URL(fileURLWithPath: path)
        // A path that somebody typed asks for another next step than a file of a project does.
        let (problem, help): (String, String)
        switch disk.kind(of: url) {
        case .file, .brokenLink: return disk.read(url, into: &findings)
        case .folder: (problem, help) = ("a file was expected here, but this is a folder", "name the files in it")
        case .other: (problem, help) = ("this is a pipe, a socket or a device, and not read", "name a text file")
        case .nothing: (problem, help) = ("there is no such file", "check the path")
        }
        findings.error(problem, at: SourceLocation(file: disk.shown(url)), help: [help])
        return nil
    }
}
