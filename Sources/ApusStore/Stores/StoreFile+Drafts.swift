import Foundation

extension StoreFile {
    /// A store that is made beside this one under a name of its own, and gets this one's when it is whole: nobody ever
    /// opens half a store.
    func draft() -> StoreFile {
        StoreFile(URL(fileURLWithPath: location + ".new-\(UUID().uuidString)"), shownAs: path)
    }

    /// Removes the file and all that lies beside it.
    func remove() {
        for suffix in ["", "-wal", "-shm", "-journal", ExternalFiles.suffix] {
            try? FileManager.default.removeItem(atPath: location + suffix)
        }
    }

    /// Gives a finished store, and its folder of files, the names of another one that is not there.
    ///
    /// - Throws: `StoreError.exists` where there is a file of that name, or file errors; nothing has a new name then.
    func publish(as file: StoreFile) throws {
        let (files, folder): (URL, URL) = (
            URL(fileURLWithPath: location + ExternalFiles.suffix),
            URL(fileURLWithPath: file.location + ExternalFiles.suffix)
        )
        let hasFiles: Bool = FileManager.default.fileExists(atPath: files.path)
        // A folder that is there belongs to somebody: it is not touched.
        if hasFiles { try FileManager.default.moveItem(at: files, to: folder) }
        do {
            try link(as: file)
        } catch {
            if hasFiles { try? FileManager.default.moveItem(at: folder, to: files) }
            throw error
        }
        DiskWriting.flushFolder(of: file.location)
    }

    private func link(as file: StoreFile) throws {
        do {
            // A link fails where there is a file; a renaming would put ours in the place of a store that is open.
            try FileManager.default.linkItem(atPath: location, toPath: file.location)
        } catch {
            guard !FileManager.default.fileExists(atPath: file.location) else { throw StoreError(file.path, .exists) }
            // A file system without links, where looking first is the best there is.
            try FileManager.default.moveItem(atPath: location, toPath: file.location)
        }
    }
}
