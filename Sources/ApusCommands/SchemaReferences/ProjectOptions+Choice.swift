import ApusDiagnostics
import ApusProject
import Foundation

extension ProjectOptions {
    /// The project, for an argument that needs one.
    ///
    /// - Parameter text: The argument.
    /// - Returns: The project.
    /// - Throws: `CommandFailure` that says what needs none.
    func findProject(for text: String) throws -> Project {
        do {
            return try findProject()
        } catch let failure as CommandFailure where failure.isWithoutPlace {
            let isFile: Bool = FileManager.default.fileExists(atPath: text)
            throw failure.helping("'\(text)' needs a project; files, folders, stores and 'main:path/Model.yaml' do not")
                .helping(isFile ? "for the file of this name write './\(text)'" : nil)
        }
    }

    /// The project's model: the one that was named, else one that a schema at hand is of.
    ///
    /// - Parameters:
    ///   - models: The models of the schemas at hand.
    ///   - text: The argument that needs a project.
    /// - Returns: The model.
    /// - Throws: `CommandFailure`.
    func load(preferring models: [String], for text: String) throws -> LoadedModel {
        try choosing(among: models, in: findProject(for: text)).load()
    }

    /// The project's model, or `nil` where there is no project and none was named.
    ///
    /// - Parameter models: The models of the schemas at hand.
    /// - Returns: The model.
    /// - Throws: `CommandFailure`.
    func loadIfAny(preferring models: [String]) throws -> LoadedModel? {
        let project: Project
        do {
            project = try findProject()
        } catch let failure as CommandFailure where failure.isWithoutPlace && self.project == nil {
            return nil
        }
        return try choosing(among: models, in: project).load()
    }

    /// The name of the project's model, which is not read.
    ///
    /// - Parameters:
    ///   - models: The models of the schemas at hand.
    ///   - project: The project.
    /// - Returns: The name.
    /// - Throws: `CommandFailure` where there are several.
    func modelName(preferring models: [String], in project: Project) throws -> String {
        if let model = choosing(among: models, in: project).model { return model }
        let folder: URL = project.folder.appending(path: "Schemas")
        let names: [String] = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let folders: [String] = names.filter { !$0.hasPrefix(".") && Self.hasModel($0, project) }.sorted()
        if let name = folders.first, folders.count == 1 { return name }
        let list: String = folders.map { "'\($0)'" }.joined(separator: ", ")
        throw CommandFailure.invalid(
            folders.isEmpty ? "the project has no model today" : "the project has several models",
            help: folders.isEmpty ? "name the model with --model" : "choose one of \(list) with --model"
        )
    }

    private func choosing(among models: [String], in project: Project) -> ProjectOptions {
        var options: ProjectOptions = self
        options.model = model ?? models.first { Self.hasModel($0, project) }
        return options
    }

    /// Whether the project has a folder of that model.
    private static func hasModel(_ name: String, _ project: Project) -> Bool {
        PathKind(project.folder.appending(path: "Schemas").appending(path: name).path) == .folder
    }
}

extension CommandFailure {
    /// Whether it is about no file: where a project was looked for, that there is none.
    fileprivate var isWithoutPlace: Bool {
        diagnostics.allSatisfy { $0.location == nil }
    }
}
