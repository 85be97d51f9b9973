import ApusCodegen
import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema
import ArgumentParser
import Foundation

struct ResolveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Answer the decisions that keep the head from being frozen, one question after the other.",
        discussion: """
            Asks a question per decision on a terminal, with the answers that would settle it. An answer is written as \
            'originalName' into the head, or as lines of the stage's mapping; comments and layout of both are kept. \
            After each answer, the stage is checked again, because a rename can settle other decisions. A loss is only \
            accepted by an answer that says so. The changes are shown before anything is written, all of them or none.

            Without a terminal, the questions are printed. A script or a review answers them in a file.

            Ends with 0 if no decision is left, 2 if an answer cannot be used (nothing is written then), 3 if a \
            decision is left.

            EXAMPLES
              apus resolve                            ask on the terminal
              apus resolve 2 3                        the stage from 2 to 3
              apus resolve --write-answers a.yaml     write a file to fill in
              apus resolve --answers a.yaml           write what it answers
              apus resolve --answers a.yaml --dry-run
              apus resolve --format json              the questions, for programs
            """
    )

    @OptionGroup var options: ProjectOptions

    @Argument(
        help: "The version at which the stage starts; by default everything that the head needs.",
        completion: Completions.versions,
        transform: VersionArgument.version
    )
    var from: Schema.Version?

    @Argument(
        help: "The version at which the stage ends, or 'head'; by default, the version after the first one.",
        completion: Completions.targets,
        transform: VersionArgument.target
    )
    var to: Planner.Target?

    @Option(
        name: .long,
        help: ArgumentHelp("Read the answers from this YAML or JSON file instead of asking.", valueName: "file"),
        completion: .file(extensions: ["yaml", "json"])
    )
    var answers: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Write the questions to a new file, YAML or .json, to fill in.", valueName: "file"),
        completion: .file(extensions: ["yaml", "json"])
    )
    var writeAnswers: String?

    @Flag(name: .long, help: "With --answers: show the changes, and write nothing.")
    var dryRun: Bool = false

    @Flag(name: .long, help: "Also change a locked mapping, one that stores may have been migrated with.")
    var locked: Bool = false

    @Option(name: .long, help: "The output format: text or json.")
    var format: OutputFormat = .text

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if answers != nil, writeAnswers != nil {
            throw ValidationError("--answers and --write-answers exclude each other")
        }
        if dryRun, answers == nil { throw ValidationError("--dry-run requires --answers") }
    }

    func run() throws {
        let loaded = try options.load()
        let scope = try failing { () throws -> Resolution.Scope in try chosenScope(in: loaded.history) }
        var resolution = try failing(locating: loaded.locations) { () throws -> Resolution in
            try loaded.project.resolution(of: loaded.model, scope)
        }
        if let answers { return try answer(&resolution, as: answers, loaded) }
        if let writeAnswers { return try write(resolution, to: writeAnswers, loaded) }
        if format == .json {
            try Console.printJSON(ResolveReport(resolution, of: loaded.history.model))
        } else if resolution.isSettled {
            Console.note(Self.settled(loaded.history.model))
        } else if Console.canAsk {
            try ask(resolution, loaded)
            return
        } else {
            Console.print(ResolveText.questions(of: resolution))
            Console.note("answer them on a terminal, or in the file that 'apus resolve --write-answers FILE' writes")
        }
        try end(resolution)
    }

    private static func settled(_ model: String) -> String { "\(model): no decision is needed" }

    /// Ends with the code for the decisions that are left.
    private func end(_ resolution: Resolution) throws {
        if !resolution.isSettled { throw CommandFailure([], code: CommandFailure.Codes.refused) }
    }

    private func chosenScope(in history: History) throws -> Resolution.Scope {
        guard let from else { return .head }
        let start = try history.requiredIndex(of: from)
        switch to {
        case .head: return .stage(from: from, to: nil)
        case .version(let version):
            if version == from {
                throw CommandFailure.invalid(
                    "a stage is between two versions, and both are \(from)",
                    help: "leave out the second one for the stage that follows"
                )
            }
            return .stage(from: from, to: version)
        case .newestVersion, nil: return .stage(from: from, to: history.versions.dropFirst(start + 1).first)
        }
    }

    // MARK: Files of answers

    private func answer(_ resolution: inout Resolution, as path: String, _ loaded: LoadedModel) throws {
        let sheet = try failing { () throws -> AnswerSheet in
            var findings = DiagnosticCollector()
            guard let file = FileReading.read(path, into: &findings) else {
                throw DiagnosticsError(findings.diagnostics)
            }
            let (sheet, problems) = AnswerSheet.read(file)
            guard let sheet else { throw DiagnosticsError(problems) }
            return sheet
        }
        let before = resolution
        try failing(leaving: "nothing was written") { try resolution.apply(sheet, of: loaded.history.model) }
        let edits = resolution.edits
        if !edits.isEmpty, let problem = lockedMapping(of: before) {
            throw CommandFailure(
                [
                    .error(
                        problem.message,
                        at: SourceLocation(file: problem.file),
                        help: [
                            "leave it as it is, and make the change in a new version",
                            "if no store was migrated with it, add --locked, then lock it again with 'apus freeze --mapping'",
                        ]
                    )
                ],
                unchanged: "nothing was written",
                code: CommandFailure.Codes.invalid
            )
        }
        if !dryRun { try failing { try loaded.project.write(resolution) } }
        if format == .json {
            let report = ResolveReport(
                resolution,
                of: loaded.history.model,
                written: dryRun ? [] : edits.map(\.path),
                changes: dryRun ? edits : nil
            )
            try Console.printJSON(report)
        } else {
            if dryRun { Console.printSource(ResolveText.differences(edits)) }
            if !dryRun { Self.report(edits, resolution, loaded) }
            if resolution.isSettled {
                if edits.isEmpty { Console.note(Self.settled(loaded.history.model)) }
            } else {
                Console.print(ResolveText.questions(of: resolution))
            }
        }
        try end(resolution)
    }

    private func write(_ resolution: Resolution, to path: String, _ loaded: LoadedModel) throws {
        if resolution.isSettled {
            if format == .json {
                return try Console.printJSON(ResolveReport(resolution, of: loaded.history.model))
            }
            return Console.note(Self.settled(loaded.history.model))
        }
        let text =
            path.hasSuffix(".json")
            ? try Console.json(ResolveReport(resolution, of: loaded.history.model)) + "\n"
            : ResolveText.answerSheet(for: resolution, of: loaded.history.model)
        try Self.create(path, text)
        if format == .json {
            try Console.printJSON(ResolveReport(resolution, of: loaded.history.model, written: [path]))
        } else {
            Console.print(
                "wrote \(path): write an answer of each decision, then run '\(command) --answers \(path.shellWord)'"
            )
        }
        try end(resolution)
    }

    /// The command for the same stage of the same model.
    private var command: String {
        var words = ["apus resolve"]
        if let from { words.append(from.description) }
        switch to {
        case .head: words.append("head")
        case .version(let version): words.append(version.description)
        case .newestVersion, nil: break
        }
        if let project = options.project { words.append("--project \(project.shellWord)") }
        if let model = options.model { words.append("--model \(model.shellWord)") }
        return words.joined(separator: " ")
    }

    /// Writes a file that does not exist, also not as a link to nothing.
    private static func create(_ path: String, _ text: String) throws {
        let url = URL(fileURLWithPath: path)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            guard file >= 0 else {
                let code = errno
                if code == EEXIST {
                    throw CommandFailure(
                        [.error("the file already exists, and is not changed", at: SourceLocation(file: path))],
                        code: CommandFailure.Codes.invalid
                    )
                }
                throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
            }
            let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
            do {
                try handle.write(contentsOf: Data(text.utf8))
            } catch {
                unlink(path)
                throw error
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(
                [.error("cannot write it: \(error.fileReason)", at: SourceLocation(file: path))],
                code: CommandFailure.Codes.invalid
            )
        }
    }

    // MARK: Asking

    private func ask(_ resolution: Resolution, _ loaded: LoadedModel) throws {
        if let problem = lockedMapping(of: resolution) {
            Console.message("\(problem.message): \(problem.file)")
            guard Console.confirms("Change it nevertheless?") else {
                Console.message("nothing was written")
                throw CommandFailure([], code: CommandFailure.Codes.refused)
            }
        }
        var dialog = ResolveDialog(resolution)
        let isFinished = dialog.run()
        let edits = dialog.resolution.edits
        if !edits.isEmpty, isFinished {
            Console.message(ResolveText.differences(edits))
            if Console.confirms("Write \(edits.count == 1 ? "this file" : "these \(edits.count) files")?") {
                try failing { try loaded.project.write(dialog.resolution) }
                Self.report(edits, dialog.resolution, loaded)
                let left = dialog.resolution.count
                if left > 0 { Console.message("\(left.of("decision")) \(left == 1 ? "is" : "are") left") }
                return try end(dialog.resolution)
            }
        }
        Console.message("nothing was written")
        throw CommandFailure([], code: CommandFailure.Codes.refused)
    }

    /// The locked mapping that answers would change, unless the user has allowed that.
    private func lockedMapping(of resolution: Resolution) -> (message: String, file: String)? {
        guard !locked, let stage = resolution.lockedStages.first, let file = resolution.mappingFile(of: stage) else {
            return nil
        }
        return ("this mapping is locked, and stores may have been migrated with it", file)
    }

    private static func report(_ edits: [Resolution.Edit], _ resolution: Resolution, _ loaded: LoadedModel) {
        for edit in edits { Console.print("wrote \(edit.path)") }
        // The mapping of a stage between frozen versions is locked.
        let frozen = edits.compactMap { edit in
            MappingFile.versions(ofFileName: SourceFile(path: edit.path, text: "").name)
        }
        for (from, to) in frozen {
            guard let to, to > from else { continue }
            Console.note("review it, then run 'apus freeze --mapping \(from)-\(to)' to lock it")
        }
    }
}
