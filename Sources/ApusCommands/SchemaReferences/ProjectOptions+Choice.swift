import ApusDiagnostics
import ApusProject
import Foundation

extension ProjectOptions {
    /// Finds the project that an argument needs.
    ///
    /// - Parameter text: The argument.
    /// - Returns: The project.
    /// - Throws: `CommandFailure` that explains which arguments need no project.
    func findProject(for text: String) throws -> Project {
        do {
            return try findProject()
        } catch let failure as CommandFailure where failure.hasNoLocation {
            let isFile = FileManager.default.fileExists(atPath: text)
            throw failure.helping("'\(text)' needs a project; files, folders, stores and 'main:path/Model.yaml' do not")
                .helping(isFile ? "for the file with this name, write './\(text)'" : nil)
        }
    }

    /// Loads the project's model: the one that `--model` names, else the one of a given schema.
    ///
    /// - Parameters:
    ///   - models: The models of the given schemas.
    ///   - text: The argument that needs a project.
    /// - Returns: The model.
    /// - Throws: `CommandFailure`.
    func load(preferring models: [String], for text: String) throws -> LoadedModel {
        try choosing(among: models, in: findProject(for: text)).load()
    }

    /// Loads the project's model, or returns `nil` if there is no project and `--project` names none.
    ///
    /// - Parameter models: The models of the given schemas.
    /// - Returns: The model.
    /// - Throws: `CommandFailure`.
    func loadIfAny(preferring models: [String]) throws -> LoadedModel? {
        let project: Project
        do {
            project = try findProject()
        } catch let failure as CommandFailure where failure.hasNoLocation && self.project == nil {
            return nil
        }
        return try choosing(among: models, in: project).load()
    }

    /// Finds the name of the project's model without reading it.
    ///
    /// - Parameters:
    ///   - models: The models of the given schemas.
    ///   - project: The project.
    /// - Returns: The name.
    /// - Throws: `CommandFailure` if there are several, or none.
    func modelName(preferring models: [String], in project: Project) throws -> String {
        if let model = choosing(among: models, in: project).model { return model }
        let folder = project.folder.appending(path: "Schemas")
        let names: [String] = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let folders = names.filter { !$0.hasPrefix(".") && Self.hasModel($0, project) }.sorted()
        if let name = folders.first, folders.count == 1 { return name }
        let list = folders.map { "'\($0)'" }.joined(separator: ", ")
        throw CommandFailure.invalid(
            folders.isEmpty ? "the project has no model now" : "the project has several models",
            help: folders.isEmpty ? "give the model's name with --model" : "choose one of \(list) with --model"
        )
    }

    private func choosing(among models: [String], in project: Project) -> ProjectOptions {
        var options = self
        options.model = model ?? models.first { Self.hasModel($0, project) }
        return options
    }

    /// Whether the project has a folder for a model.
    private static func hasModel(_ name: String, _ project: Project) -> Bool {
        PathKind(project.folder.appending(path: "Schemas").appending(path: name).path) == .folder
    }
}

extension CommandFailure {
    /// Whether no finding is about a file. From a search for a project, this means that there is none.
    fileprivate var hasNoLocation: Bool {
        diagnostics.allSatisfy { $0.location == nil }
    }
}
