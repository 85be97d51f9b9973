import Foundation
import Testing

/// Files that are not stores, or stores that cannot be used: each gets its own message and exit code 4, and no byte of
/// it or its folder changes.
@Suite("Hostile stores")
struct HostileStoreTests {
    /// A file with the messages of the commands.
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Makes the file `$F` from the good store `good.sqlite`.
        let command: String
        /// The message of every command that cannot use it.
        let says: String
        /// The commands that can use it nevertheless, with their exit codes.
        let others: [String: Int32]
        /// Whether the commands run without root's privileges.
        let isUnprivileged: Bool

        init(
            _ name: String,
            _ command: String,
            says: String,
            except others: [String: Int32] = [:],
            isUnprivileged: Bool = false
        ) {
            (testDescription, self.command, self.says, self.others) = (name, command, says, others)
            self.isUnprivileged = isUnprivileged
        }
    }

    static let commands: [String] = ["status", "verify", "inspect", "plan", "migrate"]

    /// The commands that only read can use a file that is not writable.
    private static let looking: [String: Int32] = ["status": 0, "verify": 0, "inspect": 0, "plan": 0]

    static let samples: [Sample] = [
        Sample("missing", "true", says: "error: there is no such file"),
        Sample("a link to nothing", "ln -s nowhere $F", says: "error: the link's target does not exist"),
        Sample("a link to itself", "ln -s $F $F", says: "error: the link's target does not exist"),
        Sample(
            "a folder",
            "mkdir $F",
            says: "error: this is a folder",
            except: ["status": 4, "verify": 4, "migrate": 4, "plan": 2]
        ),
        // It has no writer, so opening it for reading would block for ever.
        Sample("a pipe", "mkfifo $F", says: "error: this is a pipe, a socket or a device"),
        Sample("a device", "ln -s /dev/zero $F", says: "error: this is a pipe, a socket or a device"),
        Sample("empty", ": > $F", says: "error: the file is empty"),
        Sample("a text", "cp apus.yaml $F", says: "error: this is not an SQLite database"),
        Sample("only the first word", "head -c 16 good.sqlite > $F", says: "error: this is not an SQLite database"),
        Sample(
            "the first word and noise",
            "{ head -c 16 good.sqlite; yes '¥' | head -c 9000; } > $F",
            says: "error: this is not an SQLite database"
        ),
        Sample(
            "another database",
            "sqlite3 $F 'CREATE TABLE t (x)'",
            says: "error: this SQLite database was not made by"
        ),
        Sample(
            "another database with a log",
            """
            sqlite3 x 'PRAGMA journal_mode = WAL; CREATE TABLE t (x)' ".system cp x $F; cp x-wal $F-wal"
            """,
            says: "error: this SQLite database was not made by Apus"
        ),
        Sample(
            "another database with a journal",
            """
            sqlite3 x 'CREATE TABLE t (x); BEGIN; INSERT INTO t VALUES (1)' ".system cp x $F; cp x-journal $F-journal"
            """,
            says: "error: this SQLite database was not made by Apus"
        ),
        Sample(
            "a newer format",
            "cp good.sqlite $F; sqlite3 $F 'PRAGMA user_version = 99'",
            says: "error: the store has format 99, but this version of Apus supports only formats up to"
        ),
        Sample(
            "another model's",
            "cp good.sqlite $F; sqlite3 $F \"UPDATE apus_model SET model = 'Other', schema = replace(schema, 'Notes', 'Other')\"",
            says: "error: the store does not contain the model 'Notes', but 'Other'",
            except: ["status": 0, "verify": 0, "inspect": 0]
        ),
        Sample(
            "of a newer version",
            "cp good.sqlite $F; sqlite3 $F \"UPDATE apus_model SET version = '99'\"",
            says: "error: the store is at version 99, which this history does not have",
            except: ["status": 0, "verify": 0, "inspect": 0]
        ),
        Sample(
            "without metadata",
            "cp good.sqlite $F; sqlite3 $F 'DROP TABLE apus_model'",
            says: "error: the store's metadata cannot be read: there is no table 'apus_model'"
        ),
        Sample(
            "without a model",
            "cp good.sqlite $F; sqlite3 $F 'DELETE FROM apus_model'",
            says: "error: the store"
        ),
        Sample(
            "truncated",
            "head -c 9000 good.sqlite > $F",
            says: "error: the store is truncated: it has 9000"
        ),
        Sample(
            "damaged",
            "{ head -c 4096 good.sqlite; tail -c +4097 good.sqlite | tr '\\0-\\377' '\\245'; } > $F",
            says: "error: the store is damaged: database disk image is malformed"
        ),
        Sample(
            "an interrupted transaction",
            """
            cp good.sqlite x; sqlite3 x 'PRAGMA journal_mode = DELETE; PRAGMA cache_size = 5; BEGIN; UPDATE Note SET text = 1' \
            ".system cp x $F; cp x-journal $F-journal"
            """,
            says: "error: the store needs recovery: an interrupted transaction has",
            // It rolls the transaction back.
            except: ["migrate": 0]
        ),
        Sample(
            "no permission",
            "cp good.sqlite $F; chmod 0 $F",
            says: "error: the file may not be read",
            isUnprivileged: true
        ),
        Sample(
            "in a folder without permission",
            "mkdir d; chmod 755 d; cp good.sqlite d/s; ln -s d/s $F; chmod 0 d",
            says: "error: ",
            isUnprivileged: true
        ),
        Sample(
            "a read-only file",
            "cp good.sqlite $F; chmod 444 $F; chmod 777 .",
            says: "error: the store or its folder is not writable",
            except: looking,
            isUnprivileged: true
        ),
        Sample(
            "a read-only folder",
            "mkdir -p d; cp good.sqlite d/s; chmod 666 d/s; chmod 555 d; ln -s d/s $F",
            says: "error: the store or its folder is not writable",
            except: looking,
            isUnprivileged: true
        ),
        Sample(
            "a log in a read-only folder",
            """
            mkdir d; cp good.sqlite x; sqlite3 x "DELETE FROM Note WHERE _id > 2" ".system cp x d/s; cp x-wal d/s-wal"; \
            chmod 666 d/*; chmod 555 d; ln -s d/s $F
            """,
            says: "error: the newest changes are in the '-wal' file, which cannot be read here",
            except: ["migrate": 4],
            isUnprivileged: true
        ),
    ]

    @Test(
        "Is refused and not changed",
        arguments: samples.filter { !$0.isUnprivileged || ScriptRunner.canDropPrivileges }
    )
    func refused(sample: Sample) throws {
        // Large enough that the transaction writes to the file before it ends.
        let folder: URL = try project(rows: 2000)
        defer { remove(folder) }
        _ = try run("chmod 755 .", in: folder)
        let made = try run("F=s.sqlite; \(sample.command); rm -f x x-wal x-shm x-journal", in: folder)
        try #require(made.code == 0, "\(made.output)")
        let prefix: String = sample.isUnprivileged ? ScriptRunner.unprivileged : ""
        for command in Self.commands {
            let before: [String: Data?] = try contents(of: folder)
            let result = try run("\(prefix)timeout 60 apus \(command) s.sqlite", in: folder)
            let expected: Int32 = sample.others[command] ?? 4
            #expect(result.code == expected, "\(command): \(result.output)")
            if sample.others[command] == nil {
                #expect(result.output.contains { $0.hasPrefix("s.sqlite: " + sample.says) }, "\(result.output)")
                #expect(result.output.contains { $0.hasPrefix("  help: ") }, "\(result.output)")
            }
            if expected == 4 || command != "migrate" {
                #expect(try contents(of: folder) == before, "\(command) left a trace")
            }
        }
    }

    @Test("The lock of another process is awaited, then the store is refused", arguments: ["status", "migrate"])
    func locked(command: String) throws {
        let folder: URL = try project()
        defer { remove(folder) }
        _ = try run("sqlite3 good.sqlite 'PRAGMA journal_mode = DELETE'", in: folder)
        let before: [String: Data?] = try contents(of: folder)
        // The shell holds the lock until its input ends, which is after the command.
        let hold = """
            mkfifo hold; sqlite3 good.sqlite < hold & q=$!; exec 3> hold; \
            echo "BEGIN EXCLUSIVE;" >&3; echo ".system touch locked" >&3; \
            while [ ! -e locked ] && kill -0 $q; do sleep 0.01; done; rm locked hold
            """
        let result = try run(
            "\(hold); apus \(command) good.sqlite; code=$?; exec 3>&-; wait $q; exit $code",
            in: folder
        )
        #expect(result.code == 4)
        #expect(
            result.output == [
                "good.sqlite: error: another process has locked the store",
                "  help: close it in the other process, then try again",
            ]
        )
        #expect(try contents(of: folder) == before)
    }

    @Test("A log that a crash left behind is read, and left to the next writer")
    func leftLog() throws {
        let folder: URL = try project()
        defer { remove(folder) }
        let made: String =
            "sqlite3 good.sqlite 'DELETE FROM Note WHERE _id > 2' '.system cp good.sqlite s; cp good.sqlite-wal s-wal'"
        _ = try run("\(made); rm good.sqlite", in: folder)
        let before: [String: Data?] = try contents(of: folder)
        for command in ["status", "verify", "inspect", "plan"] {
            let result = try run("apus \(command) s", in: folder)
            #expect(result.code == 0, "\(result.output)")
            if command == "status" { #expect(result.output.contains("  2 Note")) }
            // SQLite may recreate the log's index at any time.
            var after: [String: Data?] = try contents(of: folder)
            after["s-shm"] = nil
            #expect(after == before, "\(command)")
        }
        #expect(try run("apus migrate s", in: folder).code == 0)
        #expect(try run("sqlite3 s 'SELECT count(*) FROM Note'", in: folder).output == ["2"])
    }

    @Test("A full disk")
    func fullDisk() throws {
        let folder: URL = try project(rows: 2000)
        defer { remove(folder) }
        let before: [String: Data?] = try contents(of: folder)
        // In blocks of 512 bytes: enough to open the store, but not to migrate it.
        let result = try run("ulimit -f 90; trap '' XFSZ; apus migrate good.sqlite 2>&1 | cat", in: folder)
        let error = result.output.first { $0.hasPrefix("good.sqlite: error: the disk cannot be written: ") }
        #expect(
            error?.hasSuffix("; no file of this process may have more than 46080 bytes (ulimit -f)") == true,
            "\(result)"
        )
        #expect(try contents(of: folder) == before)
    }

    @Test("The limit of the size of files is a reason that is reported, and nothing half written is left")
    func fileSizeLimit() throws {
        let folder: URL = try project(rows: 10)
        defer { remove(folder) }
        let before: [String: Data?] = try contents(of: folder)
        let commands: [(blocks: Int, command: String, code: Int32)] = [
            (90, "seed big.sqlite --rows 60000", 4), (0, "init --project other --model Other", 2),
            (0, "export --format xcdatamodeld --output out.xcdatamodeld", 2), (0, "migrate good.sqlite", 4),
            (0, "migrate good.sqlite --backup", 4), (0, "generate --output out/classes", 2),
        ]
        for (blocks, command, code) in commands {
            let result = try run("(ulimit -f \(blocks); apus \(command); echo $?) 2>&1 | cat", in: folder)
            #expect(result.output.last == "\(code)", "\(command): \(result.output)")
            #expect(result.output.contains { $0.contains("file size limit") }, "\(command): \(result.output)")
            var after = try contents(of: folder)
            // Empty files of a log mean nothing.
            for suffix in ["-wal", "-shm"] { after["good.sqlite" + suffix] = nil }
            #expect(after == before, "\(command)")
        }
    }

    @Test("A disk without any free space", .enabled(if: ScriptRunner.canMount, "nothing can be mounted here"))
    func insufficientSpace() throws {
        let folder: URL = try project(rows: 100)
        let disk = "disk"
        let mounted = try run("mkdir \(disk) && mount -t tmpfs -o size=200k none \(disk)", in: folder)
        defer {
            if mounted.code == 0 { _ = try? run("umount \(disk)", in: folder) }
            remove(folder)
        }
        try #require(mounted.code == 0)
        _ = try run("cp good.sqlite disk/s; cat /dev/zero > disk/zeros", in: folder)
        let before: [String: Data?] = try contents(of: folder)
        for command in Self.commands + ["plan --sql", "migrate --dry-run"] {
            let result = try run("apus \(command) disk/s", in: folder)
            let isRefused = command.hasPrefix("plan") || command.hasPrefix("migrate")
            #expect(result.code == (isRefused ? 4 : 0), "\(command): \(result.output)")
            #expect(try contents(of: folder) == before, "\(command)")
            guard isRefused else { continue }
            #expect(
                result.output == [
                    "disk/s: error: the disk is full",
                    "  help: free some disk space, then try again; nothing was changed",
                ]
            )
        }
        _ = try run("mount -o remount,ro disk", in: folder)
        for command in ["status", "verify", "inspect", "plan"] {
            let result = try run("apus \(command) disk/s", in: folder)
            #expect(result.code == 0, "\(command): \(result.output)")
        }
    }

    @Test(
        "No name means something special",
        arguments: [
            "a?b=c#d%20e", "file:x?mode=memory", ":memory:", "white space", "Zürich 🚂", "-dash", "a*b[c]", "it's \"q\"",
        ]
    )
    func names(name: String) throws {
        let folder: URL = try project()
        defer { remove(folder) }
        let path = "'\(name.replacing("'", with: "'\\''"))'"
        _ = try run("mv good.sqlite ./\(path)", in: folder)
        let before: [String: Data?] = try contents(of: folder)
        for command in ["status", "verify", "inspect", "plan"] {
            // With a colon, 'apus plan' takes it for a schema in git.
            let path: String = command == "plan" ? "./\(path)" : path
            let result = try run("apus \(command) -- \(path)", in: folder)
            #expect(result.code == 0, "\(command): \(result.output)")
            #expect(result.output.first?.contains(name) == true)
            #expect(try contents(of: folder) == before)
        }
        let result = try run("apus migrate -- \(path)", in: folder)
        #expect(result.output.last?.hasPrefix("\(name): migrated from 1 to 2") == true, "\(result.output)")
        #expect(try contents(of: folder).keys.sorted() == before.keys.sorted())
    }

    /// A folder with a project of two versions and a store at the first one.
    private func project(rows: Int = 4) throws -> URL {
        let folder: URL = try ScriptRunner.makeFolder()
        let entity = "model: Notes\nentities:\n  Note:\n    attributes:\n      text: string"
        let made = try run(
            """
            printf 'apus: 1\\n' > apus.yaml; mkdir -p Schemas/Notes; printf '\(entity)?\\n' > Schemas/Notes/Notes.yaml; \
            apus freeze; printf '\(entity) = none\\n' > Schemas/Notes/Notes.yaml; apus freeze; \
            apus seed good.sqlite --version 1 --rows \(rows)
            """,
            in: folder
        )
        try #require(made.code == 0, "\(made.output)")
        return folder
    }

    private func run(_ line: String, in folder: URL) throws -> CommandScript.Command {
        try ScriptRunner.run(CommandScript.Command(line: line), in: folder)
    }

    private func remove(_ folder: URL) {
        _ = try? run("chmod -R u+rwX .", in: folder)
        try? FileManager.default.removeItem(at: folder)
    }

    /// The contents of a folder by path. Only files have content.
    private func contents(of folder: URL) throws -> [String: Data?] {
        var files: [String: Data?] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let url: URL = folder.appending(path: path)
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            let isFile = attributes[.type] as? FileAttributeType == .typeRegular
            files.updateValue(isFile ? try Data(contentsOf: url) : nil, forKey: path)
        }
        return files
    }
}
