import Foundation

/// Runs `git` as a child process, without a shell and with messages in English.
struct GitProcess: Sendable {
    /// The output of a run.
    struct Output {
        /// Whether git exited with 0.
        let isSuccess: Bool
        /// The bytes of standard output.
        let bytes: Data
        /// Whether standard output exceeded the limit.
        let isCut: Bool
        /// The lines of standard error.
        let messages: [String]

        /// The lines of standard output.
        var lines: [String] {
            String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
                .map(String.init)
        }

        /// The parts of standard output that end with a zero byte.
        var pieces: [String] {
            bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private let executable: URL
    private let environment: [String: String]

    /// Finds the program in `PATH`.
    ///
    /// - Parameter environment: The environment in which git is found and runs.
    /// - Throws: `GitError.notInstalled`.
    init(environment: [String: String]) throws(GitError) {
        // The folders that a shell searches without PATH.
        let folders: String = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        let found: URL? = folders.split(separator: ":").lazy
            .map { URL(fileURLWithPath: String($0)).appending(path: "git") }
            .first { url in
                let isFolder = (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
                return !isFolder && FileManager.default.isExecutableFile(atPath: url.plainPath)
            }
        guard let found else { throw .notInstalled }
        executable = found
        // Messages must be in English, because they are parsed. All other variables, such as a hook's GIT_DIR, are
        // git's.
        self.environment = environment.merging(["LC_ALL": "C"]) { $1 }
    }

    /// Runs git and waits for its end.
    ///
    /// - Parameters:
    ///   - arguments: The arguments. Those from the user must not begin with a hyphen.
    ///   - folder: The folder in which git runs.
    ///   - limit: The greatest number of bytes to read.
    ///   - input: The standard input: at most 16,000 bytes, which fit into any pipe's buffer.
    /// - Returns: The output.
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
        // Both pipes are read concurrently, because git waits while one of them is full.
        let errorText = BackgroundReading(of: errors.fileHandleForReading)
        var bytes = Data()
        while bytes.count <= limit, let more = try? results.fileHandleForReading.read(upToCount: 1 << 16), !more.isEmpty
        {
            bytes.append(more)
        }
        let isCut = bytes.count > limit
        if isCut {
            process.terminate()
            try? results.fileHandleForReading.close()
        }
        let text = String(decoding: errorText.wait(), as: UTF8.self)
        process.waitUntilExit()
        return Output(
            isSuccess: isCut || (process.terminationReason == .exit && process.terminationStatus == 0),
            bytes: bytes.prefix(limit),
            isCut: isCut,
            messages: text.split(whereSeparator: \.isNewline).map(String.init)
        )
        #endif
    }

    #if !(os(iOS) || os(tvOS) || os(watchOS) || os(visionOS))
    /// A pipe that is filled before git starts, so that writing neither blocks nor fails.
    private static func pipe(holding text: String) -> Pipe {
        let pipe = Pipe()
        try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try? pipe.fileHandleForWriting.close()
        return pipe
    }
    #endif
}
