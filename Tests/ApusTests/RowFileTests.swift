import Apus
import Foundation
import Synchronization
import Testing

/// Files that containers load and write: what is refused, stopped or cannot be used leaves everything as it was.
struct RowFileTests {
    private let store: TemporaryStore
    private let folder: URL

    init() throws {
        store = try TemporaryStore()
        folder = store.url.deletingLastPathComponent().appending(path: "files")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func content() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func aCancelledLoadLoadsNothing() async throws {
        let container = try store.open().container
        let file = folder.appending(path: "trips.csv")
        try Data(("name\n" + (1...5000).map { "\($0)\n" }.joined()).utf8).write(to: file)
        let task = Mutex<Task<Void, any Error>?>(nil)
        let seen = Mutex<[Int]>([])
        let work = Task {
            _ = try await container.load(file, of: Trip.self) { rows in
                seen.withLock { $0.append(rows) }
                if rows >= 2000 { task.withLock { $0?.cancel() } }
            }
        }
        task.withLock { $0 = work }
        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(seen.withLock { $0.last } ?? 0 < 5000)
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["0"])
        #expect(try await container.load(file, of: Trip.self).inserted == 5000)
    }

    @Test func waitingForAPipeCanBeCancelled() async throws {
        let container = try store.open().container
        let pipe = folder.appending(path: "trips.csv").path
        try #require(mkfifo(pipe, 0o600) == 0)
        let work = Task { try await container.load(URL(filePath: pipe), of: Trip.self).rows }
        // A load that only ends when the pipe has a writer fails with the error of an empty file.
        let rescue = Task {
            try await Task.sleep(for: .seconds(20))
            close(open(pipe, O_WRONLY | O_NONBLOCK))
        }
        // Most likely, it is waiting by then.
        try await Task.sleep(for: .milliseconds(200))
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
        rescue.cancel()
        #expect(try store.lines("SELECT count(*) FROM Trip") == ["0"])
    }

    @Test func aPipeIsReadAlthoughItsWriterComesLater() async throws {
        let container = try store.open().container
        let pipe = folder.appending(path: "trips.csv").path
        try #require(mkfifo(pipe, 0o600) == 0)
        let work = Task { try await container.load(URL(filePath: pipe), of: Trip.self).rows }
        let writer = Task {
            try await Task.sleep(for: .milliseconds(500))
            // It cannot be opened before its reader, and never after a reader that has not waited.
            var file = open(pipe, O_WRONLY | O_NONBLOCK)
            while file < 0 {
                try await Task.sleep(for: .milliseconds(20))
                file = open(pipe, O_WRONLY | O_NONBLOCK)
            }
            try FileHandle(fileDescriptor: file, closeOnDealloc: true).write(contentsOf: Data("name\na\nb\n".utf8))
        }
        defer { writer.cancel() }
        #expect(try await work.value == 2)
        #expect(try store.lines("SELECT name FROM Trip") == ["a", "b"])
    }

    @Test func aStoppedDumpKeepsTheOlderFile() async throws {
        let container = try store.open().container
        let file = folder.appending(path: "trips.csv")
        try store.tell(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            INSERT INTO Trip (name, nights) SELECT 'trip ' || i, 1 FROM n
            """
        )
        try Data("older".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        let task = Mutex<Task<Void, any Error>?>(nil)
        let work = Task {
            _ = try await container.dump(Trip.self, to: file) { _ in task.withLock { $0?.cancel() } }
        }
        task.withLock { $0 = work }
        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(try String(contentsOf: file, encoding: .utf8) == "older" && content() == ["trips.csv"])
        let seen = Mutex<[Int]>([])
        let count = try await container.dump(Trip.self, to: file) { rows in seen.withLock { $0.append(rows) } }
        #expect(count == 20000 && seen.withLock { $0 } == Array(stride(from: 1000, through: 20000, by: 1000)))
        #expect(try String(contentsOf: file, encoding: .utf8).split(separator: "\r\n").count == 20001)
        #expect(try content() == ["trips.csv"])
        let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(permissions == 0o640)
    }

    @Test func onlyItsOwnerCanReadADumpUntilItIsWhole() async throws {
        let container = try store.open().container
        try store.tell(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
            INSERT INTO Trip (name, nights) SELECT 'trip ' || i, 1 FROM n
            """
        )
        let folder = folder
        @Sendable func permissions() -> [String: Int] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let pairs = names.map { name -> (String, Int) in
                let path = folder.appending(path: name).path
                let found = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                return (name, found ?? -1)
            }
            return Dictionary(pairs) { first, _ in first }
        }
        let usual = folder.appending(path: "usual.csv")
        try Data().write(to: usual)
        let file = folder.appending(path: "trips.csv")
        for older in [nil, 0o600, 0o644, 0o440] {
            if let older {
                try FileManager.default.setAttributes([.posixPermissions: older], ofItemAtPath: file.path)
            }
            let seen = Mutex<[Int]>([])
            try await container.dump(Trip.self, to: file) { _ in
                let parts = permissions().filter { !["usual.csv", "trips.csv"].contains($0.key) }
                seen.withLock { $0 += parts.values }
            }
            #expect(seen.withLock { $0 } == [0o600, 0o600, 0o600])
            let found = permissions()
            #expect(found.count == 2 && found["trips.csv"] == older ?? found["usual.csv"])
        }
    }

    @Test func onlyFilesAreReplaced() async throws {
        let container = try store.open().container
        try store.tell("INSERT INTO Tag (name) VALUES ('t')")
        let (other, link) = (folder.appending(path: "other"), folder.appending(path: "link.csv"))
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try Data("kept".utf8).write(to: other.appending(path: "in it"))
        await #expect(throws: (any Error).self) { try await container.dump(Tag.self, to: other) }
        #expect(try String(contentsOf: other.appending(path: "in it"), encoding: .utf8) == "kept")
        await #expect(throws: (any Error).self) {
            try await container.dump(Tag.self, to: folder.appending(path: "none/tags.csv"))
        }
        for suffix in ["", "-wal"] {
            let own = URL(filePath: store.url.path + suffix)
            await #expect(throws: (any Error).self) { try await container.dump(Tag.self, to: own, as: RowFile(.csv)) }
        }
        #expect(try store.lines("SELECT name FROM Tag") == ["t"])
        // A link stays one.
        let target = other.appending(path: "tags.csv")
        try Data("older".utf8).write(to: target)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        #expect(try await container.dump(Tag.self, to: link) == 1)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == target.path)
        #expect(try String(contentsOf: target, encoding: .utf8) == "_id,name,trips\r\n1,t,\r\n")
        #expect(try content() == ["link.csv", "other"])
        #if os(Linux)
        await #expect(throws: (any Error).self) { try await container.dump(Tag.self, to: URL(filePath: "/dev/full")) }
        #endif
    }

    @Test func aFileThatCannotBeReadIsReported() async throws {
        let container = try store.open().container
        for name in ["none.csv", "../files"] {
            let error = await #expect(throws: RowLoadError.self) {
                try await container.load(folder.appending(path: name), of: Trip.self)
            }
            #expect(error?.findings.first?.message.hasPrefix("the file cannot be read") == true)
        }
    }
}
