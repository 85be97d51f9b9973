import Foundation
import Testing

/// Kills real processes that change the key of a store.
@Suite("A killed rekey", .serialized)
struct RekeyInterruptionTests {
    private func run(_ line: String, _ folder: URL, code: Int32 = 0) throws -> [String] {
        let done = try ScriptRunner.run(CommandScript.Command(line: line, output: [], code: 0), in: folder)
        #expect(done.code == code, "\(line): \(done.output)")
        return done.output
    }

    /// Kills a command as soon as the log of its store has some size, unless it has ended before. Not with `sh`, which may wait for ever
    /// for a process that has.
    private static let script = """
        signal=$1 size=$2
        shift 2
        "$@" & p=$!
        for i in $(seq 500); do
          if [ "$(stat -c %s s.sqlite-wal 2>/dev/null || echo 0)" -ge $size ]; then break; fi
          sleep 0.002
        done
        kill -$signal $p 2>/dev/null
        wait $p 2>/dev/null
        true
        """

    private func project(rows: Int) throws -> URL {
        let folder: URL = try ScriptRunner.makeFolder()
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Schemas/Notes"),
            withIntermediateDirectories: true
        )
        for (path, text) in [
            ("kill.sh", Self.script), ("apus.yaml", "apus: 1\n"), ("old.key", String(repeating: "01", count: 32)),
            ("new.key", String(repeating: "02", count: 32)),
            (
                "Schemas/Notes/Notes.yaml",
                "model: Notes\nentities:\n  Note:\n    attributes:\n      text: { type: string, encrypted: notes }\n"
            ),
        ] {
            try Data(text.utf8).write(to: folder.appending(path: path))
        }
        _ = try run(
            "apus freeze && apus seed s.sqlite --rows \(rows) --seed 3 --key notes=old.key 2> /dev/null",
            folder
        )
        return folder
    }

    /// The number of values that an older key has encrypted. All values can be decrypted.
    private func older(_ folder: URL) throws -> Int {
        let line = "apus verify s.sqlite --keys --key notes=new.key --key notes=old.key"
        return try run(line, folder).compactMap { line in
            line.firstMatch(of: /: (\d+) values? (?:is|are) encrypted with an older key/).flatMap { Int($0.1) }
        }
        .reduce(0, +)
    }

    @Test("Each value has one of the keys, whenever it is killed, and the next run goes on")
    func killed() throws {
        let rows = 20_000
        let folder = try project(rows: rows)
        defer { try? FileManager.default.removeItem(at: folder) }
        let command = "apus rekey s.sqlite --key notes=new.key --key notes=old.key"
        var left = [try older(folder)]
        #expect(left == [rows])
        func kill(_ signal: String, at size: Int) throws -> [String] {
            try run("bash kill.sh \(signal) \(size) \(command)", folder)
        }
        for size in [100_000, 200_000, 300_000] {
            _ = try kill("KILL", at: size)
            left.append(try older(folder))
        }
        #expect(left == left.sorted(by: >), "\(left)")
        #expect(left.contains { 0 < $0 && $0 < rows }, "\(left)")
        // Stopped as a user would, what is done stays as well.
        let stopped = try kill("INT", at: 100_000)
        #expect(stopped.contains { $0.contains("stopped, ") || $0.contains("encrypted again") }, "\(stopped)")
        _ = try run(command, folder)
        #expect(try older(folder) == 0)
        let last = try run("apus verify s.sqlite --keys --key notes=new.key", folder)
        #expect(last.last?.contains("\(rows) values are encrypted with the first key") == true, "\(last)")
        #expect(try run("ls", folder).filter { $0.hasPrefix("s.sqlite") } == ["s.sqlite"])
    }
}
