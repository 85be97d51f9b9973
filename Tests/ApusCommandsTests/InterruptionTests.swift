import Foundation
import Testing

/// Stops real processes, and answers questions on real terminals.
@Suite("Ctrl-C and questions", .serialized)
struct InterruptionTests {
    /// A project with two versions. The second one copies every row and, if `losing`, drops a column.
    private func project(losing: Bool = false) throws -> URL {
        let folder: URL = try ScriptRunner.makeFolder()
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Schemas/Notes"),
            withIntermediateDirectories: true
        )
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Migrations/Notes"),
            withIntermediateDirectories: true
        )
        func write(_ path: String, _ text: String) throws {
            try Data(text.utf8).write(to: folder.appending(path: path))
        }
        let head = "model: Notes\nentities:\n  Note:\n    attributes:\n      text: string\n"
        try write("apus.yaml", "apus: 1\n")
        try write("Schemas/Notes/Notes.yaml", head + "      size: int32\n      old: string?\n")
        try run("apus freeze", folder)
        try write("Schemas/Notes/Notes.yaml", head + "      size: string\n\(losing ? "" : "      old: string?\n")")
        if losing { try write("Migrations/Notes/1-head.yaml", "accept: [Note.old]\n") }
        try run("apus freeze", folder)
        return folder
    }

    @discardableResult
    private func run(_ line: String, _ folder: URL, code: Int32 = 0) throws -> [String] {
        let done = try ScriptRunner.run(CommandScript.Command(line: line, output: [], code: 0), in: folder)
        #expect(done.code == code, "\(line): \(done.output)")
        return done.output
    }

    private func content(_ folder: URL) throws -> [String] {
        try run(
            "sqlite3 s.sqlite 'SELECT version, (SELECT count(*) FROM Note), (SELECT max(typeof(size)) FROM Note) FROM apus_model'",
            folder
        )
    }

    @Test("a signal in the middle of the work undoes it", arguments: ["INT", "TERM"])
    func working(signal: String) throws {
        let folder: URL = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        try run("apus seed s.sqlite --version 1 --rows 1 > log", folder)
        let rows = "WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 400000)"
        try run("sqlite3 s.sqlite \"\(rows) INSERT INTO Note (text, size) SELECT 'text ' || i, i FROM n\"", folder)
        let before: [String] = try content(folder)
        // The log grows as soon as rows are copied, and copying takes far longer than noticing that.
        let output: [String] = try run(
            """
            apus migrate s.sqlite & p=$!; \
            while [ "$(stat -c %s s.sqlite-wal 2>/dev/null || echo 0)" -lt 200000 ] && kill -0 $p 2>/dev/null; do sleep 0.01; done; \
            kill -\(signal) $p; wait $p
            """,
            folder,
            code: 130
        )
        #expect(output.contains { $0.contains("cancelled; the store is unchanged") }, "\(output)")
        #expect(try content(folder) == before)
        #expect(before == ["1|400000|integer"])
        try run("apus verify s.sqlite", folder)
        try run("apus migrate s.sqlite", folder)
        #expect(try content(folder) == ["2|400000|text"])
    }

    @Test("a signal ends seeding, and leaves no draft", arguments: ["INT", "QUIT"])
    func seeding(signal: String) throws {
        let folder: URL = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        let output: [String] = try run(
            """
            apus seed s.sqlite --rows 3000000 & p=$!; \
            while ! ls s.sqlite.new-* > /dev/null 2>&1 && kill -0 $p 2>/dev/null; do sleep 0.01; done; \
            kill -\(signal) $p; wait $p
            """,
            folder,
            code: 130
        )
        #expect(output.contains { $0.contains("cancelled") }, "\(output)")
        #expect(try run("ls", folder).allSatisfy { !$0.hasPrefix("s.sqlite") })
    }

    @Test("a signal ends the wait for a lock")
    func waiting() throws {
        let folder: URL = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        try run("apus seed s.sqlite --version 1 --rows 5 > log; mkfifo hold", folder)
        // The shell holds the lock until its input ends. A process that waits for it has the store's log open.
        let isWaiting = "ls -l /proc/$p/fd 2>/dev/null | grep -q s.sqlite-wal"
        let output: [String] = try run(
            """
            sqlite3 s.sqlite < hold & q=$!; exec 3> hold; echo "BEGIN IMMEDIATE;" >&3; echo ".system echo locked" >&3; \
            echo ".system touch locked" >&3; while [ ! -e locked ] && kill -0 $q; do sleep 0.01; done; \
            apus migrate s.sqlite --wait 100 & p=$!; \
            if [ -d /proc/self ]; then while ! \(isWaiting) && kill -0 $p; do sleep 0.01; done; else sleep 1; fi; \
            kill -INT $p; wait $p; c=$?; exec 3>&-; wait $q; exit $c
            """,
            folder,
            code: 130
        )
        #expect(output.contains("locked"), "\(output)")
        #expect(output.contains { $0.contains("cancelled; the store is unchanged") }, "\(output)")
        #expect(try content(folder) == ["1|5|integer"])
    }

    /// A project and a store from which a column of many texts is still to be dropped.
    private func deferredStore(rows count: Int) throws -> URL {
        let folder = try ScriptRunner.makeFolder()
        try run("mkdir -p Schemas/Notes Migrations/Notes; echo 'apus: 1' > apus.yaml", folder)
        let newer = "model: Notes\nentities:\n  Note:\n    attributes:\n      text: string\n      size: int32\n"
        let schema = folder.appending(path: "Schemas/Notes/Notes.yaml")
        try Data("\(newer)      old: string?\n".utf8).write(to: schema)
        try run("apus freeze && apus seed s.sqlite --at 1 --rows 1", folder)
        let rows = "WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))"
        let insert = "\(rows) INSERT INTO Note (text, size, old) SELECT 'text ' || i, i, 'old ' || i FROM n"
        try run("sqlite3 s.sqlite \"\(insert)\"", folder)
        try Data(newer.utf8).write(to: schema)
        try run("echo 'accept: [Note.old]' > Migrations/Notes/1-head.yaml; apus freeze", folder)
        try run("apus migrate s.sqlite --defer --yes", folder)
        return folder
    }

    @Test("a signal ends --finish, what was done stays, and the next one goes on")
    func finishing() throws {
        let folder = try deferredStore(rows: 400_000)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = try run(
            """
            apus migrate --finish s.sqlite & p=$!; \
            while [ "$(stat -c %s s.sqlite-wal 2>/dev/null || echo 0)" -lt 20000 ] && kill -0 $p 2>/dev/null; do sleep 0.01; done; \
            kill -INT $p; wait $p
            """,
            folder,
            code: 130
        )
        #expect(output.contains("s.sqlite: stopped; what was done stays"), "\(output)")
        #expect(output.contains("  left for later: drop column 'Note.old'"), "\(output)")
        let cleared = try run("sqlite3 s.sqlite 'SELECT cleared > 0 AND cleared < 400000 FROM apus_deferred'", folder)
        #expect(cleared == ["1"])
        try run("apus verify s.sqlite; apus migrate --finish s.sqlite", folder)
        #expect(try content(folder) == ["2|400000|integer"])
    }

    @Test("a signal ends the wait of --finish for a lock")
    func waitingToFinish() throws {
        let folder = try deferredStore(rows: 10)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = try run(
            """
            mkfifo hold; sqlite3 s.sqlite < hold & q=$!; exec 3> hold; echo "BEGIN IMMEDIATE;" >&3; \
            echo ".system touch locked" >&3; while [ ! -e locked ] && kill -0 $q; do sleep 0.01; done; \
            apus migrate --finish s.sqlite --wait 100 & p=$!; sleep 1; \
            kill -INT $p; wait $p; c=$?; exec 3>&-; wait $q; exit $c
            """,
            folder,
            code: 130
        )
        #expect(output.contains("s.sqlite: stopped; what was done stays"), "\(output)")
        #expect(!output.contains { $0.contains("lock") }, "\(output)")
        try run("apus migrate --finish s.sqlite", folder)
    }

    @Test("a signal ends a load that waits for the rest of its rows")
    func loading() throws {
        let folder = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        try run("apus seed s.sqlite --version 1 --rows 5 > log; mkfifo rows.csv", folder)
        // The shell keeps the pipe open. A process that is not ended by the first signal is killed.
        let output = try run(
            """
            exec 3<> rows.csv; printf 'text,size\\na,1\\nb,2\\n' >&3; apus load s.sqlite --entity Note rows.csv & p=$!; sleep 2; \
            kill -INT $p; (sleep 20; kill -9 $p 2> /dev/null) > /dev/null 2>&1 & wait $p
            """,
            folder,
            code: 130
        )
        #expect(output.contains { $0.contains("cancelled; the store is unchanged") }, "\(output)")
        #expect(try content(folder) == ["1|5|integer"])
        try run("printf 'text,size\\na,1\\n' > more.csv; apus load s.sqlite --entity Note more.csv", folder)
        #expect(try content(folder) == ["1|6|integer"])
    }

    @Test("rows on a terminal have no progress between them")
    func dumping() throws {
        let folder = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        try run("apus seed s.sqlite --version 1 --rows 5 > log", folder)
        let output = try run("script -qec 'apus dump s.sqlite --entity Note' /dev/null < /dev/null", folder).joined()
        #expect(output.contains("_id,") && !output.contains("\u{1B}"), "\(output)")
    }

    @Test("progress never exceeds its total, even if most rows are updated in place")
    func progress() throws {
        let folder: URL = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ large: String, _ small: String) throws {
            let text = """
                model: Notes
                entities: { Large: { attributes: { text: \(large) } }, Small: { attributes: { size: \(small) } } }
                """
            try Data(text.utf8).write(to: folder.appending(path: "Schemas/Notes/Notes.yaml"))
            try run("apus freeze", folder)
        }
        try run("mkdir -p Schemas/Notes; echo 'apus: 1' > apus.yaml", folder)
        try write("string?", "int32")
        // A million rows are updated in place, then one row is copied.
        try write("string = none", "string")
        try run("apus seed s.sqlite --at 1 --rows 2 > log", folder)
        let rows = "WITH RECURSIVE n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)"
        try run("sqlite3 s.sqlite \"\(rows) INSERT INTO Large (text) SELECT NULL FROM n\"", folder)
        try run("cp s.sqlite narrow.sqlite; cp s.sqlite dumb.sqlite", folder)
        let output = try migrate("s.sqlite", columns: 100, in: folder)
        let counts = output.matches(of: /([\d,]+)\/([\d,]+) rows/).map { match in
            (done: Int(match.output.1.replacing(",", with: "")), all: Int(match.output.2.replacing(",", with: "")))
        }
        #expect(!counts.isEmpty, "\(output)")
        for (done, all) in counts { #expect(try #require(done) <= #require(all), "\(output)") }
        // A narrow terminal shows less, and a terminal without a cursor whole lines.
        for (columns, text) in [(100, output), (40, try migrate("narrow.sqlite", columns: 40, in: folder))] {
            let lines = text.components(separatedBy: "\r\u{1B}[K").dropFirst()
            #expect(lines.contains { $0.contains("[#") }, "\(text)")
            // The last one is cleared, and the result follows.
            #expect(lines.dropLast().allSatisfy { $0.count < columns }, "\(text)")
            #expect(lines.last?.contains("rows written") == true, "\(text)")
            let parts = text.matches(of: /(\d+) %/).compactMap { Int($0.output.1) }
            #expect(parts == parts.sorted() && parts.allSatisfy { $0 <= 100 } && !parts.isEmpty, "\(text)")
        }
        let dumb = try migrate("dumb.sqlite", columns: 100, in: folder, term: "dumb")
        #expect(!dumb.contains("\u{1B}") && dumb.contains("rows written"), "\(dumb)")
    }

    private func migrate(_ store: String, columns: Int, in folder: URL, term: String = "xterm") throws -> String {
        let command = "stty cols \(columns); TERM=\(term) apus migrate \(store)"
        return try run("script -qec '\(command)' /dev/null < /dev/null", folder).joined(separator: "\n")
    }

    @Test("a signal clears the line of progress before anything else is printed")
    func interruptedProgress() throws {
        let folder = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        try ScriptRunner.write(
            """
            apus seed s.sqlite --rows 3000000 & p=$!
            while ! ls s.sqlite.new-* > /dev/null 2>&1 && kill -0 $p 2> /dev/null; do sleep 0.01; done
            sleep 0.5; kill -INT $p; wait $p
            """,
            to: "stop.sh",
            in: folder
        )
        let output = try run("TERM=xterm script -qec 'sh stop.sh' /dev/null < /dev/null", folder, code: 130)
            .joined(separator: "\n")
        let lines = output.components(separatedBy: "\r\u{1B}[K")
        #expect(lines.count > 1 && lines.last?.hasPrefix("s.sqlite: ") == true, "\(output)")
        #expect(lines.last?.contains("cancelled") == true, "\(output)")
    }

    @Test("on a terminal, losses must be confirmed, and the answer counts", arguments: ["n", "", "y", "yes"])
    func question(answer: String) throws {
        let folder: URL = try project(losing: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try run("apus seed s.sqlite --version 1 --rows 5 > log", folder)
        let isYes = answer.hasPrefix("y")
        let output: [String] = try run(
            "printf '\(answer)\\n' | script -qec 'apus migrate s.sqlite' /dev/null",
            folder,
            code: isYes ? 0 : 3
        )
        #expect(
            output.contains { $0.contains("Note.old, 1 → 2, accepted in Migrations/Notes/1-2.yaml:1:10") },
            "\(output)"
        )
        #expect(try content(folder) == [isYes ? "2|5|text" : "1|5|integer"])
    }

    @Test(
        "with --yes, or without a terminal, there is no question",
        arguments: [
            "script -qec 'apus migrate s.sqlite --yes' /dev/null < /dev/null", "apus migrate s.sqlite",
        ]
    )
    func notAsked(command: String) throws {
        let folder: URL = try project(losing: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try run("apus seed s.sqlite --version 1 --rows 5 > log", folder)
        let output: [String] = try run(command, folder)
        #expect(!output.contains { $0.contains("[y/N]") }, "\(output)")
        #expect(try content(folder) == ["2|5|text"])
    }
}
