package import ApusDiagnostics
package import ApusFiles
import Foundation

/// Applies the fixes that findings offer.
package enum FileFixing {
    /// Files with their findings.
    package typealias Reading = (files: [SourceFile], diagnostics: [Diagnostic])

    /// The greatest number of rounds. A fix can uncover a finding with another fix.
    private static let rounds: Int = 10

    /// Applies all possible fixes and writes the files.
    ///
    /// A fix can uncover errors that further fixes settle, so only the end counts: fixes that leave more errors than
    /// before are undone.
    ///
    /// - Parameter read: Reads the editable files and checks them.
    /// - Returns: The applied fixes.
    /// - Throws: `DiagnosticsError` if a file cannot be written; no file is changed then.
    package static func fix(reading read: () -> Reading) throws -> [Fix] {
        var applied: [Fix] = []
        var reading: Reading = read()
        var best: (files: [SourceFile], errors: Int, applied: Int) = (reading.files, errors(of: reading), 0)
        for _ in 0..<rounds {
            let fixes: [Fix] = reading.diagnostics.flatMap(\.fixes)
            let results: [Fixer.Result] = reading.files.map { Fixer.apply(fixes, to: $0) }
                .filter { !$0.applied.isEmpty }
            if results.isEmpty { break }
            do {
                try write(results.map(\.file), over: reading.files)
            } catch {
                try? write(differing: best.files, from: reading.files)
                throw error
            }
            applied += results.flatMap(\.applied)
            reading = read()
            if errors(of: reading) <= best.errors { best = (reading.files, errors(of: reading), applied.count) }
        }
        try write(differing: best.files, from: reading.files)
        return Array(applied.prefix(best.applied))
    }

    /// Writes the files that differ from others with the same paths.
    private static func write(differing files: [SourceFile], from others: [SourceFile]) throws {
        let texts = Set(others)
        for file in files where !texts.contains(file) { try write(file) }
    }

    /// Writes all files, or none of them.
    private static func write(_ files: [SourceFile], over originals: [SourceFile]) throws {
        // Writing replaces the file, which would bypass write protection.
        let protected: [SourceFile] = files.filter { !FileManager.default.isWritableFile(atPath: $0.path) }
        guard protected.isEmpty else {
            throw DiagnosticsError(
                protected.map {
                    .error(
                        "the file is write-protected, so nothing was fixed",
                        at: SourceLocation(file: $0.path),
                        help: ["make it writable, or run without '--fix'"]
                    )
                }
            )
        }
        do {
            for file in files { try write(file) }
        } catch {
            let paths = Set(files.map(\.path))
            for file in originals where paths.contains(file.path) { try? write(file) }
            throw error
        }
    }

    private static func write(_ file: SourceFile) throws {
        let url = URL(fileURLWithPath: file.path)
        let isMarked = (try? Data(contentsOf: url, options: .alwaysMapped))?.starts(with: byteOrderMark) ?? false
        try FileWriting.write((isMarked ? "\u{FEFF}" : "") + file.text, to: url)
    }

    /// The byte order mark that some editors write. It is not part of the text.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func errors(of reading: Reading) -> Int {
        reading.diagnostics.count { $0.severity == .error }
    }
}

extension Project {
    /// Applies the fixes that findings offer in heads and mappings. Frozen versions are never edited.
    ///
    /// - Parameter model: The model whose files are edited, or `nil` for all models.
    /// - Returns: The applied fixes.
    /// - Throws: `DiagnosticsError` if a file cannot be written.
    package func fix(model: String? = nil) throws -> [Fix] {
        try FileFixing.fix {
            let contents: Contents = load()
            let models: [ProjectModel] = contents.models.filter { model == nil || $0.name == model }
            return (models.flatMap { $0.files.heads + $0.files.mappings }, contents.diagnostics)
        }
    }
}
