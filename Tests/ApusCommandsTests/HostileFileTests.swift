import Foundation
import Testing

/// Malicious files: `apus check` reports what is wrong, with little memory and in bounded time.
@Suite("Hostile files")
struct HostileFileTests {
    /// How the file is made.
    enum Source: Sendable {
        case text(@Sendable () -> String)
        case bytes(@Sendable () -> [UInt8])
        /// A command that makes the file `$F`.
        case command(String)
    }

    /// A file with its expected output.
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let source: Source
        /// A part of the output.
        let says: String
        /// What is said of a file in a project, if that is something else.
        let inProject: String?
        let code: Int32
        /// Whether it takes many seconds at full size: with `APUS_SCALE=10`, as in `Scripts/nightly`.
        let isLarge: Bool

        init(
            _ name: String,
            _ source: Source,
            says: String,
            inProject: String? = nil,
            code: Int32 = 2,
            isLarge: Bool = false
        ) {
            testDescription = name
            (self.source, self.says, self.inProject, self.code, self.isLarge) = (source, says, inProject, code, isLarge)
        }
    }

    /// The memory limit in kilobytes: enough for the program, its libraries, and the tree of the largest readable file.
    private static let memory: Int = 3_000_000
    /// The time limit in seconds: far more than any file takes, so that only an endless run reaches it.
    private static let patience: Int = 240

    @Test("As a file argument", arguments: samples)
    func named(sample: Sample) throws {
        try check(sample, at: "T.yaml", command: "apus check T.yaml", says: sample.says)
    }

    @Test("As a project's head", arguments: samples.filter { !$0.isLarge })
    func head(sample: Sample) throws {
        let says = sample.inProject ?? sample.says
        try check(sample, at: "Schemas/T/T.yaml", command: "apus check", says: says)
    }

    @Test("A file's name may contain any character")
    func names() throws {
        let folder: URL = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["two\nlines.yaml", "'quote\".yaml", "-dash.yaml", "\u{1B}[31m.yaml", "a:1:2.yaml", " .yaml"] {
            try Data("modell: T\nentities: {}\n".utf8).write(to: folder.appending(path: name))
            let arguments = "-- '\(name.replacing("'", with: "'\\''"))'"
            let result = try ScriptRunner.run(CommandScript.Command(line: "apus check \(arguments)"), in: folder)
            #expect(result.code == 2, "\(name.debugDescription)")
            let shown: String =
                name.replacing("\n", with: "\\u{A}").replacing("\u{1B}", with: "\\u{1B}")
            #expect(
                result.output.first == "\(shown):1:1: error: 'modell' is not a key of a model",
                "\(name.debugDescription)"
            )
        }
    }

    @Test(
        "A file that may not be read, or not be written",
        .enabled(if: ScriptRunner.canDropPrivileges, "root cannot become another user here")
    )
    func rights() throws {
        let folder: URL = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let prefix: String = ScriptRunner.unprivileged
        func run(_ line: String) throws -> CommandScript.Command {
            try ScriptRunner.run(CommandScript.Command(line: line), in: folder)
        }
        let text = "model: T\nentities: { A: { atributes: { a: string } } }\n"
        try Data(text.utf8).write(to: folder.appending(path: "T.yaml"))
        _ = try run("chmod 777 .; chmod 0 T.yaml")
        #expect(
            try run("\(prefix)apus check T.yaml").output == [
                "T.yaml: error: the file cannot be read: permission denied", "  help: check its permissions",
                "1 error in 1 file",
            ]
        )
        _ = try run("chmod 444 T.yaml")
        let fixed = try run("\(prefix)apus check --fix T.yaml")
        #expect(fixed.code == 2)
        #expect(
            fixed.output == [
                "T.yaml: error: the file is write-protected, so nothing was fixed",
                "  help: make it writable, or run without '--fix'",
            ]
        )
        _ = try run("chmod 666 T.yaml; chmod 555 .")
        let locked = try run("\(prefix)apus check --fix T.yaml")
        #expect(locked.code == 2)
        #expect(locked.output.first?.hasPrefix("T.yaml: error: cannot write it: ") == true)
        #expect(try String(contentsOf: folder.appending(path: "T.yaml"), encoding: .utf8) == text)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["T.yaml"])
    }

    private func check(_ sample: Sample, at path: String, command: String, says: String) throws {
        let folder: URL = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let url: URL = folder.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("apus: 1\n".utf8).write(to: folder.appending(path: "apus.yaml"))
        switch sample.source {
        case .text(let text): try Data(text().utf8).write(to: url)
        case .bytes(let bytes): try Data(bytes()).write(to: url)
        case .command(let line):
            let made = try ScriptRunner.run(CommandScript.Command(line: "F='\(path)'; \(line)"), in: folder)
            try #require(made.code == 0, "\(made.output)")
        }
        let before: [String] = try names(in: folder)
        let limits = "ulimit -v \(Self.memory); ulimit -c 0; timeout \(Self.patience)"
        let result = try ScriptRunner.run(CommandScript.Command(line: "\(limits) \(command)"), in: folder)
        // 124 is a timeout, 128 and above a crash.
        #expect(result.code == sample.code, "\(result.output.prefix(4))")
        #expect(
            result.output.contains { $0.contains(says) },
            "\(result.output.prefix(4).map { $0.prefix(300) })"
        )
        #expect(result.output.count < 5000 && result.output.allSatisfy { $0.count < 1500 })
        #expect(try names(in: folder) == before)
    }

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    }
}
