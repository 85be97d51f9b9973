public import ApusDiagnostics
public import ApusFiles
import Foundation

/// Carrying out the fixes that findings offer, in the files that they are about.
public enum FileFixing {
    /// Files as they were read, and what was found in them.
    public typealias Reading = (files: [SourceFile], diagnostics: [Diagnostic])

    /// How often files are read again at most: one fix can uncover what another one settles.
    private static let rounds: Int = 10

    /// Carries out all fixes that can be, and writes the files.
    ///
    /// Fixes that leave more errors than there were before are taken back.
    ///
    /// - Parameter read: Reads the files that may be written, and finds what is wrong with them.
    /// - Returns: The fixes that were carried out.
    /// - Throws: `DiagnosticsError` where a file cannot be written.
    public static func fix(reading read: () -> Reading) throws -> [Fix] {
        var applied: [Fix] = []
        var before: Reading = read()
        for _ in 0..<rounds {
            let fixes: [Fix] = before.diagnostics.flatMap(\.fixes)
            let results: [Fixer.Result] = before.files.map { Fixer.apply(fixes, to: $0) }
                .filter { !$0.applied.isEmpty }
            if results.isEmpty { break }
            for result in results { try write(result.file) }
            let after: Reading = read()
            guard errors(of: after) <= errors(of: before) else {
                let changed: Set<String> = Set(results.map(\.file.path))
                for file in before.files where changed.contains(file.path) { try write(file) }
                break
            }
            applied += results.flatMap(\.applied)
            before = after
        }
        return applied
    }

    private static func write(_ file: SourceFile) throws {
        try FileWriting.write(file.text, to: URL(fileURLWithPath: file.path))
    }

    private static func errors(of reading: Reading) -> Int {
        reading.diagnostics.count { $0.severity == .error }
    }
}

extension Project {
    /// Carries out the fixes that findings offer, in the heads and the mappings; frozen versions are never edited.
    ///
    /// - Returns: The fixes that were carried out.
    /// - Throws: `DiagnosticsError` where a file cannot be written.
    public func fix() throws -> [Fix] {
        try FileFixing.fix {
            let contents: Contents = load()
            return (contents.models.flatMap { $0.files.heads + $0.files.mappings }, contents.diagnostics)
        }
    }
}
