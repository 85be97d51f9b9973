import Foundation

extension StoreFile {
    /// Checks that the store and the files next to it are files with one name each.
    ///
    /// SQLite finds the journal, the log and the locks of a database by its name. If a file is opened by two names, each
    /// side writes a log that the other one does not know, and the file is destroyed
    /// (<https://sqlite.org/howtocorrupt.html>, section 2.4).
    ///
    /// - Throws: `StoreError` with the reason `severalNames` for a hard link, `companion` for a pipe, a link or a folder with the
    ///   name of a log, `mounted` if the file itself is a mount point.
    func requireOneName() throws(StoreError) {
        for suffix in [""] + StoreCompanion.fileSuffixes {
            guard let file = FileEntry(location + suffix) else { continue }
            guard file.isRegular else { throw StoreError(path, .companion(suffix)) }
            if file.links == 1 { continue }
            let (others, drafts) = otherNames(of: file, suffix)
            // A draft that was not removed is the same file, but no process opens it. It may have been removed meanwhile.
            guard let now = FileEntry(location + suffix), now.id == file.id, now.links > 1 + drafts else { continue }
            throw StoreError(path, .severalNames(of: suffix, count: file.links, others: others))
        }
        if MountPoints.contains(location) { throw StoreError(path, .mounted) }
    }

    /// The other names of a file in the store's folder, sorted, without drafts, and the number of drafts.
    private func otherNames(of file: FileEntry, _ suffix: String) -> (others: [String], drafts: Int) {
        let url = URL(fileURLWithPath: location + suffix)
        let folder = url.deletingLastPathComponent().path
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            $0 != url.lastPathComponent && FileEntry("\(folder)/\($0)")?.id == file.id
        }
        let drafts = names.filter { name in
            guard name.hasPrefix(url.lastPathComponent + StoreDraft.suffix) else { return false }
            // Drafts have a UUID, and none has a log of its own any more when it gets the store's name.
            let identifier = name.dropFirst(url.lastPathComponent.count + StoreDraft.suffix.count)
            return ExternalFiles.isName(String(identifier))
                && StoreCompanion.logSuffixes.allSatisfy { (FileEntry("\(folder)/\(name)\($0)")?.size ?? 0) == 0 }
        }
        return (names.filter { !drafts.contains($0) }.sorted(), drafts.count)
    }
}

/// The folders and files that something is mounted at, which only Linux allows for files (`mount --bind`, a container's
/// volume).
private enum MountPoints {
    /// Whether something is mounted at a path.
    static func contains(_ path: String) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8) else { return false }
        // The fifth field, in which only these are written as octal numbers (proc_pid_mountinfo(5)).
        let codes = ["\\": "\\134", " ": "\\040", "\t": "\\011", "\n": "\\012"]
        let escaped = path.map { codes[String($0)] ?? String($0) }.joined()
        return text.split(separator: "\n").contains { line in
            let fields = line.split(separator: " ", maxSplits: 5)
            return fields.count > 4 && fields[4] == escaped
        }
    }
}
