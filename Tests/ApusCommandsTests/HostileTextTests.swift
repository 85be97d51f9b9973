import Foundation
import Testing

/// Names and texts of a store, a model or a file that would control the terminal, forge a line or hide a part of
/// themselves: every command shows them in every format, with escapes.
@Suite("Hostile text")
struct HostileTextTests {
    /// The characters: escape sequences, line breaks, changes of direction, characters without a width.
    static let scalars: [Unicode.Scalar] = [
        "\u{1B}", "\n", "\r", "\u{7}", "\u{7F}", "\u{85}", "\u{9B}", "\u{2028}", "\u{202E}", "\u{2066}", "\u{200B}",
        "\u{FEFF}", "\u{3164}", "\u{2800}",
    ]

    /// A text with all of them. In a line of output of its own, its last part would be a forged line.
    static let text = "x\(String(String.UnicodeScalarView(scalars)))\nFORGED"

    /// The text in a string of YAML.
    static let escaped =
        scalars.reduce("x") { text, scalar in
            text + "\\u" + String(String(scalar.value + 0x10000, radix: 16).dropFirst())
        } + "\\nFORGED"

    static let model = """
        model: T
        entities:
          A:
            documentation: "\(escaped)"
            userInfo: { "\(escaped)": "\(escaped)" }
            table: "\(escaped)"
            hashModifier: "\(escaped)"
            attributes:
              a: { type: string, column: "\(escaped)", documentation: "\(escaped)\\0" }
              b: { type: string, pattern: "\(escaped)?.*" }
              c: E
              d: { type: string, default: "\(escaped)" }
        enums:
          E: { documentation: "\(escaped)", cases: { one: "\(escaped)", two: "2" } }

        """

    @Test("A model")
    func inModel() throws {
        let folder = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        try run(["check", "check --format json", "check --format github", "freeze"], in: folder)
        try write(Self.model.replacing("two: \"2\"", with: "two: \"3\"").replacing("b: {", with: "b1: {"), in: folder)
        try run(
            [
                "check", "check --format json", "check --format github", "generate --print", "generate --output out",
                "generate --output out --check",
            ],
            in: folder
        )
        try run(
            ["diff", "plan 1 --to head"].flatMap { command in formats.map { "\(command) --format \($0)" } },
            in: folder
        )
        try run(
            ["html", "svg", "mermaid", "dot"].flatMap { ["diff --format \($0)", "show --format \($0)"] }
                + ["show --format dbml", "show --history", "log", "log --format markdown", "log --format json"],
            in: folder
        )
        try write(Self.model.replacing("hashModifier", with: Self.quoted), in: folder)
        try run(["check", "check --format json", "check --format github"], in: folder)
        try write(
            Self.model.replacing("c: E", with: "\(Self.quoted): { type: int16, default: \(Self.quoted) }"),
            in: folder
        )
        try run(["check", "check --format json", "check --format github"], in: folder)
        for (type, key) in [("codable", "swiftType"), ("transformable", "transformer")] {
            let attribute = "c: { type: \(type), \(key): \(Self.quoted) }"
            try write(Self.model.replacing("c: E", with: attribute), in: folder)
            try run(["check", "generate --print"], in: folder)
            let source = try ScriptRunner.run(CommandScript.Command(line: "apus check"), in: folder)
            let problem = "the \(key) of 'A.c' contains the invisible character '\\u{1B}'"
            #expect(source.output.contains { $0.contains(problem) }, "\(source.output)")
        }
        try write(Self.model, in: folder)
        for name in ["Schemas/T/versions", "Migrations/T"] {
            let file = folder.appending(path: name).appending(path: "\(Self.text.replacing("/", with: "")).yaml")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data("\u{1B}: 1".utf8).write(to: file)
        }
        try run(["check", "check --format json", "check --format github", "plan 1"], in: folder)
    }

