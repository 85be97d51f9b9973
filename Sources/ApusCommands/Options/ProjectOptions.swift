import ApusDiagnostics
import ApusFiles
import ApusMigration
import ApusProject
import ApusSchema
import ArgumentParser
import Foundation

/// The options by which a command finds its project and model.
struct ProjectOptions: ParsableArguments {
    @Option(
        name: .long,
        help: "The project's folder; the nearest one upwards that has apus.yaml by default.",
        completion: .directory
    )
    var project: String?

    @Option(name: .long, help: "The model; needed only if a project has several.", completion: Completions.models)
    var model: String?

    /// The project.
    func findProject() throws -> Project {
        try failing { try Project.find(explicit: project.map { URL(fileURLWithPath: $0) }) }
    }

    /// The project's contents. Errors end the command; warnings are counted in one line, as 'apus check' prints them.
    private func contents(of project: Project) throws -> Project.Contents {
        let contents: Project.Contents = project.load()
        let errors: [Diagnostic] = contents.diagnostics.filter { $0.severity == .error }
        if !errors.isEmpty { throw CommandFailure(errors, code: CommandFailure.Codes.invalid) }
        let count: Int = contents.diagnostics.count
        if count > 0 { Console.note("\(count) warning\(count == 1 ? "" : "s") about the models: run 'apus check'") }
        return contents
    }

    /// The planners of all models of the project, by the models' names; `nil` where there is no project around and none
    /// was named.
    func planners() throws -> [String: Planner]? {
        if project == nil, !Project.isAround() { return nil }
        let models: [ProjectModel] = try contents(of: findProject()).models
        let planners = models.compactMap { model in
            model.history.map { (model.name, Planner(history: $0, mappings: model.mappings)) }
        }
        return Dictionary(planners, uniquingKeysWith: { first, _ in first })
    }

    /// The project's one model, or the one that was named, with its history. Errors end the command.
    func load() throws -> LoadedModel {
        let project: Project = try findProject()
        let contents: Project.Contents = try contents(of: project)
        let names: String = contents.models.map { "'\($0.name)'" }.joined(separator: ", ")
        let chosen: ProjectModel? = contents.models.first { model == nil || $0.name == model }
        guard let chosen else {
            throw CommandFailure.invalid("there is no model '\(model ?? "")'", help: "there is: \(names)")
        }
        if model == nil, contents.models.count > 1 {
            throw CommandFailure.invalid("the project has several models", help: "choose one of \(names) with --model")
        }
        guard let history = chosen.history else {
            throw CommandFailure.invalid("the model '\(chosen.name)' could not be read", help: "run: apus check")
        }
        return LoadedModel(
            project: project,
            model: chosen,
            planner: Planner(history: history, mappings: chosen.mappings),
            locations: ElementLocations(head: chosen.contents.places)
        )
    }
}

/// A model of a project, ready to plan with.
struct LoadedModel {
    /// The project.
    let project: Project
    /// The model.
    let model: ProjectModel
    /// Its history and mappings.
    let planner: Planner
    /// Where the head's elements stand.
    let locations: ElementLocations

    /// The model's history.
    var history: History { planner.history }
}
