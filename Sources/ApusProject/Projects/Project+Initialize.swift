import ApusDiagnostics
import ApusFiles
import ApusSchema
import ApusYAML
package import Foundation

extension Project {
    /// Finds a project, or begins one without a model where there is none.
    ///
    /// - Parameter explicit: The project's folder, where somebody named it; else the nearest one upwards from the
    ///   current directory, and the current directory where there is none.
    /// - Returns: The project.
    /// - Throws: `DiagnosticsError` where its `apus.yaml` cannot be used or written.
    package static func findOrBegin(explicit: URL? = nil) throws -> Project {
        let disk = Disk(base: .currentDirectory())
        let folder: URL = explicit ?? nearest(from: .currentDirectory(), disk) ?? .currentDirectory()
        try begin(folder.appending(path: ProjectFile.name), disk)
        return try find(explicit: folder)
    }

    /// Writes the settings of a new project; where there are some they stay.
    @discardableResult
    private static func begin(_ settings: URL, _ disk: Disk) throws -> Bool {
        guard disk.kind(of: settings) == .nothing else { return false }
        let comment: [String] = [
            EditorSchema.project.header(depth: 0),
            "The project's settings. Models are in Schemas, mappings in Migrations.",
        ]
        return try disk.write(ProjectFile().write(comment: comment), to: settings)
    }

    /// Whether a model can have a name.
    package static func canName(_ model: String) -> Bool { ModelFile.problems(withName: model).isEmpty }

    /// Begins a project, or a further model of one: `apus.yaml`, `Schemas/<Model>/<Model>.yaml` with an example,
    /// `Migrations/<Model>`, and the schemas for editors. Nothing that a person wrote is overwritten.
    ///
    /// - Parameters:
    ///   - directory: The project's folder.
    ///   - model: The model's name.
    ///   - schema: The text of the head, where it is at hand; an example otherwise.
    /// - Returns: The files that were written, as messages show them.
    /// - Throws: `DiagnosticsError` where the name cannot be a model's, the model exists, or a file cannot be written.
    @discardableResult
    package static func initialize(_ directory: URL, model: String, schema: String? = nil) throws -> [String] {
        let disk = Disk(base: .currentDirectory())
        let text: String = schema ?? example(model)
        try check(SourceFile(path: "\(model).yaml", text: text), of: model)
        let folder: URL = directory.appending(path: "Schemas").appending(path: model)
        var findings = DiagnosticCollector()
        if let existing = disk.contents(of: folder, into: &findings).first {
            findings.error(
                "the model '\(model)' exists already",
                at: SourceLocation(file: disk.shown(existing)),
                help: ["choose another name with --model, or edit what is there"]
            )
        }
        try findings.throwIfErrors()
        let settings: URL = directory.appending(path: ProjectFile.name)
        let migrations: URL = directory.appending(path: "Migrations").appending(path: model)
        try disk.attempt("make it", migrations) {
            try FileManager.default.createDirectory(at: migrations, withIntermediateDirectories: true)
        }
        var written: [String] = []
        if try begin(settings, disk) { written.append(disk.shown(settings)) }
        let head: URL = folder.appending(path: "\(model).yaml")
        try disk.write(text, to: head)
        return try written + [disk.shown(head)] + writeEditorSchemas(directory, disk)
    }

    /// Refuses a name before a folder is made of it, and a schema that would be an error at once.
    private static func check(_ file: SourceFile, of model: String) throws {
        let problems: [Diagnostic] = ModelFile.problems(withName: model)
        guard problems.isEmpty else { throw DiagnosticsError(problems) }
        let (schema, findings) = ModelFile.read([file])
        guard let schema else { throw DiagnosticsError(findings) }
        guard schema.model == model else {
            throw DiagnosticsError(.error("the schema is one of '\(schema.model)', not of '\(model)'"))
        }
    }

    private static func example(_ model: String) -> String {
        let name: String = ScalarStyle.hasSpecialMeaning(model) ? ScalarStyle.quoted(model) : model
        return """
            # \(EditorSchema.model.header(depth: 2))
            # The model \(model). Edit it, then run 'apus check'; 'apus freeze' makes a version of it.
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
