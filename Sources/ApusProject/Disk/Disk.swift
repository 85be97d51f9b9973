import ApusDiagnostics
import ApusFiles
import ApusYAML
import Foundation

/// The project's files on disk: the only place of this module that touches it.
struct Disk {
    /// The folder that paths in messages are relative to, where they lie in it.
    let base: URL

    /// Shows a path as messages do.
    func shown(_ url: URL) -> String {
        let path: String = url.standardizedFileURL.plainPath
        let root: String = base.standardizedFileURL.plainPath
        if path == root { return "." }
        let prefix: String = root.hasSuffix("/") ? root : root + "/"
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    }

    /// What a path leads to, through links.
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

    /// What lies in a folder, in the order of the names, without hidden things; nothing where there is no folder.
    func contents(of folder: URL, into findings: inout DiagnosticCollector) -> [URL] {
        guard kind(of: folder) != .nothing else { return [] }
        do {
            let names: [String] = try FileManager.default.contentsOfDirectory(atPath: folder.plainPath)
            return names.filter { !$0.hasPrefix(".") }.sorted().map { folder.appending(path: $0) }
        } catch {
            findings.error(
                "the folder cannot be read: \(reason(error))",
                at: SourceLocation(file: shown(folder)),
                help: ["look at its permissions"]
            )
            return []
        }
    }

    /// Reads a text file.
    func read(_ url: URL, into findings: inout DiagnosticCollector) -> SourceFile? {
        let path: String = shown(url)
        let location = SourceLocation(file: path)
        switch kind(of: url) {
        case .file: break
        case .folder:
            findings.error("a file was expected here, but this is a folder", at: location, help: ["rename it"])
            return nil
        case .brokenLink:
            findings.error("the link leads to nothing", at: location, help: ["mend it, or remove it"])
            return nil
        case .other:
            findings.error("a file was expected here, but this is none", at: location, help: ["remove it"])
            return nil
        case .nothing:
            findings.error("the file is missing", at: location, help: ["take it back from version control"])
            return nil
        }
        do {
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            // One byte more than may be read, so that a file too large is seen as such and not read to its end.
            let bytes = try handle.read(upToCount: YAMLReader.sizeLimit + 1) ?? Data()
            let (file, finding) =
                bytes.count > YAMLReader.sizeLimit
                ? (
                    nil,
                    .error(
                        "the file is larger than \(YAMLReader.sizeLimit >> 20) MB",
                        at: location,
                        help: ["files of a model are text: remove it, or split it"]
                    )
                )
                : SourceFile.read([UInt8](bytes), path: path)
            finding.map { findings.add($0) }
            return file
        } catch {
            findings.error(
                "the file cannot be read: \(reason(error))",
                at: location,
                help: ["look at its permissions"]
            )
            return nil
        }
    }

    /// Writes a file whose content is another one, with the folders that it lies in. A link stays one, and rights stay.
    ///
    /// - Returns: Whether something was written.
    @discardableResult
    func write(_ text: String, to url: URL) throws -> Bool {
        let data = Data(text.utf8)
        if kind(of: url) == .file, (try? Data(contentsOf: url)) == data { return false }
        try attempt("write it", url) {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            // An atomic write puts another file in the place of this one: not in that of a link, nor with other rights.
            let target: URL = url.resolvingSymlinksInPath()
            let rights = try? FileManager.default.attributesOfItem(atPath: target.plainPath)[.posixPermissions]
            try data.write(to: target, options: .atomic)
            if let rights {
                try FileManager.default.setAttributes([.posixPermissions: rights], ofItemAtPath: target.plainPath)
            }
        }
        return true
    }

    /// Does something with a file.
    ///
    /// - Throws: `DiagnosticsError` that says what could not be done, and why.
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
        case .fileWriteFileExists: "it exists already"
        case .fileNoSuchFile, .fileReadNoSuchFile: "it does not exist"
        default: error.localizedDescription
        }
    }
}

extension URL {
    /// The path without escapes and without a slash at its end.
    var plainPath: String {
        let path: String = self.path(percentEncoded: false)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
