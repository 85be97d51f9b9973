import ApusDiagnostics
import ApusFiles

/// A folder that is read as one schema: all its files that end in `.yaml`, on disk or at a git revision.
struct ModelFolder {
    /// A file or folder in the folder.
    struct Item {
        let name: String
        let isFolder: Bool
    }

    /// The folder as messages show it.
    let shown: String

    /// The contents of the folder.
    let items: [Item]

    /// The names of the files to read, in order.
    ///
    /// - Parameter findings: Receives an error for each item that looks like a part of the schema but is not read.
    /// - Returns: The names.
    func files(into findings: inout DiagnosticCollector) -> [String] {
        let visible = items.filter { !$0.name.hasPrefix(".") }.sorted { $0.name < $1.name }
        let names = visible.filter { !$0.isFolder && $0.name.hasSuffix(".yaml") }.map(\.name)
        let folders = visible.filter { $0.isFolder && $0.name != "versions" }.map(\.name)
        let location = SourceLocation(file: shown)
        if names.contains(ProjectFile.name) {
            findings.error(
                "this is the folder of a project, not of a model",
                at: location,
                help: ["use the folder of a model, in 'Schemas'"]
            )
            return []
        }
        if names.isEmpty {
            let examples = folders.prefix(3).map { "'\(path($0))'" }.joined(separator: " or ")
            findings.error(
                "there is no model file in this folder",
                at: location,
                help: [
                    examples.isEmpty ? "model files end in '.yaml'" : "did you mean \(examples)?"
                ]
            )
            return []
        }
        if !folders.isEmpty {
            let more = folders.count > 3 ? " and \(folders.count - 3) more" : ""
            let list = folders.prefix(3).map { "'\($0)'" }.joined(separator: ", ") + more
            findings.error(
                "folders in a model's folder are not read, found \(list)",
                at: location,
                help: ["use a folder that holds the files of one model, or a single model file"]
            )
        }
        for item in visible where !item.isFolder && item.name.lowercased().hasSuffix(".yml") {
            findings.error(
                "only files that end in '.yaml' are read",
                at: SourceLocation(file: path(item.name)),
                help: ["rename the file so that it ends in '.yaml'"]
            )
        }
        return names
    }

    /// The path of an item in the folder, as messages show it.
    func path(_ name: String) -> String {
        shown.hasSuffix("/") || shown.hasSuffix(":") ? shown + name : "\(shown)/\(name)"
    }
}
