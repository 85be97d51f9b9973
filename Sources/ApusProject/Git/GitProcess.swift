import Foundation

/// The program `git`, run as a child process: without a shell, with its own locale's words switched off.
struct GitProcess: Sendable {
    /// What a run gave.
    struct Output {
        /// Whether git found what it was asked for.
        let isSuccess: Bool
        /// What it printed.
        let bytes: Data
        /// Whether it would have printed more than was wanted.
        let isCut: Bool
        /// What it said besides, line by line.
        let words: [String]

        /// What it printed, as the lines of a text.
        var lines: [String] {
            String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
                .map(String.init)
        }

        /// What it printed where each piece ends with a zero byte.
        var pieces: [String] {
            bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private let executable: URL
    private let environment: [String: String]

    /// Finds the program.
    ///
    /// - Parameter environment: The environment that it is found in, and runs in.
    /// - Throws: `GitError.notInstalled`.
    init(environment: [String: String]) throws(GitError) {
        // What a shell looks through where nobody says it.
        let folders: String = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        let found: URL? = folders.split(separator: ":").lazy
            .map { URL(fileURLWithPath: String($0)).appending(path: "git") }
            .first { url in
                let isFolder: Bool = (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
                return !isFolder && FileManager.default.isExecutableFile(atPath: url.plainPath)
            }
        guard let found else { throw .notInstalled }
        executable = found
        // Its messages are read. Everything else is git's own business: a hook's GIT_DIR, a user's HOME or none.
        self.environment = environment.merging(["LC_ALL": "C"]) { $1 }
    }

    /// Runs git to its end.
    ///
    /// - Parameters:
    ///   - arguments: The arguments. What a user named must not begin with a hyphen.
    ///   - folder: The folder that it runs in.
    ///   - limit: The most bytes that are read.
    ///   - input: What it reads: at most 16,000 bytes, which any pipe holds.
    /// - Returns: What it gave.
    /// - Throws: `GitError.notRunnable`.
    func run(
        _ arguments: [String],
        in folder: URL,
        limit: Int = .max,
        input: String? = nil
    ) throws(GitError) -> Output {
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        throw .notRunnable(reason: "there are no child processes on this system")
        #else
        let process = Process()
        let (results, errors): (Pipe, Pipe) = (Pipe(), Pipe())
        process.executableURL = executable
        process.arguments = ["-C", folder.plainPath] + arguments
        process.environment = environment
        process.standardInput = input.map { Self.pipe(holding: $0) } ?? FileHandle.nullDevice as Any
        process.standardOutput = results
        process.standardError = errors
        do { try process.run() } catch { throw .notRunnable(reason: error.localizedDescription) }
        // Both pipes are emptied at once: git waits while one of them is full.
        let words = BackgroundReading(of: errors.fileHandleForReading)
        var bytes = Data()
        while bytes.count <= limit, let more = try? results.fileHandleForReading.read(upToCount: 1 << 16), !more.isEmpty
        {
            bytes.append(more)
        }
        let isCut: Bool = bytes.count > limit
        if isCut {
            process.terminate()
            try? results.fileHandleForReading.close()
        }
        let text = String(decoding: words.wait(), as: UTF8.self)
        process.waitUntilExit()
        return Output(
            isSuccess: isCut || (process.terminationReason == .exit && process.terminationStatus == 0),
            bytes: bytes.prefix(limit),
            isCut: isCut,
            words: text.split(whereSeparator: \.isNewline).map(String.init)
        )
        #endif
    }

    #if !(os(iOS) || os(tvOS) || os(watchOS) || os(visionOS))
    /// A pipe that was written before anybody reads it: nobody waits, and nobody can have gone away.
    private static func pipe(holding text: String) -> Pipe {
        let pipe = Pipe()
        try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try? pipe.fileHandleForWriting.close()
        return pipe
    }
    #endif
}
