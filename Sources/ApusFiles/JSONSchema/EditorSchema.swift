/// The JSON Schemas of the files that people write, by which editors complete and check them.
///
/// They are of draft 7, the newest that the YAML language server of most editors knows as a whole. They check keys and
/// the shapes of values; what the parts of a model say about each other is for `apus check`.
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

    /// The comment at the head of a file that tells editors where the file's schema is.
    ///
    /// - Parameter depth: How many folders of the project the file lies in.
    /// - Returns: The comment, without its `# `.
    package func header(depth: Int) -> String {
        let way: String = depth == 0 ? "./" : String(repeating: "../", count: depth)
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
