import Foundation

extension StoreFile {
    /// Removes the file, its journal files and its external files.
    func remove() {
        for suffix in [""] + StoreCompanion.suffixes {
            try? FileManager.default.removeItem(atPath: location + suffix)
        }
    }

    /// Renames a complete store and its external files to a store that does not exist yet.
    ///
    /// - Throws: `StoreError.exists` if a file with the name exists, `StoreError.leftoverLog` if the log of a store that
    ///   is gone would change this one, or an error of the file system; nothing is renamed then.
    func publish(as file: StoreFile) throws {
        if let suffix = file.leftoverLog { throw StoreError(file.path, .leftoverLog(suffix)) }
        let (files, folder) = (
            URL(fileURLWithPath: location + ExternalFiles.suffix),
            URL(fileURLWithPath: file.location + ExternalFiles.suffix)
        )
        let hasFiles = FileManager.default.fileExists(atPath: files.path)
        // An existing folder is not Apus' own: moving fails then, and leaves it alone.
        if hasFiles { try FileManager.default.moveItem(at: files, to: folder) }
        do {
            try link(as: file)
        } catch {
            if hasFiles { try? FileManager.default.moveItem(at: folder, to: files) }
            throw error
        }
        DiskWriting.flushFolder(of: file.location)
    }

    /// Gives the folder of external files another name if there is no store, and no process is making one. Nothing is deleted.
    func setFilesAside() {
        let folder = location + ExternalFiles.suffix
        FolderLock(URL(fileURLWithPath: location).deletingLastPathComponent().path).exclusively {
            if exists { return }
            try? FileManager.default.moveItem(atPath: folder, toPath: "\(folder).\(UUID().uuidString)")
        }
    }

    /// The suffix of a log beside a store that does not exist. SQLite would write what is in it into a new store of that
    /// name.
    private var leftoverLog: String? {
        guard !exists else { return nil }
        return StoreCompanion.logSuffixes.first { suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: location + suffix)
            return attributes.map { ($0[.size] as? Int) != 0 } ?? false
        }
    }

    private func link(as file: StoreFile) throws {
        do {
            // Linking fails if a file exists; renaming would replace a store that may be open.
            try FileManager.default.linkItem(atPath: location, toPath: file.location)
        } catch {
            guard !file.exists else { throw StoreError(file.path, .exists) }
            // On a file system without hard links, checking first is the best option.
            try FileManager.default.moveItem(atPath: location, toPath: file.location)
        }
    }
}
