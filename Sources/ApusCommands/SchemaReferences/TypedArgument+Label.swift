import ApusProject
import ApusSchema

extension TypedArgument {
    /// The schema in a heading: a revision without the colon that tells it from a path, what was typed otherwise.
    ///
    /// - Parameter own: What the file or folder is of the project that is at hand, where it is its own.
    /// - Returns: `main`, `main:3`, `main:old/Trips.yaml`, `staged`.
    func label(own: SchemaArgument.Place? = nil) -> String {
        // A shell that completes a folder's name ends it with a slash.
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
    /// The revision as people say it.
    fileprivate var name: String {
        switch self {
        case .revision(let name): name
        case .index(stage: 0): "staged"
        case .index(let stage): "stage \(stage)"
        }
    }

    /// The name, with the colon where it is also that of something else.
    fileprivate var label: String {
        if case .revision(let name) = self, name == "head" || Schema.Version(name) != nil { return description }
        return name
    }
}

extension GitTree {
    /// What a path is of the project that a folder lies in: its model's head, or a version that is frozen there.
    ///
    /// - Parameters:
    ///   - path: The path, from the root.
    ///   - model: The model that was read there.
    ///   - folder: The folder, from the root.
    /// - Returns: The place; `nil` where it is none of that project's.
    func place(of path: GitPath, model: String, from folder: GitPath) -> SchemaArgument.Place? {
        for project in [folder] + folder.parents where (try? entry(at: project.child("apus.yaml"))) != nil {
            let home: GitPath = project.child("Schemas").child(model)
            if path == home || path == home.child("\(model).yaml") { return .head }
            let isVersion: Bool = path.parts.dropLast() == home.child("versions").parts[...]
            guard isVersion, let file = path.parts.last, file.hasSuffix(".yaml") else { return nil }
            return Schema.Version(String(file.dropLast(5))).map { .version($0) }
        }
        return nil
    }
}