    @Test("A store's own tables, columns, values and log")
    func inStore() throws {
        let folder = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        try run(["freeze", "seed s --rows 5", "seed t --rows 5 --format json"], in: folder)
        let text = "extra" + Self.text
        try sql(
            """
            CREATE TABLE "\(text)" (a); CREATE INDEX "\(text)i" ON "\(text)" (a);
            CREATE VIEW "\(text)v" AS SELECT '\(text)';
            CREATE TRIGGER "\(text)t" AFTER INSERT ON "\(text)" BEGIN SELECT '\(text)'; END;
            ALTER TABLE "\(text)" ADD COLUMN "\(text)";
            DROP TRIGGER IF EXISTS x;
            INSERT INTO apus_log (model, from_version, to_version, finished_at, seconds, rows_written, summary)
              VALUES ('T', '\(text)', '\(text)', '\(text)', 1, 1, '\(text)');
            """,
            in: folder
        )
        try run(["status s --format json > status.json"], in: folder)
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "status.json")))
        let migrations = (json as? [[String: Any]])?.first?["migrations"] as? [[String: Any]]
        #expect((migrations?.first?["summary"] as? String)?.utf8.elementsEqual(text.utf8) == true, "JSON is exact")
        try write(
            Self.model.replacing("d: {", with: "e: int16?\n      d: {").replacing(
                "a: { type: string",
                with: "a: { type: data?"
            ),
            in: folder
        )
        try run(Self.commands, in: folder)
        try sql("PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '')", in: folder)
        try run(Self.commands, in: folder)
    }

    @Test(
        "A store's description of itself",
        arguments: ["model", "version", "digest", "attributes", "entity", "everything"]
    )
    func inDescription(place: String) throws {
        let folder = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        try run(["freeze", "seed s --rows 5"], in: folder)
        let json = String(
            String(decoding: try JSONEncoder().encode(Self.text), as: UTF8.self).dropFirst().dropLast()
        )
        .replacing("'", with: "''")
        let change: String =
            switch place {
            case "attributes":
                "schema = replace(replace(schema, '\"name\":\"a\"', '\"name\":\"\(json)a\"'), '\"b\"', '\"\(json)b\"')"
            case "entity": "schema = replace(schema, '\"name\":\"A\"', '\"name\":\"\(json)\"')"
            case "everything": "model = '\(Self.text)', schema = replace(schema, '\"T\"', '\"\(json)\"')"
            default: "\(place) = '\(Self.text)'"
            }
        try sql("UPDATE apus_model SET \(change)", in: folder)
        try write(Self.model.replacing("d: {", with: "e: int16?\n      d: {"), in: folder)
        try run(Self.commands, in: folder)
    }

    @Test("A Core Data model")
    func inCoreDataModel() throws {
        let folder = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let text =
            Self.scalars.filter { $0.value >= 0x20 || $0 == "\n" || $0 == "\r" }
            .reduce("x") { "\($0)&#\($1.value);" } + "&#10;FORGED"
        let xml = """
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                <entity name="\(text)" syncable="YES"><attribute name="\(text)" attributeType="\(text)"/></entity>
                <entity name="B" hashModifier="\(text)"><userInfo><entry key="\(text)" value="\(text)"/></userInfo></entity>
            </model>
            """
        let bundle = folder.appending(path: "T\u{1B}\u{202E}\nFORGED.xcdatamodel")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        try Data(xml.utf8).write(to: bundle.appending(path: "contents"))
        try run(["import T*.xcdatamodel", "import T*.xcdatamodel --order *"], in: folder)
    }

    private static let quoted = "\"\(escaped)\""

    private let formats = ["text", "json", "markdown"]

    private static let commands: [String] =
        ["status s", "verify s", "inspect s"].flatMap { [$0, "\($0) --format json"] }
        + ["plan s", "plan s --head"].flatMap { command in
            ["text", "json", "markdown"].map { "\(command) --format \($0)" }
        }
        + [
            "plan s --head --sql", "diff s head", "diff s head --format json", "diff s head --format markdown",
            "migrate s --head --dry-run", "migrate s --head --dry-run --format json", "seed s",
        ]

    /// A folder with a project that has the model.
    func project() throws -> URL {
        let folder = try ScriptRunner.makeFolder()
        let schemas = folder.appending(path: "Schemas/T")
        try FileManager.default.createDirectory(at: schemas, withIntermediateDirectories: true)
        try Data("apus: 1\n".utf8).write(to: folder.appending(path: "apus.yaml"))
        try write(Self.model, in: folder)
        return folder
    }

    func write(_ model: String, in folder: URL) throws {
        try Data(model.utf8).write(to: folder.appending(path: "Schemas/T/T.yaml"))
    }

    func sql(_ text: String, in folder: URL) throws {
        try Data(text.utf8).write(to: folder.appending(path: "change.sql"))
        let made = try ScriptRunner.run(CommandScript.Command(line: "sqlite3 s < change.sql"), in: folder)
        #expect(made.code == 0, "\(made.output)")
    }

    /// Runs commands, whose output must have no character that steers, and no line that the text begins.
    func run(_ commands: [String], in folder: URL) throws {
        for command in commands {
            let result = try ScriptRunner.run(CommandScript.Command(line: "apus \(command)"), in: folder)
            #expect(result.code < 124, "\(command): \(result.output)")
            for line in result.output {
                // In SQL, a name may have several lines, and in a page, which no terminal shows, the documentation.
                let hasLines = ["--sql", "html", "--history"].contains { command.contains($0) }
                #expect(hasLines || !line.hasPrefix("FORGED"), "\(command): \(result.output)")
                let steering = line.unicodeScalars.first { Self.scalars.contains($0) || $0 == "\0" }
                #expect(steering == nil, "\(command): \(line.debugDescription)")
            }
        }
    }
}
