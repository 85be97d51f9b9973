import ApusDiagnostics
import ApusFiles
import Foundation

@testable import ApusProject

/// A repository of git's in a folder of its own, which goes when the test is done.
final class TemporaryRepository {
    /// The folder that holds everything.
    let home: URL
    /// The repository's folder.
    let folder: URL

    init(_ arguments: String...) throws {
        home = FileManager.default.temporaryDirectory.appending(path: "apus-git-\(UUID().uuidString)")
            .resolvingSymlinksInPath()
        folder = home.appending(path: "repository")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try git(["init", "-q", "-b", "main"] + arguments)
    }

    deinit {
        try? FileManager.default.removeItem(at: home)
    }

    /// An environment in which no configuration of the machine's counts, and no hook's that runs the tests.
    static let environment: [String: String] = {
        var environment: [String: String] = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
        environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
        environment["GIT_CONFIG_NOSYSTEM"] = "1"
        return environment
    }()

    /// Whether there is a git to test with.
    static let hasGit: Bool = (try? GitProcess(environment: environment)) != nil

    /// Runs git in the repository, or in another folder.
    @discardableResult
    func git(_ arguments: [String], in other: URL? = nil) throws -> String {
        let names: [String] = [
            "-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "protocol.file.allow=always",
        ]
        let process = try GitProcess(environment: Self.environment)
        let output = try process.run(names + arguments, in: other ?? folder)
        guard output.isSuccess else { throw GitError.failed(messages: arguments + output.messages) }
        return output.lines.first ?? ""
    }

    /// Commits files, after what is there already.
    func commit(_ files: [String: String], message: String = "a commit") throws {
        for (path, text) in files { try write(path, text) }
        try git(["add", "--all"])
        try git(["commit", "-q", "--allow-empty", "-m", message])
    }

    func write(_ path: String, _ text: String) throws {
        let url: URL = folder.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Writes a program, which can be run at once.
    ///
    /// A process of its own makes the file: if this one did, a process that another test starts at this moment would hold it
    /// open for writing, and the system runs no file that is.
    func writeProgram(_ path: String, _ text: String) throws {
        try write(path + ".text", text)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", #"cp "$1.text" "$1" && chmod 755 "$1""#, "sh", folder.appending(path: path).path]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// The repository as the code under test sees it.
    func repository(of path: String = "", _ more: [String: String] = [:], current: URL? = nil) throws -> GitRepository {
        try GitRepository(
            of: path.isEmpty ? folder : folder.appending(path: path),
            current: current ?? folder,
            environment: Self.environment.merging(more) { $1 }
        )
    }

    /// The text of a file at a revision; what is said where there is none.
    func text(_ path: String, at source: GitSource) throws -> String {
        try said {
            let tree: GitTree = try repository().tree(source)
            return try tree.text(path)
        }
    }

    /// What a piece of work gives, or what is said where git cannot give it.
    func said(_ work: () throws -> String) throws -> String {
        do {
            return try work()
        } catch let error as GitError {
            return error.diagnostics[0].description.replacing(home.path, with: "~")
        }
    }
}

extension GitTree {
    /// The text of a file, or what is said about it.
    func text(_ path: String) throws -> String {
        var findings = DiagnosticCollector()
        let entry: GitEntry = try existing(at: GitPath(path.split(separator: "/").map(String.init)))
        let file: SourceFile? = try read(entry, into: &findings)
        return file?.text ?? findings.diagnostics.map(\.description).joined(separator: "\n")
    }
}
