import Foundation

/// The files of a folder, by their paths in it.
struct StoreFiles {
    var files: [String: [UInt8]]

    /// The name of the store in each folder.
    static let store: String = "store.sqlite"

    /// The name of the folder of its external files.
    static let folder: String = "store.sqlite-files"

    init(_ files: [String: [UInt8]]) {
        self.files = files
    }

    /// Reads all files of a folder except the index of a log, which belongs to the processes that have the store open.
    init(readFrom folder: URL) throws {
        let names: [String] = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        files = try names.reduce(into: [:]) { files, name in
            let url: URL = folder.appending(path: name)
            guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true, !name.hasSuffix("-shm")
            else { return }
            files[name] = [UInt8](try Data(contentsOf: url))
        }
    }

    /// Writes the files to a folder, and removes everything else from it.
    ///
    /// - Returns: The store.
    @discardableResult
    func lay(into folder: URL) throws -> URL {
        let manager = FileManager.default
        if manager.fileExists(atPath: folder.path) { try manager.removeItem(at: folder) }
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        if files.keys.contains(where: { $0.contains("/") }) {
            try manager.createDirectory(
                at: folder.appending(path: Self.folder),
                withIntermediateDirectories: false
            )
        }
        for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
        return folder.appending(path: Self.store)
    }

    /// The files in the store's own folder, which SQLite uses.
    var besideEachOther: [String: [UInt8]] { files.filter { !$0.key.contains("/") } }

    /// The external files.
    var apart: [String: [UInt8]] { files.filter { $0.key.contains("/") } }
}
