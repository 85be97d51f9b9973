import ApusProject
import ApusSchema

extension TypedArgument {
    /// The schema's name in a heading: a revision without the colon that distinguishes it from a path, otherwise the
    /// argument as it was typed.
    ///
    /// - Parameter own: What the file or folder is in the current project, if it belongs to it.
    /// - Returns: `main`, `main:3`, `main:old/Trips.yaml`, `staged`.
    func label(own: SchemaArgument.Selection? = nil) -> String {
        // A shell completes a folder's name with a slash at its end.
        guard case .git(let source, let typed) = meaning else {
            return text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
        }
        switch own ?? typed {
        case .head: return source.label
        case .version(let version): return "\(source.name):\(version)"
        case .path(let path): return "\(source.name):\(path)"
        }
    }
}

extension GitSource {
    /// The revision's name in a heading.
    fileprivate var name: String {
        switch self {
        case .revision(let name): name
        case .index(stage: 0): "staged"
        case .index(let stage): "stage \(stage)"
        }
    }

    /// The name, with the colon if it could also be the head or a version.
    fileprivate var label: String {
        if case .revision(let name) = self, name == "head" || Schema.Version(name) != nil { return description }
        return name
    }
}

extension GitTree {
    /// Finds what a path is in the project that contains a folder: the head of a model, or a frozen version.
    ///
    /// - Parameters:
    ///   - path: The path, from the root.
    ///   - model: The model that was read from the path.
    ///   - folder: The folder, from the root.
    /// - Returns: The head or version, or `nil` if the path does not belong to that project.
    func selection(of path: GitPath, model: String, from folder: GitPath) -> SchemaArgument.Selection? {
        for project in [folder] + folder.parents where (try? entry(at: project.child("apus.yaml"))) != nil {
            let home = project.child("Schemas").child(model)
            if path == home || path == home.child("\(model).yaml") { return .head }
            let isVersion = path.parts.dropLast() == home.child("versions").parts[...]
            guard isVersion, let file = path.parts.last, file.hasSuffix(".yaml") else { return nil }
            return Schema.Version(String(file.dropLast(5))).map { .version($0) }
        }
        return nil
    }
}
