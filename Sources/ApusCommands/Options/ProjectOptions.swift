import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema
import ApusStore
import ArgumentParser
import Foundation

/// The options that select a command's project and model.
struct ProjectOptions: ParsableArguments {
    @Option(
        name: .long,
        help: "The project's folder; by default the nearest one upwards with an apus.yaml.",
        completion: .directory
    )
    var project: String?

    @Option(name: .long, help: "The model; required only if the project has several.", completion: Completions.models)
    var model: String?

    /// The project.
    func findProject() throws -> Project {
        try failing { try Project.find(explicit: project.map { URL(fileURLWithPath: $0) }) }
    }

    /// The project's contents. Errors end the command. Warnings are only counted, because 'apus check' prints them.
    private func contents(of project: Project) throws -> Project.Contents {
        let contents = project.noting { project.load(.asNeeded) }
        let errors = contents.diagnostics.filter { $0.severity == .error }
        if !errors.isEmpty { throw CommandFailure(errors, code: CommandFailure.Codes.invalid) }
        let count = contents.diagnostics.count
        if count > 0 { Console.note("\(count) warning\(count == 1 ? "" : "s") about the models: run 'apus check'") }
        return contents
    }

    /// The models of the project, or the one that `--model` names, whatever is wrong with their files.
    func findModels(in project: Project) -> [ProjectModel] {
        project.load(.asNeeded).models.filter { model == nil || $0.name == model }
    }

    /// The planners of all models of the project, with their seed data, by the models' names; `nil` if the user names no project and
    /// there is none around the current folder.
    func planners() throws -> [String: (planner: Planner, seedData: SeedRows?)]? {
        if project == nil, !Project.isAround() { return nil }
        let models = try contents(of: findProject()).models
        let planners = models.compactMap { model in
            model.planner.map { planner in (model.name, (planner, model.contents.seedData)) }
        }
        return Dictionary(planners, uniquingKeysWith: { first, _ in first })
    }

    /// The project's only model or the one that `--model` names, with its history. Errors end the command.
    func load() throws -> LoadedModel {
        let models = try loadAll()
        if models.count > 1 {
            let names = models.map { "'\($0.model.name)'" }.joined(separator: ", ")
            throw CommandFailure.invalid("the project has several models", help: "choose one of \(names) with --model")
        }
        return models[0]
    }

    /// All models of the project or the one that `--model` names, with their histories; at least one. Errors end the
    /// command.
    func loadAll() throws -> [LoadedModel] {
        let project = try findProject()
        let contents = try self.contents(of: project)
        let chosen = contents.models.filter { model == nil || $0.name == model }
        guard !chosen.isEmpty else {
            throw CommandFailure.noModel(model ?? "", among: contents.models.map(\.name))
        }
        return try chosen.map { model in
            guard let planner = model.planner else {
                throw CommandFailure.invalid("the model '\(model.name)' cannot be read", help: "run 'apus check'")
            }
            return LoadedModel(
                project: project,
                model: model,
                planner: planner,
                locations: ElementLocations(head: model.contents.locations)
            )
        }
    }
}

extension Project {
    /// Reads the project, and prints what was read if the user wants to see it.
    func noting(_ read: () -> Contents) -> Contents {
        let contents = Console.timed("read \(shown(folder.appending(path: "apus.yaml")))", read)
        guard Console.settings.isVerbose else { return contents }
        for model in contents.models {
            let files = model.files.heads + model.files.mappings
            for file in files { Console.detail("read \(file.path)") }
            let versions = model.history?.versions.count ?? 0
            if versions > 0 {
                Console.detail("\(model.name): \(versions) version\(versions == 1 ? "" : "s") in versions.lock")
            }
        }
        return contents
    }
}

/// A model of a project with what planning needs.
struct LoadedModel {
    /// The project.
    let project: Project
    /// The model.
    let model: ProjectModel
    /// The planner over the model's history and mappings.
    let planner: Planner
    /// The locations of the head's elements.
    let locations: ElementLocations

    /// The executable that has the code in Swift, as the project says; `nil` if the program is one with code.
    var executable: String? { code.isEmpty ? project.settings.executable : nil }

    /// The functions and stages in Swift that the program has for the model.
    var code: MigrationCode { Invocation.code(of: model.name) }

    /// Returns what migrates stores, with the functions and stages in Swift that the program has.
    func migrator(to target: Planner.Target) -> Migrator {
        var migrator = Migrator(planner: planner, target: target)
        migrator.code = code
        migrator.executable = executable
        return migrator
    }

    /// The model's history.
    var history: History { planner.history }

    /// What the model's seed data will do to a store after a migration.
    func seedData(of store: String, after plan: Plan) -> SeedDataRecord? {
        SeedDataRecord(of: store, model.contents.seedData, after: plan, planner)
    }
}
