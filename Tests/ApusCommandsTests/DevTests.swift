import Foundation
import Testing

/// `apus dev` as a real process that watches real files.
@Suite("Watching a model", .serialized)
struct DevTests {
    private static let head = "model: Notes\nentities:\n  Note:\n    attributes:\n      title: string\n"

    /// A process that watches, with its output in a file.
    private struct Watching {
        let folder: URL
        let process: Process

        var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }

        /// Waits for a text in the output, as often as that.
        func wait(for text: String, count: Int = 1) -> Bool {
            let end = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < end {
                if log.components(separatedBy: text).count > count { return true }
                if !process.isRunning { return false }
                usleep(20_000)
            }
            return false
        }
    }

    private func watch() throws -> Watching {
        let folder = try ScriptRunner.makeFolder()
        try ScriptRunner.write("apus: 1\ncodegen: { output: Models }\n", to: "apus.yaml", in: folder)
        try ScriptRunner.write(Self.head, to: "Schemas/Notes/Notes.yaml", in: folder)
        try ScriptRunner.write("", to: "log", in: folder)
        let process = Process()
        process.executableURL = ScriptRunner.products.appending(path: "apus")
        process.arguments = ["dev", "dev.sqlite", "--rows", "9"]
        process.currentDirectoryURL = folder
        let log = try FileHandle(forWritingTo: folder.appending(path: "log"))
        (process.standardOutput, process.standardError) = (log, log)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return Watching(folder: folder, process: process)
    }

    private func rows(_ sql: String, _ folder: URL) throws -> [String] {
        try ScriptRunner.run(CommandScript.Command(line: "sqlite3 dev.sqlite \"\(sql)\""), in: folder).output
    }

    @Test("the classes and the store follow each edit, an error stops nothing, and Ctrl-C ends it")
    func life() throws {
        let watching = try watch()
        let folder = watching.folder
        defer {
            if watching.process.isRunning { kill(watching.process.processIdentifier, SIGKILL) }
            try? FileManager.default.removeItem(at: folder)
        }
        let model = "Schemas/Notes/Notes.yaml"
        #expect(watching.wait(for: "dev.sqlite made with 9 rows"), "\(watching.log)")
        let before = try rows("SELECT group_concat(title) FROM Note", folder)
        // A new attribute.
        try ScriptRunner.write(Self.head + "      stars: int32 = 3\n", to: model, in: folder)
        #expect(watching.wait(for: "dev.sqlite migrated"), "\(watching.log)")
        #expect(try rows("SELECT count(*), min(stars) FROM Note", folder) == ["9|3"])
        let classes = try String(
            contentsOf: folder.appending(path: "Models/Note+ApusProperties.swift"),
            encoding: .utf8
        )
        #expect(classes.contains("stars"), "\(classes)")
        // A broken file: the finding is printed, and the store stays.
        try ScriptRunner.write(Self.head + "      stars: int33 = 3\n", to: model, in: folder)
        #expect(watching.wait(for: "Schemas/Notes/Notes.yaml:6:14: error: "), "\(watching.log)")
        // A loss: refused, and no row is touched.
        try ScriptRunner.write(Self.head.replacing("title", with: "name"), to: model, in: folder)
        #expect(watching.wait(for: "dev.sqlite unchanged"), "\(watching.log)")
        #expect(try rows("SELECT group_concat(title) FROM Note", folder) == before)
        // The rename that was meant.
        let renamed = Self.head.replacing("title: string", with: "name: { type: string, originalName: title }")
        try ScriptRunner.write(renamed + "      stars: int32 = 3\n", to: model, in: folder)
        #expect(watching.wait(for: "dev.sqlite migrated", count: 2), "\(watching.log)")
        #expect(try rows("SELECT group_concat(name) FROM Note", folder) == before)
        kill(watching.process.processIdentifier, SIGINT)
        watching.process.waitUntilExit()
        #expect(watching.process.terminationReason == .exit)
        #expect(watching.process.terminationStatus == 0)
    }

    @Test("a store that is deleted is made again, and what is written to it is no change")
    func deleted() throws {
        let watching = try watch()
        let folder = watching.folder
        defer {
            if watching.process.isRunning { kill(watching.process.processIdentifier, SIGKILL) }
            try? FileManager.default.removeItem(at: folder)
        }
        #expect(watching.wait(for: "dev.sqlite made with 9 rows"), "\(watching.log)")
        _ = try rows("UPDATE Note SET title = 'mine'", folder)
        try FileManager.default.removeItem(at: folder.appending(path: "dev.sqlite"))
        #expect(watching.wait(for: "dev.sqlite made with 9 rows", count: 2), "\(watching.log)")
        #expect(!watching.log.contains("dev.sqlite unchanged"), "\(watching.log)")
    }
}
