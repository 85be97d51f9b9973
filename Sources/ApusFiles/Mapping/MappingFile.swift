package import ApusDiagnostics
package import ApusSchema
import ApusYAML

/// The YAML of a stage's mapping: from text to a mapping and back.
package enum MappingFile {
    /// Reads a mapping.
    ///
    /// What it says is checked against the schemas of its versions by ``MappingCheck``.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - from: The version whose stores the mapping is for, see ``versions(ofFileName:)``.
    ///   - to: The version that they become; `nil` for the head.
    /// - Returns: The mapping, `nil` where a finding is an error; and the findings.
    package static func read(
        _ file: SourceFile,
        from: Schema.Version,
        to: Schema.Version?
    ) -> (mapping: Mapping?, diagnostics: [Diagnostic]) {
        var reader = MappingReader(from: from, to: to)
        let mapping: Mapping = reader.read(file)
        return (reader.findings.hasErrors ? nil : mapping, reader.findings.diagnostics.inOrder(of: []))
    }

    /// Writes a mapping.
    ///
    /// The keys stand in the order of the documentation, those without anything under them are left out, and what is
    /// written reads back as the same mapping.
    ///
    /// - Parameters:
    ///   - mapping: The mapping.
    ///   - comment: Lines that stand above it as a comment.
    /// - Returns: The text of its file.
    package static func write(_ mapping: Mapping, comment: [String] = []) -> String {
        // Lines are added below a comment, which they cannot be below '{}'.
        if mapping.isEmpty, !comment.isEmpty { return comment.map { "# \($0)\n" }.joined() }
        let text: String = YAMLWriter.write(mapping.yaml.commented(comment))
        return mapping.lines.reduce(text) { $0.quoting($1) }
    }

    /// The versions that a mapping's file name says: `2-3.yaml`, `1.2-2.yaml`, `3-head.yaml`, and `3-2.yaml` for the way
    /// back.
    ///
    /// - Parameter name: The name, without folders.
    /// - Returns: The version that the mapping migrates from and the one it migrates to, `nil` for the head; or `nil` if
    ///   the name is not a mapping's.
    package static func versions(ofFileName name: String) -> (from: Schema.Version, to: Schema.Version?)? {
        guard name.hasSuffix(".yaml") else { return nil }
        let parts = name.dropLast(5).split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let from = Schema.Version(parts[0]) else { return nil }
        if parts[1] == "head" { return (from, nil) }
        return Schema.Version(parts[1]).map { (from, $0) }
    }

    /// The name of the file of a stage's mapping.
    ///
    /// - Parameters:
    ///   - from: The version that it migrates from.
    ///   - to: The version that it migrates to; `nil` for the head.
    /// - Returns: The name, without folders.
    package static func fileName(from: Schema.Version, to: Schema.Version?) -> String {
        "\(from)-\(to?.description ?? "head").yaml"
    }

    /// A version as messages name it: `version 3`, `the head`.
    static func title(of version: Schema.Version?) -> String { version.map { "version \($0)" } ?? "the head" }
}
