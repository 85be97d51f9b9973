import ApusDiagnostics
import ApusFiles
import ApusSchema
import ApusYAML
package import Foundation

extension Project {
    /// Finds a project, or creates one without a model.
    ///
    /// - Parameter explicit: The project's folder. `nil` is the nearest one upwards from the current directory, else
    ///   the current directory.
    /// - Returns: The project.
    /// - Throws: `DiagnosticsError` if its `apus.yaml` cannot be used or written.
    package static func findOrCreate(explicit: URL? = nil) throws -> Project {
        let disk = Disk(base: .currentDirectory())
        let folder: URL = explicit ?? nearest(from: .currentDirectory(), disk) ?? .currentDirectory()
        let settings = folder.appending(path: ProjectFile.name)
        if disk.kind(of: settings) == .nothing { try disk.write(newSettings, to: settings) }
        return try find(explicit: folder)
    }

    /// The settings of a new project.
    private static var newSettings: String {
        let comment: [String] = [
            EditorSchema.project.header(depth: 0),
            "The project's settings. Models are in Schemas, mappings in Migrations.",
        ]
        return ProjectFile().write(comment: comment)
    }

    /// Whether a name is valid for a model.
    package static func canName(_ model: String) -> Bool { ModelFile.problems(withName: model).isEmpty }

    /// Creates a project, or adds a model to one: `apus.yaml`, `Schemas/<Model>/<Model>.yaml` with an example,
    /// `Migrations/<Model>`, and the schemas for editors. No existing file is overwritten. If one file of the model cannot
    /// be written, none is left behind.
    ///
    /// - Parameters:
    ///   - directory: The project's folder.
    ///   - model: The model's name.
    ///   - schema: The text of the head, or `nil` for an example.
    /// - Returns: The files that were written, as messages show them.
    /// - Throws: `DiagnosticsError` if the name is not valid, the model exists, or a file cannot be written.
    @discardableResult
    package static func initialize(_ directory: URL, model: String, schema: String? = nil) throws -> [String] {
        let disk = Disk(base: .currentDirectory())
        let text: String = schema ?? example(model)
        try check(SourceFile(path: "\(model).yaml", text: text), of: model)
        let folder: URL = directory.appending(path: "Schemas").appending(path: model)
        var findings = DiagnosticCollector()
        if let existing = disk.contents(of: folder, into: &findings).first {
            findings.error(
                "the model '\(model)' already exists",
                at: SourceLocation(file: disk.shown(existing)),
                help: ["choose another name with --model, or edit what is there"]
            )
        }
        try findings.throwIfErrors()
        let settings: URL = directory.appending(path: ProjectFile.name)
        let migrations: URL = directory.appending(path: "Migrations").appending(path: model)
        let head: URL = folder.appending(path: "\(model).yaml")
        var change = FileChange(disk: disk)
        do {
            try change.createFolder(migrations)
            var written = [head]
            if disk.kind(of: settings) == .nothing {
                try change.create(settings, newSettings)
                written.insert(settings, at: 0)
            }
            try change.create(head, text)
            return try written.map(disk.shown) + writeEditorSchemas(directory, disk)
        } catch {
            change.undo()
            throw error
        }
    }

    /// Rejects an invalid name or schema before any folder is created.
    private static func check(_ file: SourceFile, of model: String) throws {
        let problems: [Diagnostic] = ModelFile.problems(withName: model)
        guard problems.isEmpty else { throw DiagnosticsError(problems) }
        let (schema, findings) = ModelFile.read([file], as: .head(after: nil))
        guard let schema else { throw DiagnosticsError(findings) }
        guard schema.model == model else {
            throw DiagnosticsError(.error("expected a schema of '\(model)', found one of '\(schema.model)'"))
        }
    }

    private static func example(_ model: String) -> String {
        let name: String = ScalarStyle.hasSpecialMeaning(model) ? ScalarStyle.quoted(model) : model
        return """
            # \(EditorSchema.model.header(depth: 2))
            # The model \(model). Edit it, then run 'apus check'; 'apus freeze' releases it as a version.
            model: \(name)
            entities:
              Item:
                attributes:
                  title: string             # required
                  note: string?             # optional
                  amount: int32 = 1         # required, with a default
                  created: date?
              # Tag:
              #   attributes:
              #     label: { type: string, originalName: name }   # was 'name' in the version before
              #   relationships:
              #     items: { toMany: Item, inverse: tag }         # in Item: tag: { to: Tag, optional: true, inverse: items }

            """
    }
}
