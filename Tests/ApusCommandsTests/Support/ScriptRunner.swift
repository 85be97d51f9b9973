import Foundation

/// Runs scripts in folders of their own, with the built `apus` in the path.
enum ScriptRunner {
    /// Runs a script and returns it with the actual output.
    static func run(_ script: CommandScript) throws -> CommandScript {
        let folder: URL = try makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for file in script.files { try write(file.text, to: file.path, in: folder) }
        var result: CommandScript = script
        result.pieces = try script.pieces.map { piece in
            guard case .command(let command) = piece else { return piece }
            return .command(try run(command, in: folder))
        }
        return result
    }

    /// Writes a file, and makes its folder if necessary.
    static func write(_ text: String, to path: String, in folder: URL) throws {
        let url = folder.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// A folder with a project that has one model.
    static func makeProject(_ model: String) throws -> URL {
        let folder = try makeFolder()
        let schemas = folder.appending(path: "Schemas/T")
        try FileManager.default.createDirectory(at: schemas, withIntermediateDirectories: true)
        try Data("apus: 1\n".utf8).write(to: folder.appending(path: "apus.yaml"))
        try Data(model.utf8).write(to: schemas.appending(path: "T.yaml"))
        return folder
    }

    /// The prefix that runs a command without root's privileges.
    static let unprivileged: String = getuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : ""

    /// Whether commands can be run without root's privileges: in some containers root cannot become another user.
    static let canDropPrivileges: Bool = succeeds("chmod 755 .; \(unprivileged)apus --help")

    /// Whether a disk of a few kilobytes can be mounted.
    static let canMount: Bool = succeeds("mkdir disk && mount -t tmpfs -o size=200k none disk && umount disk")

    private static func succeeds(_ line: String) -> Bool {
        guard let folder = try? makeFolder() else { return false }
        defer { try? FileManager.default.removeItem(at: folder) }
        return (try? run(CommandScript.Command(line: line), in: folder))?.code == 0
    }

    /// Creates an empty folder.
    static func makeFolder() throws -> URL {
        let folder: URL = FileManager.default.temporaryDirectory.appending(path: "apus-script-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Runs a command in a folder and returns it with the actual output.
    static func run(_ command: CommandScript.Command, in folder: URL) throws -> CommandScript.Command {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "exec 2>&1; \(command.line)"]
        process.currentDirectoryURL = folder
        var environment: [String: String] = ProcessInfo.processInfo.environment
        environment["PATH"] = products.path + ":" + (environment["PATH"] ?? "")
        environment["COLUMNS"] = "100"
        process.environment = environment
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data: Data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        var output: [String] = String(decoding: data, as: UTF8.self).components(separatedBy: "\n")
        if output.last == "" { output.removeLast() }
        return CommandScript.Command(line: command.line, output: output.map(settled), code: process.terminationStatus)
    }

    /// The line without values that differ between runs and machines: times of day, durations, free bytes.
    static func settled(_ line: String) -> String {
        // Regular expressions are slow, and some outputs have 40,000 lines.
        guard ["Z", "bytesFree", "in ", "seconds", "time="].contains(where: line.contains) else { return line }
        return line.replacing(/(^  |"finishedAt" : ")\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) { "\($0.output.1)<time>" }
            .replacing(/"bytesFree" : \d+/, with: "\"bytesFree\" : <bytes>")
            .replacing(/in \d+\.\d\d s/, with: "in <seconds> s")
            .replacing(/"seconds" : [0-9.e-]+/, with: "\"seconds\" : <seconds>")
            .replacing(/time="\d+\.\d\d"/, with: "time=\"<seconds>\"")
    }

    /// The folder of the built products, which contains the test bundle.
    static let products: URL = {
        let bundle: Bundle? = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let program: URL = bundle?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        return program.deletingLastPathComponent()
    }()
}
