public import ApusDiagnostics
public import ApusMigration
public import ApusSchema
import ApusYAML

/// The YAML of a stage's mapping: from text to a mapping and back.
public enum MappingFile {
    /// Reads a mapping.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - from: The older version, see ``versions(ofFileName:)``.
    ///   - to: The newer version; `nil` for the head.
    /// - Returns: The mapping, `nil` where a finding is an error; and the findings.
    public static func read(
        _ file: SourceFile,
        from: Schema.Version,
        to: Schema.Version?
    ) -> (mapping: Mapping?, diagnostics: [Diagnostic]) {
        var findings = DiagnosticCollector()
        let (node, problems) = YAMLReader.read(file.text, file: file.path)
        findings.add(contentsOf: problems)
        var accept: [Mapping.Acceptance] = []
        let kinds = Keys.Kinds(owner: "a mapping", known: Self.keys.map(\.name), later: laterKeys)
        // A file of comments alone is the mapping that accepts nothing.
        if let node, let keys = Keys(node, kinds, into: &findings), let list = keys["accept"] {
            accept = acceptances(list, into: &findings)
        }
        let mapping = Mapping(from: from, to: to, accept: accept, file: file.path)
        return (findings.hasErrors ? nil : mapping, findings.diagnostics.inOrder(of: []))
    }

    /// Writes a mapping.
    ///
    /// - Parameters:
    ///   - mapping: The mapping.
    ///   - comment: Lines that stand above it as a comment.
    /// - Returns: The text of its file.
    public static func write(_ mapping: Mapping, comment: [String] = []) -> String {
        let accept: [YAMLValue] = mapping.accept.map { .text($0.path.description) }
        return YAMLWriter.write(.mapping([YAMLValue.Entry("accept", .sequence(accept))]).commented(comment))
    }

    /// The versions that a mapping's file name says: `2-3.yaml`, `1.2-2.yaml`, `3-head.yaml`.
    ///
    /// - Parameter name: The name, without folders.
    /// - Returns: The older version and the newer one, `nil` for the head; or `nil` where the name is no mapping's.
    public static func versions(ofFileName name: String) -> (from: Schema.Version, to: Schema.Version?)? {
        guard name.hasSuffix(".yaml") else { return nil }
        let parts: [String] = name.dropLast(5).split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let from = Schema.Version(parts[0]) else { return nil }
        if parts[1] == "head" { return (from, nil) }
        return Schema.Version(parts[1]).map { (from, $0) }
    }

    /// The name of the file of a stage's mapping.
    ///
    /// - Parameters:
    ///   - from: The older version.
    ///   - to: The newer version; `nil` for the head.
    /// - Returns: The name, without folders.
    public static func fileName(from: Schema.Version, to: Schema.Version?) -> String {
        "\(from)-\(to?.description ?? "head").yaml"
    }

    private static func acceptances(
        _ node: YAMLNode,
        into findings: inout DiagnosticCollector
    ) -> [Mapping.Acceptance] {
        let form: String = "write '- Entity' or '- Entity.property', with the older version's names"
        let elements: [YAMLNode]
        switch node.content {
        case .sequence(let list): elements = list
        case .scalar(let scalar) where scalar.isMissing: elements = []
        case .scalar, .mapping:
            findings.error("'accept' must be a list, not \(node.kind)", at: node.location, help: [form])
            return []
        }
        var seen: [ElementPath: SourceLocation] = [:]
        return elements.compactMap { element in
            guard let scalar = element.text(of: "an accepted loss", into: &findings) else { return nil }
            guard let path = ElementPath(parsing: scalar.text) else {
                findings.error("'\(scalar.text)' names no entity or property", at: element.location, help: [form])
                return nil
            }
            if let first = seen[path] {
                findings.error(
                    "'\(path)' is accepted twice",
                    at: element.location,
                    notes: ["the first one is at \(first)"],
                    help: ["remove one of them"]
                )
                return nil
            }
            seen[path] = element.location
            return Mapping.Acceptance(path, at: element.location)
        }
    }

    /// What DESIGN.md's later steps add.
    private static let laterKeys: Set<String> = [
        "fill", "map", "mapping", "entities", "values", "assert", "where", "filter", "split", "merge", "sql", "swift",
        "convert", "from", "to",
    ]
}
