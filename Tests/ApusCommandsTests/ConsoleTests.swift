import ApusDiagnostics
import Testing

@testable import ApusCommands

/// What the console makes of findings, numbers and options, without a terminal.
@Suite struct ConsoleTests {
    private func finding(_ name: String, _ line: Int, help: [String] = []) -> Diagnostic {
        .error("'\(name)' is new", code: "AP201", at: SourceLocation(file: "M.yaml", line: line), help: help)
    }

    private func text(_ findings: [Diagnostic]) -> [String] {
        FindingGroup.groups(of: findings).map { group in
            group.text(styled: { $0 }, excerpt: { ["    | \($0.line ?? 0)"] })
        }
    }

    @Test("findings with one cause have one heading, and help that differs by names only is printed once")
    func groups() {
        let findings = [
            finding("A.x", 1, help: ["write 'A.x: 1'"]), .warning("the file is old"),
            finding("A.y", 2, help: ["write 'A.y: 1'", "or remove it"]), finding("A.z", 2, help: ["write 'A.z: 1'"]),
        ]
        #expect(
            text(findings) == [
                """
                error: '…' is new (3 times) [AP201]
                  M.yaml:1: 'A.x'
                    | 1
                    help: write 'A.x: 1'
                  M.yaml:2: 'A.y', 'A.z'
                    | 2
                    help: or remove it
                  help: the same holds for the others, with their own names
                """,
                "warning: the file is old",
            ]
        )
    }

    @Test("help that names more than its finding does is printed for each")
    func ownHelp() {
        let near = [("strnig", "string"), ("itn", "int"), ("bol", "bool")].map { word, meant in
            Diagnostic.error("'\(word)' is not a type", help: ["did you mean '\(meant)'?"])
        }
        #expect(
            text(near) == [
                """
                error: '…' is not a type (3 times)
                  'strnig', 'itn', 'bol'
                    help: did you mean 'string'?
                    help: did you mean 'int'?
                    help: did you mean 'bool'?
                """
            ]
        )
    }

    @Test("help that is the same for all is printed once")
    func sameHelp() {
        let same = [finding("A.x", 1, help: ["or remove it"]), finding("A.y", 2, help: ["or remove it"])]
        #expect(
            text(same) == [
                """
                error: '…' is new (2 times) [AP201]
                  M.yaml:1: 'A.x'
                    | 1
                    help: or remove it
                  M.yaml:2: 'A.y'
                    | 2
                """
            ]
        )
    }

    @Test("findings of other causes stay apart")
    func apart() {
        let other = Diagnostic.error("'A.y' is new", code: "AP202", at: SourceLocation(file: "M.yaml", line: 1))
        let warning = Diagnostic.warning("'A.y' is new", code: "AP201", at: SourceLocation(file: "M.yaml", line: 1))
        #expect(FindingGroup.groups(of: [finding("A.x", 1), other, warning]).count == 3)
        // What all of them say stays in the heading.
        let same = ["a", "b"].map { Diagnostic.error("'\($0)' has the type 'int'") }
        #expect(text(same) == ["error: '…' has the type 'int' (2 times)\n  'a', 'b'"])
    }

    @Test("the apostrophe of a possessive is not a quote")
    func quotes() {
        let names = QuotedNames("the store's 'a' and the model's 'b's' end")
        #expect(names.names == ["a", "b's"])
        #expect(names.mask == "the store's '…' and the model's '…' end")
        #expect(QuotedNames("'open").names == [] && QuotedNames("'open").mask == "'open")
        #expect(QuotedNames("").mask == "" && QuotedNames("'a'").mask == "'…'")
    }

    @Test("the closing line counts decisions, findings and fixes")
    func counts() {
        let file = SourceLocation(file: "M.yaml", line: 1)
        let findings = [
            Diagnostic.error("a", at: file), .error("b", at: file), .warning("c", at: SourceLocation(file: "N")),
        ]
        #expect(
            FindingCount(of: findings, decisions: 1200, models: 1).text(fixable: 2)
                == "1,200 decisions in 1 model, 2 errors and 1 warning in 2 files, 2 can be fixed by 'apus check --fix'"
        )
        #expect(FindingCount(of: []).text == nil)
        #expect(FindingCount(outdated: 1).text == "1 generated file to bring up to date")
    }

    @Test(
        "numbers have separators",
        arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-12_345_678, "-12,345,678")]
    )
    func grouped(number: Int, text: String) {
        #expect(number.grouped == text)
        #expect((100_000).grouped == "100,000")
    }

    @Test("times are those of a clock", arguments: [(0, "0:00"), (6.2, "0:07"), (750, "12:30"), (3723, "1:02:03")])
    func clock(seconds: Double, text: String) {
        #expect(seconds.shownAsClock == text)
    }

    @Test("a line of progress fits into any terminal, and never shows more than there is")
    func progress() {
        var progress = ProgressText(name: "app.sqlite", work: "1/2 copy Trip", done: 1_500_000, of: 1_000_000, "rows")
        progress.seconds = 5
        #expect(
            progress.line(columns: 200)
                == "app.sqlite: 1/2 copy Trip  [########################] 100 %  1,000,000/1,000,000 rows, 200,000/s  0:05"
        )
        // Work that no row counts is left.
        progress.isComplete = false
        #expect(progress.line(columns: 200).contains("[#######################-] 99 %"))
        progress = ProgressText(name: "app.sqlite", work: "1/2 copy Trip", done: 999_999, of: 1_000_000, "rows")
        progress.seconds = 5
        for columns in 0...120 {
            let line = progress.line(columns: columns)
            #expect(line.count <= columns)
            #expect(!line.contains("100 %") && (columns < 4 || line.contains("99 %")), "\(line)")
        }
        #expect(
            progress.logged == "app.sqlite: 1/2 copy Trip, 999,999/1,000,000 rows, 199,999 a second, about 1 s left"
        )
        #expect(ProgressText(name: "s", work: "copy", done: 0, of: 0, "rows").line(columns: 80) == "s: copy  0:00")
    }

    @Test("the options of every command are taken from before and after its name")
    func globalArguments() throws {
        let read = try GlobalArguments([
            "-C", "a", "-q", "check", "--color=never", "-C=b", "M.yaml", "--no-pager", "--", "-v",
        ])
        #expect(read.rest == ["check", "M.yaml", "--", "-v"])
        #expect(
            read.folders == ["a", "b"] && read.colour == .never && read.isQuiet && !read.isVerbose && !read.isPaged
        )
        #expect(try GlobalArguments(["migrate", "-qyv", "s"]).rest == ["migrate", "-y", "s"])
        #expect(try GlobalArguments(["-vqC", "a", "check", "--", "-qC"]).rest == ["check", "--", "-qC"])
        #expect(try GlobalArguments(["-qC", "a"]).folders == ["a"])
        #expect(try GlobalArguments(["check", "-Cq"]).rest == ["check", "-Cq"])
        #expect(try GlobalArguments(["import", "-yes"]).rest == ["import", "-yes"])
        #expect(try GlobalArguments(["---completion", "-C"]).rest == ["---completion", "-C"])
        for wrong in [["-C"], ["--color"], ["--color", "allways"], ["-C", "--", "check"], ["-qC"]] {
            #expect(throws: CommandFailure.self) { try GlobalArguments(wrong) }
        }
    }
}
