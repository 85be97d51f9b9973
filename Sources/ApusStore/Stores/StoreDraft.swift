import Foundation

/// A temporary file next to a store. It gets the store's name when it is complete, so that no process ever opens an
/// incomplete store.
///
/// A process that makes a draft shares a lock on the folder, which ends with the process. Without any such lock, what has a
/// draft's name is what a killed process left, and the next draft or migration of the same store removes it.
final class StoreDraft {
    /// The file, which does not exist at first.
    let file: StoreFile

    /// The lock on the folder.
    private let lock: FolderLock

    /// What follows the store's name in a draft's, before a UUID.
    static let suffix: String = ".new-"

    /// Chooses the name.
    ///
    /// - Parameters:
    ///   - target: The store.
    ///   - source: The store that it becomes a copy of, if any: what its other copies left in the folder is removed, too.
    /// - Throws: `StoreError.brokenLink` if a link without a target has the store's name.
    init(of target: StoreFile, copying source: StoreFile? = nil) throws(StoreError) {
        if FileManager.default.isLink(target.location) { throw StoreError(target.path, .brokenLink) }
        let url = URL(fileURLWithPath: target.location)
        let path = url.deletingLastPathComponent().path
        let original = source.map { URL(fileURLWithPath: $0.path).lastPathComponent }
        let names = [url.lastPathComponent, original].compactMap(\.self)
        let lock = FolderLock(path)
        lock.exclusively {
            for name in names { StoreDraft.removeAbandoned(name, in: path) }
        }
        // Another process removes drafts only for a moment. Without the lock, one may take this draft for an abandoned
        // one: publishing it fails then, and nothing else is lost.
        lock.share()
        self.lock = lock
        let location = target.location + Self.suffix + UUID().uuidString
        file = StoreFile(URL(fileURLWithPath: location), shownAs: target.path)
    }

    /// Removes the file, unless it got the store's name.
    func remove() { file.remove() }

    /// Removes the drafts of a store, and of copies that have its name with a suffix, unless a process makes a draft in
    /// the folder.
    static func removeAbandoned(of store: StoreFile) {
        let url = URL(fileURLWithPath: store.location)
        let path = url.deletingLastPathComponent().path
        FolderLock(path).exclusively { removeAbandoned(url.lastPathComponent, in: path) }
    }

    private static func removeAbandoned(_ store: String, in folder: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(store) {
            // The name of a draft, of its journal or of the folder of its external files.
            guard let suffix = name.range(of: Self.suffix) else { continue }
            let identifier = String(name[suffix.upperBound...].prefix(36))
            guard ExternalFiles.isName(identifier) else { continue }
            let draft = name[..<suffix.upperBound] + identifier
            // A draft that is migrated is not abandoned.
            if draft == store { continue }
            StoreFile(URL(fileURLWithPath: folder).appending(path: String(draft))).remove()
        }
    }
}

extension FileManager {
    /// Whether a path is that of a symbolic link, whether its target exists or not.
    fileprivate func isLink(_ path: String) -> Bool {
        let type = try? attributesOfItem(atPath: path)[.type] as? FileAttributeType
        return type == .typeSymbolicLink
    }
}
