extension GitRepository {
    /// The order in which the folders of certain files appeared in the starting folder, or where they were before they
    /// were moved or renamed. Commits are numbered from 1, and folders of one commit have the same number.
    ///
    /// A folder was moved if the same commit removes one of that name elsewhere, or one with the same file. If a file is
    /// equal to one that exists in a folder of that name, its folder was copied with others, and is as old.
    ///
    /// - Parameters:
    ///   - files: The names of the files, such as `contents`.
    ///   - fileExtension: The extension of their folders.
    /// - Returns: The numbers by the folders' names without their extension.
    /// - Throws: `GitError`.
    package func appearances(of files: [String], inFoldersWith fileExtension: String) throws(GitError) -> [String: Int]
    {
        let patterns = files.map { "*.\(fileExtension)/\($0)" }
        let path = prefix.description
        let start = path == "." || path.isEmpty ? "" : path + "/"
        // Characters with a meaning in patterns stand for themselves in a path.
        let escaped = start.reduce(into: "") { $0 += "\\*?[".contains($1) ? "\\\($1)" : "\($1)" }
        let near = try appearances(of: patterns.map { ":(top,glob)" + escaped + $0 }, in: start)
        // Only if several folders were added together, they may have been moved, which takes a look at the whole
        // repository.
        if Set(near.values).count == near.count { return near }
        return try appearances(of: patterns.map { ":(top,glob)**/" + $0 }, in: start)
    }

    private func appearances(of patterns: [String], in start: String) throws(GitError) -> [String: Int] {
        let output: GitProcess.Output = try git.run(
            [
                "log", "--reverse", "--topo-order", "-m", "--raw", "--no-abbrev", "--no-renames", "--format=%x01", "-z",
                "--",
            ]
                + patterns,
            in: folder
        )
        var appearances = Appearances()
        var pieces = output.pieces.makeIterator()
        while let piece = pieces.next() {
            let fields = piece.drop { $0 == "\n" }.split(separator: " ")
            if fields.count == 5, let path = pieces.next() {
                appearances.note(path, status: fields[4], blobs: (String(fields[2]), String(fields[3])))
            } else {
                appearances.endCommit()
            }
        }
        appearances.endCommit()
        return appearances.numbers(in: start)
    }
}

/// The first commits of folders, followed over moves.
private struct Appearances {
    /// The number of the commit in which each folder appeared first, by path.
    private var first: [String: Int] = [:]
    /// The file in each folder that exists.
    private var blobs: [String: String] = [:]
    private var commit = 0
    private var added: [(folder: String, blob: String)] = []
    private var removed: [(folder: String, blob: String)] = []

    mutating func note(_ path: String, status: Substring, blobs: (old: String, new: String)) {
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        switch status {
        case "A": added.append((folder, blobs.new))
        case "D": removed.append((folder, blobs.old))
        default: self.blobs[folder] = blobs.new
        }
    }

    mutating func endCommit() {
        for (folder, blob) in added where first[folder] == nil {
            let name = Self.name(of: folder)
            let sameName = removed.filter { Self.name(of: $0.folder) == name }
            let sameFile = removed.filter { $0.blob == blob }
            let origin =
                (sameName.first { $0.blob == blob } ?? sameName.first)?.folder
                ?? (sameFile.count == 1 ? sameFile[0].folder : nil)
                ?? blobs.first { $0.value == blob && Self.name(of: $0.key) == name }?.key
            first[folder] = origin.flatMap { first[$0] } ?? commit
        }
        for (folder, _) in removed { blobs[folder] = nil }
        for (folder, blob) in added { blobs[folder] = blob }
        (added, removed) = ([], [])
        commit += 1
    }

    /// The numbers of the folders directly below a path, by their names without extension.
    func numbers(in start: String) -> [String: Int] {
        var found: [String: Int] = [:]
        for (folder, number) in first where folder.hasPrefix(start) {
            let name = folder.dropFirst(start.count)
            guard !name.contains("/") else { continue }
            found[Self.withoutExtension(name)] = number
        }
        return found
    }

    private static func name(of folder: String) -> String {
        withoutExtension(folder.split(separator: "/").last ?? "")
    }

    private static func withoutExtension(_ name: Substring) -> String {
        name.lastIndex(of: ".").map { String(name[..<$0]) } ?? String(name)
    }
}
