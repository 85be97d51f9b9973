import Foundation
import Testing

extension HostileTextTests {
    /// What commands print, and the commands that come before them.
    private static let commands: [(before: [String], printing: [String])] = [
        (
            [],
            [
                "export --format xcdatamodel", "export s --format xcdatamodel", "mapping new --print",
                "mapping new 1 head --print", "mapping new 1 head", "retire --before 9 --dry-run",
                "merge --print base.yaml ours.yaml theirs.yaml", "merge base.yaml ours.yaml theirs.yaml",
                "inspect s", "generate --print", "schema", "init", "FORGED", "seed s --at 7",
                "check HOSTILE", "migrate HOSTILE --dry-run", "status HOSTILE", "verify HOSTILE", "import HOSTILE",
                "diff HOSTILE head", "export HOSTILE", "plan HOSTILE --sql", "merge HOSTILE HOSTILE HOSTILE",
                "mapping new HOSTILE", "seed HOSTILE/s", "retire --before HOSTILE", "test --stores HOSTILE",
                "export --output HOSTILE/x.sql", "generate --output HOSTILE", "test --from HOSTILE", "freeze HOSTILE",
            ] + ["text", "json", "junit", "markdown"].map { "test --head --rows 3 --format \($0)" }
                + ["text", "json", "github"].map { "check --format \($0)" }
                + ["text", "json", "markdown"].flatMap {
                    ["diff 1 head --format \($0)", "plan s --head --format \($0)"]
                }
        ),
        (
            ["mapping new 1 head"],
            [
                "check", "test --head --format junit", "plan s --head --sql", "migrate s --head --dry-run",
                "migrate s --head", "status s", "verify s",
            ]
        ),
        (
            ["freeze"],
            ["retire --before 2 --release HOSTILE --dry-run", "retire --before 2 --release HOSTILE", "check"]
        ),
    ]

    @Test("Every command in every format") func everyCommand() throws {
        let folder = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        try run(["freeze", "seed s --rows 5"], in: folder)
        let newer = Self.model.replacing("b: {", with: "b1: {").replacing(
            "two: \"2\"",
            with: "three: \"\(Self.escaped)3\""
        )
        for (name, model) in [
            ("base", Self.model), ("ours", newer), ("theirs", Self.model.replacing("one:", with: "uno:")),
        ] {
            try Data(model.utf8).write(to: folder.appending(path: "\(name).yaml"))
        }
        try write(newer, in: folder)
        // A path or an argument: the shell makes it of its escapes.
        let argument =
            "\"$(printf '"
            + Self.text.utf8.map { "\\\(String(Int($0) + 512, radix: 8).suffix(3))" }.joined() + "')\""
        for (before, printing) in Self.commands {
            try run(before, in: folder)
            try run(printing.map { $0.replacing("HOSTILE", with: argument) }, in: folder)
        }
    }

    @Test("An exported model reads back the same") func exportedModel() throws {
        let folder = try project()
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = Self.scalars.filter { $0.value >= 0x20 || $0 == "\n" || $0 == "\r" }
            .reduce("x") { $0 + "\\u" + String(String($1.value + 0x10000, radix: 16).dropFirst()) }
        try write(
            "model: T\nentities:\n  A:\n    hashModifier: \"\(text)\"\n    attributes:\n"
                + "      a: { type: string, default: \"\(text)\" }\n",
            in: folder
        )
        try run(["export --output T.xcdatamodel"], in: folder)
        let xml = try String(contentsOf: folder.appending(path: "T.xcdatamodel/contents"), encoding: .utf8)
        #expect(!xml.unicodeScalars.contains { $0 != "\n" && Self.scalars.contains($0) }, "\(xml)")
        try run(["export --format sql --output older.sql"], in: folder)
        let before = try ScriptRunner.run(
            CommandScript.Command(line: "apus check --format json; cat Schemas/T/T.yaml"),
            in: folder
        )
        let again = try ScriptRunner.run(
            CommandScript.Command(
                line:
                    "mkdir -p again && echo 'apus: 1' > again/apus.yaml && cd again && apus import ../T.xcdatamodel > ../import.txt; cd ..; "
                    + "apus diff Schemas/T/T.yaml again/Schemas/T/T.yaml"
            ),
            in: folder
        )
        #expect(before.code == 0 && again.code == 0, "\(again.output) \(xml)")
    }
}
