import ApusDiagnostics
import ApusFiles
package import Foundation

/// Configures git to merge and compare models by their changes.
package enum GitSetup {
    /// The lines of `.gitattributes`, which are committed and so in every clone.
    private static let attributes: [String] = [
        "# Models merge by their changes and are compared as schemas: 'apus init --git' once in each clone.",
        "Schemas/**/*.yaml merge=apus diff=apus",
        "Schemas/**/versions.lock merge=apus",
        "Migrations/**/*.yaml merge=apus",
    ]

    /// Configures the repository that contains a project.
    ///
    /// - Parameters:
    ///   - folder: The project's folder.
    ///   - program: The command with which git starts this program.
    /// - Returns: A line for each change. Empty if nothing had to change.
    /// - Throws: `GitError` if there is no git or no repository, `DiagnosticsError` if a file cannot be written.
    package static func setUp(_ folder: URL, program: String) throws -> [String] {
        let repository = try GitRepository(of: folder)
        let disk = Disk(base: .currentDirectory())
        var done: [String] = []
        let file: URL = folder.appending(path: ".gitattributes")
        var findings = DiagnosticCollector()
        let before = disk.kind(of: file) == .nothing ? "" : disk.read(file, into: &findings)?.text ?? ""
        try findings.throwIfErrors()
        let known = Set(before.split(whereSeparator: \.isNewline))
        let missing: [String] = attributes.filter { !known.contains(Substring($0)) }
        if !missing.isEmpty {
            let start: String = before.isEmpty || before.hasSuffix("\n") ? before : before + "\n"
            try disk.write(start + missing.map { $0 + "\n" }.joined(), to: file)
            done.append("wrote \(disk.shown(file)): commit it")
        }
        let settings: [(key: String, value: String)] = [
            ("merge.apus.name", "Apus: changes of models, not lines"),
            ("merge.apus.driver", "\(program) merge %O %A %B --path=%P"),
            ("diff.apus.command", "\(program) diff --git"),
        ]
        for (key, value) in settings {
            if try repository.git.run(["config", "--get", key], in: repository.folder).lines.first == value {
                continue
            }
            let output: GitProcess.Output = try repository.git.run(["config", key, value], in: repository.folder)
            guard output.isSuccess else { throw GitError.failed(messages: output.messages) }
            done.append("set \(key) of this clone: \(value)")
        }
        return done
    }
}
