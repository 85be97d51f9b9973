package import Foundation

extension Store {
    /// Whether a file is the store's own, so that nothing else may be written there: its file, one that SQLite has beside it, or one in its
    /// folder of external files. It need not exist.
    ///
    /// - Parameter url: The file. A symbolic link is not followed.
    /// - Returns: Whether it is the store's.
    package func owns(_ url: URL) -> Bool {
        guard let location else { return false }
        // Links to folders are resolved on their own: of the path of a file that does not exist, Foundation may resolve none.
        let parent = url.absoluteURL.deletingLastPathComponent().resolvingSymlinksInPath()
        let path = parent.appending(path: url.lastPathComponent).path
        let folder = location + ExternalFiles.suffix
        if path == location || path.hasPrefix(folder + "/") { return true }
        if StoreCompanion.isCompanion(path, ofStore: { $0 == location }) { return true }
        // A file may have several names: hard links, and on some disks those with other capital letters.
        if let id = FileEntry(parent.path)?.id, id == FileEntry(folder)?.id { return true }
        guard let id = FileEntry(path)?.id else { return false }
        return ([""] + StoreCompanion.fileSuffixes).contains { FileEntry(location + $0)?.id == id }
    }
}
