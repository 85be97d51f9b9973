import ApusCodegen
import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusReports
import ApusSchema
import ArgumentParser
import Foundation

/// What `apus dev` does for each change: check the files, generate the classes, let the store follow.
struct DevRound {
    let options: ProjectOptions
    /// The store, if there is one.
    let store: DevStore?
    /// The warnings that were printed last. They are printed again only if they change.
    private var warnings: [Diagnostic] = []

    init(options: ProjectOptions, store: DevStore?) {
        (self.options, self.store) = (options, store)
    }

    /// Does one round, and prints what was found and done.
    ///
    /// - Returns: The exit code that says how it ended.
    mutating func run() -> ExitCode {
        do {
            let project = try options.findProject()
            let contents = project.load(.asNeeded)
            let errors = contents.diagnostics.filter { $0.severity == .error }
            let warnings = contents.diagnostics.filter { $0.severity != .error }
            if warnings != self.warnings { Console.report(warnings.map(\.printable)) }
            self.warnings = warnings
            if !errors.isEmpty { throw CommandFailure(errors.map(\.printable), code: CommandFailure.Codes.invalid) }
            let chosen = contents.models.filter { options.model == nil || $0.name == options.model }
            if let name = options.model, chosen.isEmpty {
                throw CommandFailure.noModel(name, among: contents.models.map(\.name))
            }
            if store != nil, chosen.count > 1 {
                let names = chosen.map { "'\($0.name)'" }.joined(separator: ", ")
                throw CommandFailure.invalid(
                    "the project has several models",
                    help: "choose one of \(names) with --model"
                )
            }
            var worst = ExitCode.success
            for model in chosen {
                let code = follow(model, in: project)
                if code.rawValue > worst.rawValue { worst = code }
            }
            return worst
        } catch {
            return report(error, leaving: "nothing was generated or migrated")
        }
    }

    /// Brings the classes and the store of a model up to date. If the classes cannot be generated, the store stays as it is: it must
    /// not be ahead of the code that opens it.
    private func follow(_ model: ProjectModel, in project: Project) -> ExitCode {
        guard let planner = model.planner else { return CommandFailure.Codes.invalid }
        let loaded = LoadedModel(
            project: project,
            model: model,
            planner: planner,
            locations: ElementLocations(head: model.contents.locations)
        )
        var parts: [String] = []
        do {
            if let count = try generate(loaded) {
                parts.append(count == 0 ? "classes unchanged" : "\(count) file\(count == 1 ? "" : "s") generated")
            }
        } catch {
            return report(
                error,
                leaving:
                    "\(model.name): the classes were not generated\(store == nil ? "" : ", the store is unchanged")"
            )
        }
        let decisions = loaded.planner.headStage?.refusals.count ?? 0
        if decisions > 0 {
            let needs = decisions == 1 ? "1 decision is" : "\(decisions) decisions are"
            parts.append("\(needs) needed before a release ('apus resolve')")
        }
        guard let store else {
            Console.print("\(model.name): \((["sound"] + parts).joined(separator: ", "))")
            return .success
        }
        do {
            let done = try store.follow(loaded)
            Console.print("\(model.name): \((["sound"] + parts + ["\(store.path) \(done)"]).joined(separator: ", "))")
            return .success
        } catch {
            Console.print("\(model.name): \((["sound"] + parts + ["\(store.path) unchanged"]).joined(separator: ", "))")
            return report(error, leaving: nil)
        }
    }

    /// Writes the classes that differ, if the project commits them to a folder.
    ///
    /// - Returns: The number of files; `nil` if there is no folder.
    private func generate(_ loaded: LoadedModel) throws -> Int? {
        guard let folder = loaded.project.output else { return nil }
        return try failing {
            let generator = try Generator(
                history: loaded.history,
                mappings: loaded.planner.mappings,
                seedData: loaded.model.contents.seedData,
                options: Generator.Options(loaded.project.settings)
            ) { loaded.locations.head[$0] }
            let plan = generator.plan(for: folder)
            if let obstruction = plan.obstruction(in: folder.relativePath) { throw DiagnosticsError(obstruction) }
            if plan.isEmpty { return 0 }
            try plan.carryOut(
                write: { _ = try FileWriting.write($0.contents, to: folder.appending(path: $0.name)) },
                remove: { try FileManager.default.removeItem(at: folder.appending(path: $0)) },
                note: { _ in }
            )
            return plan.actions.count
        }
    }

    private func report(_ error: any Error, leaving line: String?) -> ExitCode {
        let failure =
            error as? CommandFailure
            ?? CommandFailure([.error("\(error)")], code: CommandFailure.Codes.invalid)
        Console.report(failure)
        if let line { Console.note(line) }
        return failure.code
    }
}
