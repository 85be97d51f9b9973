import Foundation
import Testing

/// What bash, zsh and fish offer at the end of a line, asked from the shells themselves.
@Suite struct CompletionTests {
    /// Lines, and what every shell offers there.
    private static let expected: [(line: String, offered: Set<String>)] = [
        ("apus di", ["diff"]),
        ("apus diff ", ["1", "2", "head", "Migrations/", "Schemas/", "apus.yaml", "old.sqlite"]),
        ("apus diff Schemas/T", ["Schemas/Trips/"]),
        ("apus diff --model ", ["Trips"]),
        ("apus check Schemas/Trips/", ["Schemas/Trips/Trips.yaml", "Schemas/Trips/versions/"]),
        ("apus check --format ", ["text", "json", "github", "sarif", "junit"]),
        ("apus dump old.sqlite --entity ", ["Item"]),
        ("apus generate --entity ", ["Extra", "Item", "Later"]),
        ("apus generate --versions ", ["all", "1", "2"]),
        ("apus freeze --mapping ", ["1-2"]),
        ("apus migrate o", ["old.sqlite"]),
        ("apus migrate --to ", ["1", "2", "head"]),
        ("apus mapping n", ["new"]),
        ("apus show --format ", ["html", "svg", "mermaid", "dot", "dbml"]),
    ]

    @Test(.enabled(if: isInstalled("bash"), "bash is not installed, so its completions are not tested"))
    func bash() throws {
        try check("bash", file: "apus.bash", options: "--norc")
    }

    @Test(.enabled(if: isInstalled("zsh"), "zsh is not installed, so its completions are not tested"))
    func zsh() throws {
        try check("zsh", file: "_apus", options: "-f")
    }

    @Test(.enabled(if: isInstalled("fish"), "fish is not installed, so its completions are not tested"))
    func fish() throws {
        try check("fish", file: "apus.fish", options: "--no-config")
    }

    private static func isInstalled(_ shell: String) -> Bool {
        (try? ScriptRunner.run(CommandScript.Command(line: "command -v \(shell)"), in: URL(filePath: "/")))?.code == 0
    }

    private func check(_ shell: String, file: String, options: String) throws {
        let folder = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let driver = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Scripts/shells/complete.\(shell)").path
        let lines = Self.expected.map { "'\($0.line)'" }.joined(separator: " ")
        let done = try ScriptRunner.run(
            CommandScript.Command(
                line: """
                    set -e; export HOME="$PWD/.home"; mkdir .home
                    {
                        apus init --model Trips; apus freeze; apus seed old.sqlite --at 1
                        printf '  Extra: { attributes: { size: int32? } }\\n' >> Schemas/Trips/Trips.yaml
                        apus freeze
                        printf '  Later: { attributes: { size: int32? } }\\n' >> Schemas/Trips/Trips.yaml
                        apus --generate-completion-script \(shell) > .home/\(file)
                    } > .home/log 2>&1 || { cat .home/log; exit 1; }
                    \(shell) \(options) '\(driver)' .home/\(file) \(lines)
                    """
            ),
            in: folder
        )
        #expect(done.code == 0, "\(done.output.joined(separator: "\n"))")
        var offered: [String: Set<String>] = [:]
        var current = ""
        for line in done.output {
            if line.hasPrefix("== ") {
                current = String(line.dropFirst(3))
                offered[current] = []
            } else {
                offered[current, default: []].insert(line)
            }
        }
        for (line, expected) in Self.expected { #expect(offered[line] == expected, "\(shell): '\(line)'") }
    }
}
