#if os(Linux)
import Foundation
import Glibc

/// A disk of its own in memory, which can really be full.
final class SmallDisk {
    let folder: URL

    /// Whether one can be mounted, which needs the rights to do so.
    static let isPossible = (try? SmallDisk()) != nil

    private struct Failure: Error {}

    init(megabytes: Int = 24) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "apus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard try Self.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "none", folder.path) == 0 else {
            try? FileManager.default.removeItem(at: folder)
            throw Failure()
        }
    }

    deinit {
        _ = try? Self.run("umount", "-l", folder.path)
        try? FileManager.default.removeItem(at: folder)
    }

    /// Takes all the space that is left.
    func fill() throws {
        let file = folder.appending(path: "zeros")
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        for size in [65_536, 4096] {
            // POSIX says how much was written, whereas a handle throws.
            let zeros = [UInt8](repeating: 0, count: size)
            while write(handle.fileDescriptor, zeros, size) == size {}
        }
    }

    /// Frees it again.
    func free() throws { try FileManager.default.removeItem(at: folder.appending(path: "zeros")) }

    private static func run(_ words: String...) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}

/// The files that this process has open under a name, which cannot be read as long as they are broken.
final class UnreadableFile {
    private var kept: [(number: Int32, copy: Int32)] = []

    /// Breaks them: reading an open folder is an error.
    init(_ url: URL) throws {
        let path = url.resolvingSymlinksInPath().path
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            guard let number = Int32(name),
                let target = try? FileManager.default
                    .destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"), target == path
            else { continue }
            let folder = open("/", O_RDONLY | O_DIRECTORY)
            kept.append((number, dup(number)))
            dup2(folder, number)
            close(folder)
        }
    }

    /// The number of files that were broken.
    var count: Int { kept.count }

    /// Makes them what they were.
    func mend() {
        for (number, copy) in kept {
            dup2(copy, number)
            close(copy)
        }
        kept = []
    }

    deinit { mend() }
}
#endif
