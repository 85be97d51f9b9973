import Foundation
import Testing

/// The script of the GitHub Action, on a repository with two commits, and with a `gh` that records what it is asked to do.
@Suite struct ActionTests {
    /// A repository: a project with a frozen version on `main`, and a branch with a change.
    private func run(
        _ change: String,
        gh: String = "",
        settings: String = "",
        project: String = "."
    ) throws -> (output: String, code: Int32, asked: String, comment: String, summary: String) {
        let folder = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let made = try ScriptRunner.run(
            CommandScript.Command(
                line: """
                    set -e; export HOME="$PWD"; mkdir -p bin repository/'\(project)'; cd repository
                    git init -q -b main; git config user.email a@example.org; git config user.name A
                    ( cd '\(project)'; apus init --model Trips; apus freeze ) > ../log 2>&1
                    git add -A; git commit -q -m first; git checkout -q -b feature
                    ( cd '\(project)'; \(change) ) >> ../log 2>&1
                    git add -A; git commit -q --allow-empty -m second
                    printf '%s\\n' '#!/bin/sh' 'echo "gh $*" >> "$HOME/asked"' \
                        'for word; do case "$word" in body=@*) cat "${word#body=@}" > "$HOME/comment" ;; esac; done' '\(gh)' > ../bin/gh
                    chmod +x ../bin/gh; touch ../asked ../comment
                    """
            ),
            in: folder
        )
        try #require(made.code == 0, "\(made.output)")
        let done = try ScriptRunner.run(
            CommandScript.Command(
                line: """
                    export HOME="$PWD" PATH="$PWD/bin:$PATH" APUS_BASE=main APUS_PULL_REQUEST=7 GITHUB_REPOSITORY=owner/app
                    export GITHUB_STEP_SUMMARY="$PWD/summary" APUS_PROJECT='\(project)' \(settings)
                    cd repository && '\(root.path)/.github/actions/apus/run.sh'
                    """
            ),
            in: folder
        )
        func text(_ name: String) -> String {
            (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
        }
        return (done.output.joined(separator: "\n"), done.code, text("asked"), text("comment"), text("summary"))
    }

    private static let refused = "sed -i '/title: string/d' Schemas/Trips/Trips.yaml"
    private static let settled = "printf '  Extra: { attributes: { size: int32? } }\\n' >> Schemas/Trips/Trips.yaml"

    @Test("a change that needs a decision fails with the code of 'apus check', beside the line and in a comment")
    func refused() throws {
        let done = try run(Self.refused)
        #expect(done.code == 3, "\(done.output)")
        #expect(done.output.contains("::error file=Schemas/Trips/Trips.yaml,line="), "\(done.output)")
        #expect(
            done.asked.contains("gh api --silent --method POST repos/owner/app/issues/7/comments -F body=@"),
            "\(done.asked)"
        )
        #expect(done.comment.hasPrefix("<!-- apus: . -->\n🛑 `apus check`: a decision is needed"), "\(done.comment)")
        #expect(done.comment.contains("`main` → `head`") && done.comment.contains("- title"), "\(done.comment)")
        #expect(done.summary == done.comment)
    }

    @Test("a settled change passes; in a project in a folder with a new model, too")
    func settled() throws {
        let done = try run(
            "apus init --model Notes; sed -i 's/Item/Note/' Schemas/Notes/Notes.yaml; \(Self.settled)",
            project: "a b"
        )
        #expect(done.code == 0, "\(done.output)")
        #expect(done.comment.hasPrefix("<!-- apus: a b -->\n✅ `apus check`"), "\(done.comment)")
        #expect(done.comment.contains("✅ `apus test`: all migrations passed."), "\(done.comment)")
        #expect(done.comment.contains("## New model `Notes`") && done.comment.contains("+ Extra"), "\(done.comment)")
    }

    @Test("the comment that exists is replaced; without a change there is no new one")
    func oneComment() throws {
        let id = "case \"$*\" in *--paginate*) echo 41; echo 42 ;; esac"
        let again = try run(Self.settled, gh: id)
        #expect(again.asked.contains("--method PATCH repos/owner/app/issues/comments/41 -F body=@"), "\(again.asked)")
        #expect(!again.asked.contains("POST"), "\(again.asked)")
        let reverted = try run("true", gh: id)
        #expect(
            reverted.asked.contains("PATCH") && reverted.comment.contains("No model was changed."),
            "\(reverted.asked)"
        )
        let nothing = try run("true")
        #expect(nothing.code == 0 && !nothing.asked.contains("--method"), "\(nothing.output)\n\(nothing.asked)")
        let silent = try run(Self.settled, settings: "APUS_COMMENT=false")
        #expect(silent.asked.isEmpty && silent.summary.contains("+ Extra"), "\(silent.asked)")
    }

    @Test("a token that may not comment does not fail the check, and does not hide that it failed")
    func readOnlyToken() throws {
        let passed = try run(Self.settled, gh: "echo 403 >&2; exit 1")
        #expect(passed.code == 0 && passed.output.contains("::warning::apus could not comment"), "\(passed.output)")
        let failed = try run(Self.refused, gh: "echo 403 >&2; exit 1")
        #expect(failed.code == 3 && failed.summary.contains("a decision is needed"), "\(failed.output)")
    }

    @Test("a difference that is too long for a comment is in the summary")
    func longDifference() throws {
        let entities =
            "for n in $(seq 1 900); do printf '  Entity%04d: { attributes: { aRatherLongNameOfAnAttribute: int32? } }\\n' $n; done"
        let done = try run("{ \(entities); } >> Schemas/Trips/Trips.yaml", settings: "APUS_TEST=false")
        #expect(done.code == 0, "\(done.output)")
        #expect(
            done.comment.contains("too long for a comment") && done.comment.utf8.count < 1000,
            "\(done.comment.prefix(500))"
        )
        #expect(done.summary.contains("Entity0900"))
    }
}
