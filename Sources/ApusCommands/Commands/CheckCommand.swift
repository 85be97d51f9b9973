import ApusCodegen
import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusReports
import ApusSchema
import ArgumentParser
import Foundation

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract:
            "Look at all models, frozen versions, the lock, generated classes, and whether every stage is settled.",
        discussion: """
            With files, only these are looked at; those of one model make one schema. Generated classes are looked at where \
            apus.yaml says the folder that they are committed in.

            Ends with 0 where all is well, 1 where generated classes are not up to date, 2 where a file is invalid or classes \
            to be committed cannot be generated, 3 where a stage needs a decision.

            EXAMPLES
              apus check
              apus check --fix
              apus check --format github
              apus check Trips.yaml Tickets.yaml
            """
    )

    /// How findings are printed.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        /// For people.
        case text
        /// For programs.
        case json
        /// For GitHub's log.
        case github
    }

    @OptionGroup var options: ProjectOptions

    @Argument(help: "Model files; the project's models if none is named.", completion: .file(extensions: ["yaml"]))
    var files: [String] = []

    @Option(name: .long, help: "How findings are printed: text, json or github.")
    var format: Format = .text

    @Flag(name: .long, help: "Carry out the help that is an edit: names nearly right, missing inverses.")
    var fix: Bool = false

    /// The most findings that are printed for people.
    private static let reportLimit: Int = 1000

    func run() throws {
        let result: Result = files.isEmpty ? try checkProject() : try checkFiles()
        let isInvalid: Bool = result.findings.contains { $0.severity == .error }
        let verdict: String =
            isInvalid
            ? "invalid" : !result.unsettled.isEmpty ? "refused" : result.outdated.isEmpty ? "sound" : "outdated"
        let findings: [Diagnostic] = result.findings + result.unsettled + result.outdated
        switch format {
        case .text:
            Console.report(findings.prefix(Self.reportLimit).map(\.printable))
            let rest: Int = findings.count - Self.reportLimit
            if rest > 0 {
                Console.note("and \(rest) more finding\(rest == 1 ? "" : "s"), which '--format json' shows")
            }
            if !result.suggestions.isEmpty { Console.note(result.suggestions.joined(separator: "\n")) }
            for line in result.summary where !isInvalid { Console.note(line) }
            let count: Int = findings.count { result.canFix($0) }
            if count > 0, fix {
                Console.note(
                    "\(count) fix\(count == 1 ? "" : "es") left out: not in place, or there would be more errors"
                )
            } else if count > 0 {
                Console.note(
                    "'apus check --fix' settles \(count) of \(findings.count) finding\(findings.count == 1 ? "" : "s")"
                )
            }
        case .json:
            try Console.printJSON(
                CheckReport(
                    verdict: verdict,
                    models: result.models.map { $0() },
                    findings: findings.map { CheckReport.Finding($0, isFixable: result.canFix($0)) }
                )
            )
        case .github:
            for finding in findings { Console.print(finding.workflowCommand) }
        }
        if isInvalid { throw CommandFailure([], code: CommandFailure.Codes.invalid) }
        if !result.unsettled.isEmpty { throw CommandFailure([], code: CommandFailure.Codes.refused) }
        if !result.outdated.isEmpty { throw CommandFailure([], code: CommandFailure.Codes.difference) }
    }

    /// What was looked at, and what was found.
    private struct Result {
        var findings: [Diagnostic] = []
        var unsettled: [Diagnostic] = []
        /// Generated files that are not as they would be written now.
        var outdated: [Diagnostic] = []
        /// What would settle several decisions of a stage at once.
        var suggestions: [String] = []
        /// Made only where they are printed: digests cost as much as the check.
        var models: [() -> CheckReport.Model] = []
        var summary: [String] = []
        /// The files that a fix may edit: no frozen version.
        var editable: Set<String> = []

        /// The models whose classes go to each file; some file systems know no capitals.
        var writers: [String: String] = [:]

        /// Looks whether a model's classes are in a folder as they would be written now.
        mutating func look(at generator: Generator, of model: String, isOnly: Bool, in folder: URL, _ project: Project)
        {
            for file in generator.files() {
                guard let other = writers.updateValue(model, forKey: file.name.lowercased()) else { continue }
                findings.append(
                    .error(
                        "'\(other)' and '\(model)' would both write the generated file \(file.name)",
                        at: SourceLocation(file: project.shown(folder.appending(path: file.name))),
                        help: ["give the entity another name in one of them"]
                    )
                )
            }
            let plan: OutputPlan = generator.plan(for: folder)
            let help: String = "run 'apus generate\(isOnly ? "" : " --model \(model)")' and commit what it writes"
            func report(_ problem: String, _ name: String, _ help: String) {
                let location = SourceLocation(file: project.shown(folder.appending(path: name)))
                outdated.append(.error(problem, at: location, help: [help]))
            }
            for action in plan.actions {
                switch action {
                case .add(let file): report("the generated file is missing", file.name, help)
                case .change(let file, _): report("the generated file is not up to date", file.name, help)
                case .remove(let name, _): report("the file is not generated any more", name, help)
                }
            }
            for name in plan.obstacles {
                report(
                    "the file stands where a generated one goes, but was not generated from this model",
                    name,
                    "move it away; a class of your own goes with 'codegen: extension' or 'none'"
                )
            }
        }

        /// Whether `--fix` settles a finding.
        func canFix(_ finding: Diagnostic) -> Bool {
            !finding.fixes.isEmpty && finding.fixes.allSatisfy { editable.contains($0.location.file) }
        }
    }

    private func checkProject() throws -> Result {
        let project: Project = try options.findProject()
        if fix { say(try failing { try project.fix(model: options.model) }) }
        let contents: Project.Contents = project.load()
        var result = Result(findings: contents.diagnostics)
        let chosen: [ProjectModel] = contents.models.filter { options.model == nil || $0.name == options.model }
        if let name = options.model, chosen.isEmpty {
            let names: String = contents.models.map { "'\($0.name)'" }.joined(separator: ", ")
            throw CommandFailure.invalid("there is no model '\(name)'", help: "there is: \(names)")
        }
        result.editable = Set(chosen.flatMap { $0.files.heads + $0.files.mappings }.map(\.path))
        for model in chosen {
            guard let history = model.history else { continue }
            result.findings += Generator.problems(withNamesOf: history) { model.contents.places[$0] }
            if let folder = project.output, !contents.diagnostics.contains(where: { $0.severity == .error }) {
                do {
                    let generator: Generator = try generator(model, history, project)
                    let isOnly: Bool = contents.models.count == 1
                    result.look(at: generator, of: model.name, isOnly: isOnly, in: folder, project)
                } catch let error as DiagnosticsError {
                    result.findings += error.diagnostics.filter { !result.findings.contains($0) }
                }
            }
            let locations = ElementLocations(head: model.contents.places)
            for stage in Planner(history: history, mappings: model.mappings).stages {
                result.unsettled += stage.refusals.map { $0.diagnostic(at: locations.location(stage.to, $0.path)) }
                if !stage.suggestion.isEmpty { result.suggestions.append(stage.suggestion) }
            }
            if let schema = history.head ?? history.newest?.schema {
                let isChanged: Bool = history.hasUnreleasedHead
                let newest: Schema.Version? = history.newest?.version
                result.models.append { CheckReport.Model(schema, newest: newest, isHeadChanged: isChanged) }
            }
            let newest: String = history.newest.map { "newest version \($0.version)" } ?? "no version frozen"
            let head: String = history.hasUnreleasedHead ? "head changed" : "head unchanged"
            result.summary.append("\(model.name): \(newest), \(head)")
        }
        return result
    }

    private func generator(_ model: ProjectModel, _ history: History, _ project: Project) throws -> Generator {
        try Generator(history: history, mappings: model.mappings, options: Generator.Options(project.settings)) {
            model.contents.places[$0]
        }
    }

    private func checkFiles() throws -> Result {
        if fix { say(try failing { try FileFixing.fix { reading(of: files) } }) }
        var result = Result()
        let (sources, problems) = read(files)
        result.findings = problems
        result.editable = Set(sources.map(\.path))
        for group in ModelFile.groups(of: sources) {
            let contents: ModelFile.Contents = ModelFile.contents(of: group)
            result.findings += contents.diagnostics
            guard let schema = contents.schema else { continue }
            let history = History(model: schema.model, entries: [], head: schema)
            result.findings += Generator.problems(withNamesOf: history) { contents.places[$0] }
            result.models.append { CheckReport.Model(schema) }
            let count: Int = schema.entities.count
            result.summary.append("\(schema.model): \(count) entit\(count == 1 ? "y" : "ies")")
        }
        return result
    }

    private func reading(of paths: [String]) -> FileFixing.Reading {
        let (sources, problems) = read(paths)
        return (sources, problems + ModelFile.groups(of: sources).flatMap { ModelFile.contents(of: $0).diagnostics })
    }

    private func read(_ paths: [String]) -> (files: [SourceFile], diagnostics: [Diagnostic]) {
        var findings = DiagnosticCollector()
        var seen: Set<String> = []
        let sources: [SourceFile] = paths.compactMap { path in
            // A file that is named twice is one file.
            let name: String = URL(fileURLWithPath: path).standardizedFileURL.path
            return seen.insert(name).inserted ? FileReading.read(path, into: &findings) : nil
        }
        return (sources, findings.diagnostics)
    }

    private func say(_ fixes: [Fix]) {
        for fix in fixes { Console.note("fixed \(fix)") }
    }
}
