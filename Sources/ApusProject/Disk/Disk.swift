import ApusDiagnostics
import ApusFiles
import ApusYAML
import Foundation

/// The project's files on disk. The rest of the module accesses the disk only through this type.
struct Disk {
    /// The folder to which messages show paths relative, if they are inside it.
    let base: URL

    /// The path as messages show it.
    func shown(_ url: URL) -> String {
        let path: String = url.standardizedFileURL.plainPath
        let root: String = base.standardizedFileURL.plainPath
        if path == root { return "." }
        let prefix: String = root.hasSuffix("/") ? root : root + "/"
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    }

    /// What is at a path, after following links.
    enum Kind {
        case file, folder, brokenLink, other, nothing
    }

    func kind(of url: URL) -> Kind {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().plainPath)
        return switch attributes?[.type] as? FileAttributeType {
        case .typeRegular: .file
        case .typeDirectory: .folder
        case .typeSymbolicLink: .brokenLink
        case nil: .nothing
        default: .other
        }
    }

    /// The contents of a folder sorted by name, without hidden files. Empty if there is no folder.
    func contents(of folder: URL, into findings: inout DiagnosticCollector) -> [URL] {
        guard kind(of: folder) != .nothing else { return [] }
        do {
            let names: [String] = try FileManager.default.contentsOfDirectory(atPath: folder.plainPath)
            return names.filter { !$0.hasPrefix(".") }.sorted().map { folder.appending(path: $0) }
        } catch {
            findings.error(
                "the folder cannot be read: \(reason(error))",
                at: SourceLocation(file: shown(folder)),
                help: ["check its permissions"]
            )
            return []
        }
    }

    /// Reads a text file.
    func read(_ url: URL, into findings: inout DiagnosticCollector) -> SourceFile? {
        guard let bytes = bytes(of: url, into: &findings) else { return nil }
        let (file, finding) = SourceFile.read(bytes, path: shown(url))
        finding.map { findings.add($0) }
        return file
    }

    /// Reads the bytes of a file that is not larger than a text may be.
    func bytes(of url: URL, into findings: inout DiagnosticCollector) -> [UInt8]? {
        let location = SourceLocation(file: shown(url))
        switch kind(of: url) {
        case .file: break
        case .folder:
            findings.error("expected a file, found a folder", at: location, help: ["rename it"])
            return nil
        case .brokenLink:
            findings.error("the link is broken", at: location, help: ["correct it, or remove it"])
            return nil
        case .other:
            findings.error("expected a file, found a pipe, a socket or a device", at: location, help: ["remove it"])
            return nil
        case .nothing:
            findings.error("the file is missing", at: location, help: ["restore it from version control"])
            return nil
        }
        do {
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            // One byte above the limit, which shows that the file is too large without reading all of it.
            let bytes = try handle.read(upToCount: YAMLReader.sizeLimit + 1) ?? Data()
            if bytes.count <= YAMLReader.sizeLimit { return [UInt8](bytes) }
            findings.error(
                "the file is larger than \(YAMLReader.sizeLimit >> 20) MB",
                at: location,
                help: ["model files are text: remove this one, or split it"]
            )
            return nil
        } catch {
            findings.error(
                "the file cannot be read: \(reason(error))",
                at: location,
                help: ["check its permissions"]
            )
            return nil
        }
    }

    /// The missing folders up from a folder, the deepest first.
    func missingFolders(from url: URL) -> [URL] {
        var missing: [URL] = []
        var folder: URL = url
        while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
            missing.append(folder)
            folder = folder.deletingLastPathComponent()
        }
        return missing
    }

    /// Removes folders that were made, the deepest first, but keeps one to which another process has added files.
    func removeIfEmpty(_ folders: [URL]) {
        for folder in folders { rmdir(folder.path) }
    }

    /// Writes a file, with its folders, if its content changes. A link remains a link, and permissions are kept.
    ///
    /// - Returns: Whether the file was written.
    /// - Throws: `DiagnosticsError` with the reason; no folder is left that was made for the file.
    @discardableResult
    func write(_ text: String, to url: URL) throws -> Bool {
        let data = Data(text.utf8)
        if kind(of: url) == .file, (try? Data(contentsOf: url)) == data { return false }
        let folder = url.deletingLastPathComponent()
        let made = missingFolders(from: folder)
        var isWritten = false
        defer { if !isWritten { removeIfEmpty(made) } }
        try attempt("write it", url) {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // An atomic write replaces the file, so links are resolved before it and permissions are restored after it.
            let target: URL = url.resolvingSymlinksInPath()
            let rights = try? FileManager.default.attributesOfItem(atPath: target.plainPath)[.posixPermissions]
            try data.write(to: target, options: .atomic)
            if let rights {
                try FileManager.default.setAttributes([.posixPermissions: rights], ofItemAtPath: target.plainPath)
            }
        }
        isWritten = true
        return true
    }

    /// Runs an operation on a file.
    ///
    /// - Throws: `DiagnosticsError` with the failed operation and the reason.
    func attempt<Result>(_ action: String, _ url: URL, _ body: () throws -> Result) throws -> Result {
        do { return try body() } catch {
            throw DiagnosticsError(
                .error("cannot \(action): \(reason(error))", at: SourceLocation(file: shown(url)))
            )
        }
    }

    private func reason(_ error: any Error) -> String {
        switch (error as? CocoaError)?.code {
        case .fileReadNoPermission, .fileWriteNoPermission: "permission denied"
        case .fileWriteOutOfSpace: "the disk is full"
        case .fileWriteVolumeReadOnly: "the disk is read-only"
        case .fileWriteFileExists: "it already exists"
        case .fileNoSuchFile, .fileReadNoSuchFile: "it does not exist"
        default: error.fileReason
        }
    }
}

extension URL {
    /// The path without percent escapes and without a slash at its end.
    var plainPath: String {
        let path: String = self.path(percentEncoded: false)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
