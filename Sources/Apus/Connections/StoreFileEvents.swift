import ApusStore
import Foundation

#if !canImport(Darwin)
/// Reports that the files of a store may have been written, as the kernel says: by inotify.
///
/// It watches the folder, because the log is deleted with the last connection and made again, and a store may be replaced by
/// another file. The shared memory is written without any event, and before a commit is visible in it, the log is written: so
/// an event says that there may be a commit soon.
final class StoreFileEvents: @unchecked Sendable {
    private let watch: Int32
    private let id: UUID

    /// It fails if the system reports no events, or not all: on a network, others write on another machine.
    ///
    /// - Parameters:
    ///   - path: The store.
    ///   - changed: Called on any thread; with false if there are no more events, because the folder is gone.
    init?(ofStoreAt path: String, _ changed: @escaping @Sendable (_ isLasting: Bool) -> Void) {
        // SQLite names the log after the file that a symbolic link points to.
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let folder = file.deletingLastPathComponent().path
        let name = file.lastPathComponent
        guard !MountTable.isRemote(folder) else { return nil }
        id = UUID()
        let observer = FolderEvents.Observer(
            names: Set(([""] + StoreCompanion.logSuffixes).map { name + $0 }),
            changed: changed
        )
        guard let watch = FolderEvents.shared.add(observer, id, folder) else { return nil }
        self.watch = watch
    }

    /// Ends the reports.
    func cancel() { FolderEvents.shared.remove(id, watch) }
}

/// The folders that a process watches. All share one instance of inotify, because a user may have few of them.
private final class FolderEvents: @unchecked Sendable {
    struct Observer {
        let names: Set<String>
        let changed: @Sendable (_ isLasting: Bool) -> Void
    }

    static let shared = FolderEvents()

    private let lock = NSLock()
    private var descriptor: Int32 = -1
    private var source: (any DispatchSourceRead)?
    private var observers: [Int32: [UUID: Observer]] = [:]

    /// Begins to receive events. If the process has no descriptor free now, the next watch may find one.
    private func start() {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        if descriptor < 0 { return }
        self.descriptor = descriptor
        let queue = DispatchQueue(label: "apus.files", qos: .utility)
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [unowned self] in readEvents(descriptor) }
        source.resume()
        self.source = source
    }

    /// - Returns: The folder's watch; `nil` if there are too many.
    func add(_ observer: Observer, _ id: UUID, _ folder: String) -> Int32? {
        let mask = UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_ONLYDIR)
        return lock.withLock {
            if descriptor < 0 { start() }
            if descriptor < 0 { return nil }
            // A folder that is watched already has the same watch.
            let watch = inotify_add_watch(descriptor, folder, mask)
            if watch < 0 { return nil }
            observers[watch, default: [:]][id] = observer
            return watch
        }
    }

    func remove(_ id: UUID, _ watch: Int32) {
        lock.withLock {
            guard observers[watch]?.removeValue(forKey: id) != nil, observers[watch]?.isEmpty == true else { return }
            observers[watch] = nil
            inotify_rm_watch(descriptor, watch)
        }
    }

    private func readEvents(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count <= 0 { return }
            for (observer, isLasting) in observers(of: buffer[..<count]) { observer.changed(isLasting) }
        }
    }

    /// The observers of some events, each once.
    private func observers(of events: ArraySlice<UInt8>) -> [(Observer, isLasting: Bool)] {
        var found: [UUID: (Observer, isLasting: Bool)] = [:]
        events.withUnsafeBytes { bytes in
            var offset = 0
            let header = MemoryLayout<inotify_event>.size
            while offset + header <= bytes.count {
                let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let name = bytes[(offset + header)..<min(bytes.count, offset + header + Int(event.len))]
                offset += header + Int(event.len)
                let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
                lock.withLock {
                    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                        // Which ones were lost is unknown.
                        for (id, observer) in observers.values.joined() { found[id] = (observer, true) }
                    } else if event.mask & UInt32(IN_IGNORED) != 0 {
                        // The folder was deleted, or its file system is gone; or `remove` has ended it.
                        for (id, observer) in observers.removeValue(forKey: event.wd) ?? [:] {
                            found[id] = (observer, false)
                        }
                    } else {
                        for (id, observer) in observers[event.wd] ?? [:] where observer.names.contains(text) {
                            if found[id] == nil { found[id] = (observer, true) }
                        }
                    }
                }
            }
        }
        return Array(found.values)
    }
}

