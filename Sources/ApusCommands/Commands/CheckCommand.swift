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
            "Check models, frozen versions, the lock, test cases and generated classes, and that every stage is settled.",
        discussion: """
            If files are given, only these are checked; the files of one model form one schema. Generated classes are \
            checked if apus.yaml names the folder that they are committed to.

            Ends with 0 if everything is sound, 1 if generated classes are not up to date, 2 if a file is invalid or \
            committed classes cannot be generated, 3 if a stage needs a decision.

            EXAMPLES
              apus check
              apus check --fix
              apus check --format github
              apus check Trips.yaml Tickets.yaml
            """
    )

    /// The output format of findings.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
        /// Workflow commands, which GitHub shows beside the lines.
        case github
        /// SARIF 2.1.0, which code scanning and editors read.
        case sarif
        /// JUnit's XML, which CI systems show: a test case per model, and one per finding.
        case junit
    }

    @OptionGroup var options: ProjectOptions

    @Argument(help: "Model files; by default all models of the project.", completion: .file(extensions: ["yaml"]))
    var files: [String] = []

    @Option(name: .long, help: "The output format: text, json, github, sarif or junit.")
    var format: Format = .text

    @Flag(name: .long, help: "Apply the fixes that findings offer, such as misspelled names and missing inverses.")
    var fix: Bool = false

    /// The maximum number of findings in the text format.
    private static let reportLimit = 1000

    @OptionGroup var globals: GlobalOptions

    func run() throws {
        let result = files.isEmpty ? try checkProject() : try checkFiles()
        let isInvalid = result.findings.contains { $0.severity == .error }
        let verdict =
            isInvalid
            ? "invalid" : !result.unsettled.isEmpty ? "refused" : result.outdated.isEmpty ? "sound" : "outdated"
        let findings = result.findings + result.unsettled + result.outdated
        switch format {
        case .text:
            Console.report(findings.prefix(Self.reportLimit).map(\.printable))
            let rest = findings.count - Self.reportLimit
            if rest > 0 {
                Console.note("and \(rest) more finding\(rest == 1 ? "" : "s"); '--format json' prints all of them")
            }
            if !result.advice.isEmpty { Console.message(result.advice.joined(separator: "\n")) }
            for line in result.summary where !isInvalid { Console.note(line) }
            let fixable = findings.count { result.canFix($0) }
            if fixable > 0, fix {
                Console.note(
                    "\(fixable) fix\(fixable == 1 ? " was" : "es were") not applied: the text cannot be edited there, "
                        + "or there would be more errors"
                )
            }
            FindingCount(
                of: result.findings,
                decisions: result.unsettled.count,
                models: result.undecided,
                mayRaiseMore: result.mayRaiseMore,
                outdated: result.outdated.count
            ).text(fixable: fix ? 0 : fixable).map { Console.note($0) }
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
        case .sarif: try Console.printJSON(SarifReport(findings, elsewhere: result.file))
        case .junit: Console.printSource(findings.junit(summary: result.passed))
        }
        if isInvalid { throw CommandFailure([], code: CommandFailure.Codes.invalid) }
        if !result.unsettled.isEmpty { throw CommandFailure([], code: CommandFailure.Codes.refused) }
        if !result.outdated.isEmpty { throw CommandFailure([], code: CommandFailure.Codes.difference) }
    }

    /// The result of a check.
    private struct Result {
        /// Findings about the files.
        var findings: [Diagnostic] = []
        /// Findings about stages that need a decision.
        var unsettled: [Diagnostic] = []
        /// The number of models whose stages need a decision.
        var undecided = 0
        /// Whether the answer of a decision may raise others.
        var mayRaiseMore = false
        /// Findings about generated files that are not up to date.
        var outdated: [Diagnostic] = []
        /// Help with all decisions of each stage.
        var advice: [String] = []
        /// The checked models, evaluated only if they are printed: their digests cost as much as the check.
        var models: [() -> CheckReport.Model] = []
        /// A line per model.
        var summary: [String] = []
        /// The lines of those models that have no error, and need no decision.
        var passed: [String] = []
        /// The file of a model, or of the project, for findings without a location.
        var file = ProjectFile.name
        /// The files that a fix may edit. Frozen versions are not among them.
        var editable: Set<String> = []

        /// The model that generates each file, by lowercased file name: some file systems ignore case.
        var writers: [String: String] = [:]

        /// Compares the classes in a folder with what a model's generator would write now.
        mutating func checkOutput(
            of generator: Generator,
            for model: String,
            isOnly: Bool,
            in folder: URL,
            of project: Project
        ) {
            for file in generator.files() {
                guard let other = writers.updateValue(model, forKey: file.name.lowercased()) else { continue }
                findings.append(
                    .error(
                        "the models '\(other)' and '\(model)' both generate the file '\(file.name)'",
                        at: SourceLocation(file: project.shown(folder.appending(path: file.name))),
                        help: ["rename the entity in one of them"]
                    )
                )
            }
            let plan = generator.plan(for: folder)
            let help = "run 'apus generate\(isOnly ? "" : " --model \(model)")' and commit what it writes"
            func report(_ problem: String, of name: String, help: String) {
                let location = SourceLocation(file: project.shown(folder.appending(path: name)))
                outdated.append(.error(problem, at: location, help: [help]))
            }
            for action in plan.actions {
                switch action {
                case .add(let file): report("the generated file is missing", of: file.name, help: help)
                case .change(let file, _): report("the generated file is not up to date", of: file.name, help: help)
                case .remove(let name, _): report("the file is no longer generated", of: name, help: help)
                }
            }
            for name in plan.obstacles {
                report(
                    "the file has the name of a generated file, but was not generated from this model",
                    of: name,
                    help: "move it away; to write the class yourself, use 'codegen: extension' or 'codegen: none'"
                )
            }
        }

        /// The number of findings that keep a model from being sound.
        var errorCount: Int { [findings, unsettled, outdated].joined().count { $0.severity == .error } }

        /// Adds the line about a model, which is sound if it has passed.
        mutating func add(_ line: String, hasPassed: Bool) {
            summary.append(line)
            if hasPassed { passed.append(line) }
        }

        /// Whether `--fix` can fix a finding.
        func canFix(_ finding: Diagnostic) -> Bool {
            !finding.fixes.isEmpty && finding.fixes.allSatisfy { editable.contains($0.location.file) }
        }
    }

    private func checkProject() throws -> Result {
        let project = try options.findProject()
        if fix { report(try failing { try project.fix(model: options.model) }) }
        let contents = project.noting { project.load() }
        var result = Result(findings: contents.diagnostics)
        let chosen = contents.models.filter { options.model == nil || $0.name == options.model }
        if let name = options.model, chosen.isEmpty {
            throw CommandFailure.noModel(name, among: contents.models.map(\.name))
        }
        result.editable = Set(chosen.flatMap { $0.files.heads + $0.files.mappings }.map(\.path))
        let generatorOptions = Generator.Options(project.settings)
        let located: [Generator.LocatedModel] = contents.models.compactMap { model in
            model.history.map { ($0, { model.contents.locations[$0] }) }
        }
        let foreign = Dictionary(
            zip(located.map(\.history.model), Generator.problems(among: located, options: generatorOptions))
        ) { $0 + $1 }
        result.file =
            chosen.count == 1
            ? chosen[0].files.heads.first?.path ?? result.file
            : project.shown(project.folder.appending(path: ProjectFile.name))
        for model in chosen {
            guard let history = model.history, let planner = model.planner else { continue }
            let errorCount = result.errorCount
            result.findings += Generator.problems(of: history, options: generatorOptions) {
                model.contents.locations[$0]
            }
            result.findings += foreign[history.model] ?? []
            var cases = DiagnosticCollector()
            _ = project.cases(of: model, history, into: &cases)
            result.findings += cases.diagnostics
            if let folder = project.output, !contents.diagnostics.contains(where: { $0.severity == .error }) {
                do {
                    let generator = try self.generator(of: model, with: history, in: project)
                    let isOnly = contents.models.count == 1
                    result.checkOutput(of: generator, for: model.name, isOnly: isOnly, in: folder, of: project)
                } catch let error as DiagnosticsError {
                    result.findings += error.diagnostics.filter { !result.findings.contains($0) }
                }
            }
            // Two large schemas are compared once.
            let isChanged = history.hasUnreleasedHead
            if !isChanged, let finding = model.unusedHeadMapping(history) { result.findings.append(finding) }
            let locations = ElementLocations(head: model.contents.locations)
            let (ways, back) = try Console.timed("compared the versions of \(model.name)") {
                (try planner.ways(), try planner.writtenWaysBack())
            }
            let unsettled = result.unsettled.count
            for stage in ways.steps + ways.direct + back.written {
                let refusals = stage.shownRefusals
                if stage.mayRaiseMore { result.mayRaiseMore = true }
                result.unsettled += stage.diagnostics(showing: refusals, locating: locations.location)
                result.advice += [stage.advice(on: refusals)].filter { !$0.isEmpty }
            }
            result.unsettled += (ways.conflicts + back.conflicts).flatMap { $0.diagnostics() }
            if result.unsettled.count > unsettled { result.undecided += 1 }
            if let schema = history.head ?? history.newest?.schema {
                let newest = history.newest?.version
                result.models.append { CheckReport.Model(schema, newest: newest, isHeadChanged: isChanged) }
            }
            let newest = history.newest.map { "newest version \($0.version)" } ?? "no frozen version"
            let head = isChanged ? "head changed" : "head unchanged"
            let oldest = history.retired.isEmpty ? nil : history.versions.first
            let retired = oldest.map { ", retired before \($0)" } ?? ""
            let isReadable = !model.contents.diagnostics.contains { $0.severity == .error }
            result.add(
                "\(model.name): \(newest), \(head)\(retired)",
                hasPassed: isReadable && result.errorCount == errorCount
            )
            for path in ways.steps.filter({ $0.to == .unreleased }).flatMap(\.emptyRelationships) {
                result.summary.append("  note: '\(path)' is required, but existing rows stay without one")
            }
        }
        return result
    }

    private func generator(
        of model: ProjectModel,
        with history: History,
        in project: Project
    ) throws -> Generator {
        try Generator(
            history: history,
            mappings: model.mappings,
            seedData: model.contents.seedData,
            options: Generator.Options(project.settings)
        ) {
            model.contents.locations[$0]
        }
    }

    private func checkFiles() throws -> Result {
        if fix { report(try failing { try FileFixing.fix { reading(of: files) } }) }
        var result = Result()
        let (sources, problems) = read(files)
        result.findings = problems
        result.editable = Set(sources.map(\.path))
        result.file = files.first ?? result.file
        for group in ModelFile.groups(of: sources) {
            let contents = ModelFile.contents(of: group, as: .alone(group))
            let errorCount = result.errorCount
            result.findings += contents.diagnostics
            guard let schema = contents.schema else { continue }
            let history = History(model: schema.model, entries: [], head: schema)
            result.findings += Generator.problems(of: history) { contents.locations[$0] }
            result.models.append { CheckReport.Model(schema) }
            let count = schema.entities.count
            result.add(
                "\(schema.model): \(count) entit\(count == 1 ? "y" : "ies")",
                hasPassed: result.errorCount == errorCount
            )
        }
        return result
    }

    private func reading(of paths: [String]) -> FileFixing.Reading {
        let (sources, problems) = read(paths)
        let contents = ModelFile.groups(of: sources).map { ModelFile.contents(of: $0, as: .alone($0)) }
        return (sources, problems + contents.flatMap(\.diagnostics))
    }

    private func read(_ paths: [String]) -> (files: [SourceFile], diagnostics: [Diagnostic]) {
        var findings = DiagnosticCollector()
        var seen: Set<String> = []
        let sources: [SourceFile] = paths.compactMap { path in
            // A file that is listed twice is read once.
            let name = URL(fileURLWithPath: path).standardizedFileURL.path
            return seen.insert(name).inserted ? FileReading.read(path, into: &findings) : nil
        }
        return (sources, findings.diagnostics)
    }

    private func report(_ fixes: [Fix]) {
        for fix in fixes { Console.note("fixed \(fix)") }
    }
}

extension ProjectModel {
    /// The finding that the mapping of a head that is the newest version does nothing; `nil` if it is empty.
    fileprivate func unusedHeadMapping(_ history: History) -> Diagnostic? {
        guard let newest = history.newest,
            let line = mappings.first(where: { $0.to == nil && !$0.lines.isEmpty })?.lines.first
        else { return nil }
        return .warning(
            "the mapping does nothing, because nothing has changed in the model since version \(newest.version)",
            at: line.location,
            help: [
                "for a stage that changes only data, set 'hashModifier' of the entity in the model: 'hashModifier: \"1\"'"
            ]
        )
    }
}
