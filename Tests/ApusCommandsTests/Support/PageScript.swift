import Foundation

/// The session that a page of the documentation shows: files, and commands with their output, in the order of the page.
///
/// A block whose first line is a comment with a path, such as `# Schemas/Trips/Trips.yaml`, is that file, in YAML with that line, so
/// that the lines which messages name are those of the block. A block `console` has
/// commands after `$ `, each followed by its output. `console exits=3` says with which code the block's last command ends;
/// all others end with 0.
struct PageScript {
    /// What a block of the page does.
    private enum Block {
        case file(path: String, text: String)
        case commands([CommandScript.Command])
    }

    private enum Piece {
        case text(String)
        case block(opening: String, Block)
    }

    private var pieces: [Piece] = []

    /// The page as text.
    var text: String {
        pieces.map { piece in
            switch piece {
            case .text(let line): line
            case .block(let opening, .file(let path, let text)): "\(opening)\n# \(path)\n\(text)```"
            case .block(let opening, .commands(let commands)):
                (["\(opening)"] + commands.flatMap { ["$ \($0.line)"] + $0.output } + ["```"]).joined(separator: "\n")
            }
        }.joined(separator: "\n")
    }

    /// Parses a page.
    init(_ page: String) {
        var lines = page.components(separatedBy: "\n")[...]
        while let line = lines.popFirst() {
            guard line.hasPrefix("```"), line.count > 3 else {
                pieces.append(.text(line))
                continue
            }
            let end = lines.firstIndex(of: "```") ?? lines.endIndex
            let content = lines[..<end]
            if line.hasPrefix("```console") {
                pieces.append(.block(opening: line, .commands(Self.commands(content, opening: line))))
            } else if let path = content.first.flatMap(Self.path) {
                let text = content.dropFirst().map { $0 + "\n" }.joined()
                pieces.append(.block(opening: line, .file(path: path, text: text)))
            } else {
                pieces += ([line] + content + ["```"]).map { .text($0) }
            }
            lines = lines[end...].dropFirst()
        }
    }

    private static func path(_ line: String) -> String? {
        line.wholeMatch(of: /# ([\w.\/-]+\.(yaml|yml|csv|json))/).map { String($0.output.1) }
    }

    private static func commands(_ lines: ArraySlice<String>, opening: String) -> [CommandScript.Command] {
        var commands: [CommandScript.Command] = []
        for line in lines {
            if line.hasPrefix("$ ") {
                commands.append(CommandScript.Command(line: String(line.dropFirst(2))))
            } else if !commands.isEmpty {
                commands[commands.count - 1].output.append(line)
            }
        }
        if let code = opening.firstMatch(of: /exits=(\d+)/).flatMap({ Int32($0.output.1) }), !commands.isEmpty {
            commands[commands.count - 1].code = code
        }
        return commands
    }

    /// Runs the page in a folder of its own.
    ///
    /// - Returns: The page with the actual output. Where only what differs between runs does, the page's line stays.
    func run() throws -> (page: PageScript, wrongCodes: [String]) {
        let folder = try ScriptRunner.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var (result, wrong): (PageScript, [String]) = (self, [])
        result.pieces = try pieces.map { piece in
            guard case .block(let opening, let block) = piece else { return piece }
            switch block {
            case .file(let path, let text):
                // Only YAML has comments: a file of another kind begins after the line with its path.
                let isYAML = path.hasSuffix(".yaml") || path.hasSuffix(".yml")
                try ScriptRunner.write(isYAML ? "# \(path)\n\(text)" : text, to: path, in: folder)
                return piece
            case .commands(let commands):
                return .block(
                    opening: opening,
                    .commands(
                        try commands.map { command in
                            var done = try ScriptRunner.run(command, in: folder)
                            if done.code != command.code { wrong.append("[\(done.code)] \(command.line)") }
                            for (index, line) in command.output.enumerated()
                            where index < done.output.count && ScriptRunner.settled(line) == done.output[index] {
                                done.output[index] = line
                            }
                            return done
                        }
                    )
                )
            }
        }
        return (result, wrong)
    }
}
