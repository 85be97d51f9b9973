import Foundation
import GRDB

/// Puts a finished store in the place of another one.
enum StoreReplacement {
    /// Makes sure that a file is a store of Apus: nothing else is ever replaced.
    static func requireStore(_ file: StoreFile) throws {
        guard try file.requireFile().isStore else { throw StoreError(file.path, .notAStore) }
    }

    /// Puts a draft in a store's place, while nobody else has that open.
    ///
    /// - Parameters:
    ///   - file: The store that gives way.
    ///   - draft: The new one, whole and on the disk.
    ///   - files: The folder of the draft's files, where it has any.
    /// - Throws: `StoreError.locked` where somebody has the store open; the store is as it was then.
    static func replace(_ file: StoreFile, with draft: StoreFile, files: URL?) throws {
        let old: DatabaseQueue = try file.openForWriting(enforcesForeignKeys: false)
        try old.writeWithoutTransaction { db in
            // Alone at the file, the log can be written back and done without: what is left is one file, whose name then
            // goes over to the new one. Otherwise this connection's end would clean up files of the new store.
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            let mode: String? = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
            guard mode == "delete" else { throw StoreError(file.path, .locked) }
            try db.inTransaction(.exclusive) {
                let folder = URL(fileURLWithPath: file.location + ExternalFiles.suffix)
                let added: Set<String> = try files.map { try add($0, to: folder) } ?? []
                do {
                    guard rename(draft.location, file.location) == 0 else { throw StoreError(file.path, .readOnly) }
                } catch {
                    for name in added { try? FileManager.default.removeItem(at: folder.appending(path: name)) }
                    throw error
                }
                // Before the new name is on the disk, a loss of power may bring the old store back: it needs its files.
                DiskWriting.flushFolder(of: file.location)
                removeOthers(in: folder, than: try names(in: draft, files))
                return .rollback
            }
        }
        try old.close()
    }

    /// The names of a draft's files.
    private static func names(in draft: StoreFile, _ files: URL?) throws -> Set<String> {
        guard let files else { return [] }
        return Set(try FileManager.default.contentsOfDirectory(atPath: files.path))
    }

    /// Links a draft's files into the store's folder, next to those that are there; gives the names of the new ones.
    private static func add(_ files: URL, to folder: URL) throws -> Set<String> {
        let manager = FileManager.default
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        var added: Set<String> = []
        for name in try manager.contentsOfDirectory(atPath: files.path) {
            let (new, place): (URL, URL) = (files.appending(path: name), folder.appending(path: name))
            if manager.fileExists(atPath: place.path) {
                // The same seed makes the same files.
                guard manager.contentsEqual(atPath: new.path, andPath: place.path) else {
                    throw StoreError(place.path, .exists)
                }
                continue
            }
            try manager.copyItem(at: new, to: place)
            try DiskWriting.flush(place.path)
            added.insert(name)
        }
        DiskWriting.flushFolder(of: folder.appending(path: "x").path)
        return added
    }

    /// Removes the files of the store that gave way. What is left over after a crash here is found by `apus verify`.
    private static func removeOthers(in folder: URL, than names: Set<String>) {
        let manager = FileManager.default
        for name in (try? manager.contentsOfDirectory(atPath: folder.path)) ?? [] where !names.contains(name) {
            try? manager.removeItem(at: folder.appending(path: name))
        }
        if names.isEmpty { try? manager.removeItem(at: folder) }
    }
}
