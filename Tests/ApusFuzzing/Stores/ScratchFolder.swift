import Foundation

/// The folder of this process for the files that inputs need.
enum ScratchFolder {
    /// The folder, which exists.
    static let url: URL = {
        let url = FileManager.default.temporaryDirectory.appending(path: "apus-fuzzing-\(getpid())")
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: ScratchFolder.url) }
        return url
    }()

    /// Makes an empty folder in the folder.
    ///
    /// - Parameter name: The name, which one target uses.
    /// - Returns: The folder.
    /// - Throws: The errors of the file system.
    static func empty(_ name: String) throws -> URL {
        let folder = url.appending(path: name)
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
