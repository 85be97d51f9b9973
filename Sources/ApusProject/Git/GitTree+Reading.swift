package import ApusDiagnostics
package import ApusFiles
import ApusYAML
import Foundation

extension GitTree {
    /// Reads a text file from the repository.
    ///
    /// - Parameters:
    ///   - entry: The file.
    ///   - findings: Receives the reason if the file cannot be read.
    /// - Returns: The file with the path that git accepts (`main:Schemas/Trips/Trips.yaml`), or `nil`.
    /// - Throws: `GitError` if git fails.
    package func read(_ entry: GitEntry, into findings: inout DiagnosticCollector) throws(GitError) -> SourceFile? {
        try read(entry, nil, into: &findings)
    }

    private func read(
        _ entry: GitEntry,
        _ known: Data?,
        into findings: inout DiagnosticCollector
    ) throws(GitError) -> SourceFile? {
        do {
            let bytes: [UInt8] = try bytes(of: entry, known)
            let (file, finding) = SourceFile.read(bytes, path: "\(source)\(entry.path)")
            finding.map { findings.add($0) }
            return file
        } catch .failed(let messages) {
            throw .failed(messages: messages)
        } catch {
            findings.add(contentsOf: error.diagnostics)
            return nil
        }
    }

    /// Reads text files, many of them per run of git.
    ///
    /// - Parameters:
    ///   - entries: The files.
    ///   - findings: Receives the reasons if files cannot be read.
    /// - Returns: The files that can be read, in order.
    /// - Throws: `GitError` if git fails.
    package func read(_ entries: [GitEntry], into findings: inout DiagnosticCollector) throws(GitError) -> [SourceFile]
    {
        var files: [SourceFile] = []
        // 200 names fit into a pipe's buffer.
        for start in stride(from: 0, to: entries.count, by: 200) {
            let part: ArraySlice<GitEntry> = entries[start..<min(start + 200, entries.count)]
            let blobs: [String: Data] = part.count > 1 ? try self.blobs(part.map(\.object)) : [:]
            for entry in part {
                if let file = try read(entry, blobs[entry.object], into: &findings) { files.append(file) }
            }
        }
        return files
    }

    /// The contents of objects by their names. In git's output, a line with name, type and size precedes each.
    private func blobs(_ names: [String]) throws(GitError) -> [String: Data] {
        let input = Set(names).map { $0 + "\n" }.joined()
        let output = try repository.git.run(
            ["cat-file", "--batch"],
            in: repository.folder,
            limit: YAMLReader.sizeLimit,
            input: input
        )
        guard output.isSuccess else { throw .failed(messages: output.messages) }
        var blobs: [String: Data] = [:]
        var rest: Data = output.bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let words: [Substring] = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
            rest = rest[(end + 1)...]
            guard words.count == 3, let size = Int(words[2]) else { continue }
            // An object that was cut off is read by itself later.
            if rest.count < size { break }
            if words[1] == "blob" { blobs[String(words[0])] = Data(rest.prefix(size)) }
            rest = rest.dropFirst(size + 1)
        }
        return blobs
    }

    private func bytes(of entry: GitEntry, _ known: Data?) throws(GitError) -> [UInt8] {
        switch entry.kind {
        case .file: break
        case .link: throw .link(entry.path, source)
        case .submodule: throw .submodule(entry.path, source, commit: entry.object)
        case .folder: throw .notAFile(entry.path, source)
        }
        let limit: Int = YAMLReader.sizeLimit
        var bytes: Data = known ?? Data()
        if known == nil {
            let output = try repository.git.run(
                ["cat-file", "blob", entry.object],
                in: repository.folder,
                limit: limit
            )
            guard output.isSuccess else { throw .failed(messages: output.messages) }
            if output.isCut { throw .tooLarge(entry.path, source, limit: limit) }
            bytes = output.bytes
        }
        if bytes.count > limit { throw .tooLarge(entry.path, source, limit: limit) }
        if bytes.starts(with: Self.pointerBeginning) { throw .pointer(entry.path, source) }
        return [UInt8](bytes)
    }

    /// The first line of a pointer file: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md.
    private static let pointerBeginning = Data("version https://git-lfs.github.com/spec/".utf8)
}
