/// The JSON Schemas with which editors complete and check the files of a project.
///
/// They use draft 7, the newest one that the YAML language server of most editors supports completely. They check keys
/// and the shapes of values; `apus check` also checks the relations between the parts of a model.
package enum EditorSchema: String, CaseIterable, Sendable {
    /// A model's files, `Schemas/<Model>/*.yaml`.
    case model
    /// A stage's mapping, `Migrations/<Model>/*.yaml`.
    case mapping
    /// The project's settings, `apus.yaml`.
    case project

    /// The folder of a project that holds the schemas' files.
    package static let folder: String = ".apus"

    /// The path of the schema's file in a project.
    package var path: String { "\(Self.folder)/\(rawValue).schema.json" }

    /// The text of the schema's file: the same everywhere.
    package var text: String { content.text }

    /// The comment at the top of a file that refers editors to the file's schema.
    ///
    /// - Parameter depth: The number of folders between the project and the file.
    /// - Returns: The comment, without its `# `.
    package func header(depth: Int) -> String {
        let way = depth == 0 ? "./" : String(repeating: "../", count: depth)
        return "yaml-language-server: $schema=\(way)\(path)"
    }

    /// The schema.
    var content: OrderedJSON {
        switch self {
        case .model: .model
        case .mapping: .mapping
        case .project: .project
        }
    }
}
