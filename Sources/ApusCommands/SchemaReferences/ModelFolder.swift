import ApusDiagnostics
import ApusFiles

/// What of a folder is read as one schema: all its files that end in `.yaml`, on disk as at a git revision.
struct ModelFolder {
    /// Something that lies in the folder.
    struct Item {
        let name: String
        let isFolder: Bool
    }

    /// The folder as messages show it.
    let shown: String

    /// What lies in it.
    let items: [Item]

    /// The names of the files to read, in order.
    ///
    /// - Parameter findings: Takes what is there, looks like a part of the schema and would not be read.
    /// - Returns: The names.
    func files(into findings: inout DiagnosticCollector) -> [String] {
        let visible: [Item] = items.filter { !$0.name.hasPrefix(".") }.sorted { $0.name < $1.name }
        let names: [String] = visible.filter { !$0.isFolder && $0.name.hasSuffix(".yaml") }.map(\.name)
        let folders: [String] = visible.filter { $0.isFolder && $0.name != "versions" }.map(\.name)
        let place = SourceLocation(file: shown)
        if names.contains(ProjectFile.name) {
            findings.error(
                "this is a project's folder, not a model's",
                at: place,
                help: ["name the folder of a model, in 'Schemas'"]
            )
            return []
        }
        if names.isEmpty {
            let examples: String = folders.prefix(3).map { "'\(path($0))'" }.joined(separator: " or ")
            findings.error(
                "no file of a model lies in this folder",
                at: place,
                help: [
                    examples.isEmpty ? "files of a model end in '.yaml'" : "name the folder of a model: \(examples)?"
                ]
            )
            return []
        }
        if !folders.isEmpty {
            let more: String = folders.count > 3 ? " and \(folders.count - 3) more" : ""
            let list: String = folders.prefix(3).map { "'\($0)'" }.joined(separator: ", ") + more
            findings.error(
                "no folder in it is read, and here is \(list)",
                at: place,
                help: ["name a folder that holds the files of one model, or the one file that is meant"]
            )
        }
        for item in visible where !item.isFolder && item.name.lowercased().hasSuffix(".yml") {
            findings.error(
                "files are read that end in '.yaml'",
                at: SourceLocation(file: path(item.name)),
                help: ["rename the file"]
            )
        }
        return names
    }

    /// The path of something in it, as messages show it.
    func path(_ name: String) -> String {
        shown.hasSuffix("/") || shown.hasSuffix(":") ? shown + name : "\(shown)/\(name)"
    }
}