/// What kinds of file systems folders are on.
private enum MountTable {
    private static let remoteKinds: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "virtiofs", "ceph", "glusterfs", "afs", "vboxsf",
        "lustre", "gpfs", "beegfs", "ocfs2", "gfs2", "coda", "prl_fs", "vmhgfs", "fakeowner",
    ]

    /// Whether others than this machine's processes may write files of a folder, of which the kernel reports nothing.
    static func isRemote(_ folder: String) -> Bool {
        var information = stat()
        guard stat(folder, &information) == 0,
            let bytes = FileManager.default.contents(atPath: "/proc/self/mountinfo")
        else { return false }
        // Paths may have any bytes.
        let table = String(decoding: bytes, as: UTF8.self)
        let device = UInt64(information.st_dev)
        let (major, minor) = (device >> 8 & 0xfff, device & 0xff | device >> 12 & 0xfff00)
        for line in table.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 2, fields[2] == "\(major):\(minor)", let end = fields.firstIndex(of: "-"),
                end + 1 < fields.count
            else { continue }
            let kind = String(fields[end + 1])
            return remoteKinds.contains(kind) || kind.hasPrefix("fuse")
        }
        return false
    }
}
#else
/// Reports that the files of a store may have been written, as the kernel says: by kqueue.
///
/// It watches the folder, where the log comes and goes, and the log. It never opens the store itself or its shared memory:
/// closing any descriptor of a file ends the locks that SQLite has on it in this process. Before a commit is visible in the
/// shared memory, the log is written: so an event says that there may be a commit soon.
final class StoreFileEvents: @unchecked Sendable {
    private let queue = DispatchQueue(label: "apus.files", qos: .utility)
    private let log: String
    private let changed: @Sendable (_ isLasting: Bool) -> Void
    // These are only used on the queue.
    private var folderSource: (any DispatchSourceFileSystemObject)?
    private var logSource: (any DispatchSourceFileSystemObject)?

    /// It fails if the system reports no events, or not all: on a network, others write on another machine.
    ///
    /// - Parameters:
    ///   - path: The store.
    ///   - changed: Called on any thread; with false if there are no more events, because the folder is gone.
    init?(ofStoreAt path: String, _ changed: @escaping @Sendable (_ isLasting: Bool) -> Void) {
        // SQLite names the log after the file that a symbolic link points to.
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let folder = file.deletingLastPathComponent()
        let values = try? folder.resourceValues(forKeys: [.volumeIsLocalKey])
        if values?.volumeIsLocal != true { return nil }
        (log, self.changed) = (file.path + "-wal", changed)
        guard let source = Self.source(folder.path, queue).source else { return nil }
        folderSource = source
        source.setEventHandler { [weak self] in self?.noteFolder() }
        source.resume()
        queue.async { self.followLog() }
    }

    /// Ends the reports.
    func cancel() {
        // Not at once: the watch may end on this queue, with the last event.
        queue.async { [self] in
            folderSource?.cancel()
            logSource?.cancel()
            (folderSource, logSource) = (nil, nil)
        }
    }

    /// Watches a file.
    ///
    /// - Returns: The events; without them, the number of the error.
    private static func source(
        _ path: String,
        _ queue: DispatchQueue
    ) -> (source: (any DispatchSourceFileSystemObject)?, error: Int32) {
        let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
        if descriptor < 0 { return (nil, errno) }
        let source = DispatchSource.makeFileSystemObjectSource(
            fileDescriptor: descriptor,
            eventMask: [.write, .extend, .delete, .rename, .revoke],
            queue: queue
        )
        source.setCancelHandler { _ = close(descriptor) }
        return (source, 0)
    }

    private func noteFolder() {
        guard let source = folderSource else { return }
        // In a folder with another name, the log is not found any more.
        let isGone = !source.data.isDisjoint(with: [.delete, .rename, .revoke])
        followLog()
        changed(!isGone)
    }

    /// Watches the log that has the name now.
    private func followLog() {
        logSource?.cancel()
        logSource = nil
        guard folderSource != nil else { return }
        let (found, error) = Self.source(log, queue)
        guard let source = found else {
            // There is no log, or what is written to it stays unknown.
            if error != ENOENT { changed(false) }
            return
        }
        source.setEventHandler { [weak self] in
            guard let self, let data = logSource?.data else { return }
            if !data.isDisjoint(with: [.delete, .rename, .revoke]) { followLog() }
            changed(true)
        }
        logSource = source
        source.resume()
    }
}
#endif
