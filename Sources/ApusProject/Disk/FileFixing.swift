package import ApusDiagnostics
package import ApusFiles
import Foundation

/// Carrying out the fixes that findings offer, in the files that they are about.
package enum FileFixing {
    /// Files as they were read, and what was found in them.
    package typealias Reading = (files: [SourceFile], diagnostics: [Diagnostic])

    /// How often files are read again at most: one fix can uncover what another one settles.
    private static let rounds: Int = 10

    /// Carries out all fixes that can be, and writes the files.
    ///
    /// A fix can uncover errors that further ones settle, so only the end counts: what leaves more errors than there
    /// were before is taken back.
    ///
    /// - Parameter read: Reads the files that may be written, and finds what is wrong with them.
    /// - Returns: The fixes that were carried out.
    /// - Throws: `DiagnosticsError` where a file cannot be written; all are as they were then.
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

    /// Writes the files that are not as others of the same paths.
    private static func write(differing files: [SourceFile], from others: [SourceFile]) throws {
        let texts = Set(others)
        for file in files where !texts.contains(file) { try write(file) }
    }

    /// Writes all files, or none of them.
    private static func write(_ files: [SourceFile], over originals: [SourceFile]) throws {
        // Writing makes a new file in the place of the old one, which would go round a protection.
        let protected: [SourceFile] = files.filter { !FileManager.default.isWritableFile(atPath: $0.path) }
        guard protected.isEmpty else {
            throw DiagnosticsError(
                protected.map {
                    .error(
                        "the file may not be written, so nothing was fixed",
                        at: SourceLocation(file: $0.path),
                        help: ["make it writable, or run without '--fix'"]
                    )
                }
            )
        }
        do {
            for file in files { try write(file) }
        } catch {
            let paths: Set<String> = Set(files.map(\.path))
            for file in originals where paths.contains(file.path) { try? write(file) }
            throw error
        }
    }

    private static func write(_ file: SourceFile) throws {
        let url = URL(fileURLWithPath: file.path)
        let isMarked: Bool = (try? Data(contentsOf: url, options: .alwaysMapped))?.starts(with: byteOrderMark) ?? false
        try FileWriting.write((isMarked ? "\u{FEFF}" : "") + file.text, to: url)
    }

    /// What some editors put before a text, and what is not read as a part of it.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func errors(of reading: Reading) -> Int {
        reading.diagnostics.count { $0.severity == .error }
    }
}

extension Project {
    /// Carries out the fixes that findings offer, in the heads and the mappings; frozen versions are never edited.
    ///
    /// - Parameter model: The model whose files are edited; all where not said.
    /// - Returns: The fixes that were carried out.
    /// - Throws: `DiagnosticsError` where a file cannot be written.
    package func fix(model: String? = nil) throws -> [Fix] {
        try FileFixing.fix {
            let contents: Contents = load()
            let models: [ProjectModel] = contents.models.filter { model == nil || $0.name == model }
            return (models.flatMap { $0.files.heads + $0.files.mappings }, contents.diagnostics)
        }
    }
}
