import Foundation
import GRDB

/// Reads the store that another process migrates, in one transaction after the other, until it is stopped.
///
/// The processes communicate by files in a folder: `current` has the folder of the store, `seen-…` means that it was
/// read, and `stop` ends the reader.
struct Reader {
    private let root: URL
    /// The content of each version.
    private let digests: [String: String]
    private var report = ReaderReport()

    init(_ root: URL, digests: [String: String]) {
        self.root = root
        self.digests = digests
    }

    /// Reads until it is stopped, then returns its observations.
    mutating func run() {
        let manager = FileManager.default
        while manager.fileExists(atPath: root.path), !manager.fileExists(atPath: root.appending(path: "stop").path) {
            guard let current = try? String(contentsOf: root.appending(path: "current"), encoding: .utf8) else {
                usleep(1000)
                continue
            }
            readAlong(current)
        }
        let json: Data? = try? JSONEncoder().encode(report)
        try? json?.write(to: root.appending(path: "reader.json"), options: .atomic)
    }

    /// Reads one store through one connection for a while.
    private mutating func readAlong(_ name: String) {
        do {
            // The connection is writable, so that it can roll back the transaction of a killed process, like every
            // process of an app.
            let queue = try DatabaseQueue(path: root.appending(path: name).appending(path: StoreFiles.store).path)
            defer { try? queue.close() }
            for _ in 0..<50 {
                do {
                    try look(name, queue)
                } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                    report.busy += 1
                }
                usleep(1000)
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            report.busy += 1
        } catch {
            report.add(problem: "\(name): \(error)")
        }
    }

    private mutating func look(_ name: String, _ queue: DatabaseQueue) throws {
        let (version, digest): (String, String?) = try queue.read { db in
            let version: String = try String.fetchOne(db, sql: "SELECT version FROM apus_model") ?? "none"
            return (version, try String.fetchOne(db, sql: KilledStore.digest(of: version)))
        }
        let seen: URL = root.appending(path: "seen-\(name)")
        if !FileManager.default.fileExists(atPath: seen.path) { try Data().write(to: seen) }
        report.seen[version, default: 0] += 1
        if digest == nil || digest != digests[version] {
            report.add(problem: "\(name): version \(version) holds \(digest ?? "nothing")")
        }
    }
}
