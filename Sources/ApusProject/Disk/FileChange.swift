import ApusDiagnostics
import Foundation

/// Several changes of files, which can be undone together if one of them fails.
struct FileChange {
    private let disk: Disk
    private var undoing: [() -> Void] = []

    init(disk: Disk) {
        self.disk = disk
    }

    /// Creates a file completely, or not at all.
    mutating func create(_ url: URL, _ text: String) throws {
        let folder: URL = url.deletingLastPathComponent()
        // A name that no one can guess, so that a link that waits there writes to no other file.
        let temporary: URL = folder.appending(path: ".\(url.lastPathComponent).new-\(UUID().uuidString)")
        try createFolder(folder)
        try disk.attempt("write it", url) {
            do {
                try Data(text.utf8).write(to: temporary, options: .withoutOverwriting)
                // Unlike an atomic write, this fails if the file exists.
                try FileManager.default.moveItem(at: temporary, to: url)
            } catch {
                try? FileManager.default.removeItem(at: temporary)
                throw error
            }
        }
        undoing.append { try? FileManager.default.removeItem(at: url) }
    }

    /// Creates a folder, with those above it, unless it exists.
    mutating func createFolder(_ url: URL) throws {
        let made = disk.missingFolders(from: url)
        undoing.append { [disk] in disk.removeIfEmpty(made) }
        try disk.attempt("create it", url) {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
    }

    /// Replaces the text of a file.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - text: The text.
    ///   - check: Looks at the bytes that are replaced; the error that it throws keeps them.
    /// - Throws: `DiagnosticsError` if the file cannot be read or written; the error of `check`.
    mutating func replace(_ url: URL, _ text: String, checking check: (Data) throws -> Void = { _ in }) throws {
        let before: Data = try disk.attempt("read it", url) { try Data(contentsOf: url) }
        try check(before)
        try disk.write(text, to: url)
        undoing.append { try? before.write(to: url, options: .atomic) }
    }

    /// Renames a file. No file may have the new name.
    mutating func move(_ source: URL, to target: URL) throws {
        try disk.attempt("rename it to '\(target.lastPathComponent)'", source) {
            try FileManager.default.moveItem(at: source, to: target)
        }
        undoing.append { try? FileManager.default.moveItem(at: target, to: source) }
    }

    /// Removes a file.
    mutating func remove(_ url: URL) throws {
        let before: Data = try disk.attempt("read it", url) { try Data(contentsOf: url) }
        try disk.attempt("remove it", url) { try FileManager.default.removeItem(at: url) }
        undoing.append { try? before.write(to: url, options: .atomic) }
    }

    /// Undoes all changes, the last one first.
    mutating func undo() {
        for step in undoing.reversed() { step() }
        undoing = []
    }
}
