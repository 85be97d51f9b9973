public import ApusDiagnostics
public import ApusFiles
import ApusYAML
import Foundation

extension GitTree {
    /// Reads a text file, as it is in the repository.
    ///
    /// - Parameters:
    ///   - entry: The file.
    ///   - findings: Takes why the file cannot be read, where it cannot.
    /// - Returns: The file, under the name that git takes (`main:Schemas/Trips/Trips.yaml`), or `nil`.
    /// - Throws: `GitError` where git fails.
    public func read(_ entry: GitEntry, into findings: inout DiagnosticCollector) throws(GitError) -> SourceFile? {
        do {
            let bytes: [UInt8] = try bytes(of: entry)
            let (file, finding) = SourceFile.read(bytes, path: "\(source)\(entry.path)")
            finding.map { findings.add($0) }
            return file
        } catch .failed(let words) {
            throw .failed(words: words)
        } catch {
            findings.add(error.diagnostic)
            return nil
        }
    }

    private func bytes(of entry: GitEntry) throws(GitError) -> [UInt8] {
        switch entry.kind {
        case .file: break
        case .link: throw .link(entry.path, source)
        case .submodule: throw .submodule(entry.path, source, commit: entry.object)
        case .folder: throw .notAFile(entry.path, source)
        }
        let limit: Int = YAMLReader.sizeLimit
        let output = try repository.git.run(["cat-file", "blob", entry.object], in: repository.folder, limit: limit)
        guard output.isSuccess else { throw .failed(words: output.words) }
        if output.isCut { throw .tooLarge(entry.path, source, limit: limit) }
        if output.bytes.starts(with: Self.pointerBeginning) { throw .pointer(entry.path, source) }
        return [UInt8](output.bytes)
    }

    /// How the texts begin that stand for large files: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md.
    private static let pointerBeginning = Data("version https://git-lfs.github.com/spec/".utf8)
}
