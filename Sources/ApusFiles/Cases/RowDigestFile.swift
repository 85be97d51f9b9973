package import ApusDiagnostics
package import ApusSchema
import ApusYAML

/// The file beside a kept store with the digest of its rows after a migration.
package enum RowDigestFile {
    /// What a file says.
    package struct Contents: Hashable, Sendable {
        /// The version to which the store was migrated.
        package let version: Schema.Version
        /// The rows.
        package let digest: RowDigest

        /// Creates a value.
        package init(version: Schema.Version, digest: RowDigest) {
            (self.version, self.digest) = (version, digest)
        }
    }

    /// What is appended to the name of a store.
    package static let suffix = ".rows.yaml"

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - versions: The frozen versions, one of which it names.
    /// - Returns: What it says, `nil` if a finding is an error; and all findings, in the order of the file.
    package static func read(
        _ file: SourceFile,
        versions: [Schema.Version]
    ) -> (contents: Contents?, diagnostics: [Diagnostic]) {
        var findings = DiagnosticCollector()
        let contents = read(file, versions, into: &findings)
        return (findings.hasErrors ? nil : contents, findings.diagnostics.inOrder(of: []))
    }

    private static func read(
        _ file: SourceFile,
        _ versions: [Schema.Version],
        into findings: inout DiagnosticCollector
    ) -> Contents? {
        let (node, problems) = YAMLReader.read(file.text, file: file.path)
        findings.add(contentsOf: problems)
        let kinds = Keys.Kinds(owner: "a digest of rows", known: ["version", "rows"])
        guard problems.isEmpty, let node, let keys = Keys(node, kinds, into: &findings) else {
            if problems.isEmpty, node == nil { incomplete(at: SourceLocation(file: file.path), into: &findings) }
            return nil
        }
        guard let versionNode = keys["version"], let rows = keys["rows"] else {
            incomplete(at: keys.location, into: &findings)
            return nil
        }
        let scalar = versionNode.text(of: "'version'", into: &findings)
        let version = scalar.flatMap { Schema.Version($0.text) }.flatMap { versions.contains($0) ? $0 : nil }
        if version == nil, let scalar {
            findings.error(
                "there is no version '\(scalar.text)'",
                at: scalar.location,
                help: ["the versions are \(versions.map(\.description).joined(separator: ", "))"]
            )
        }
        var parts: [String: RowDigest.Part] = [:]
        for entry in rows.entries(of: "'rows'", into: &findings) ?? [] {
            parts[entry.key.text] = part(entry.value, of: entry.key.text, into: &findings)
        }
        return version.map { Contents(version: $0, digest: RowDigest(parts: parts)) }
    }

    private static func incomplete(at location: SourceLocation, into findings: inout DiagnosticCollector) {
        findings.error(
            "a digest of rows needs 'version' and 'rows'",
            at: location,
            help: ["remove the file, then run: apus test --stores FOLDER --record"]
        )
    }

    private static func part(
        _ node: YAMLNode,
        of name: String,
        into findings: inout DiagnosticCollector
    ) -> RowDigest.Part? {
        let owner = "'\(name)'"
        guard let keys = Keys(node, Keys.Kinds(owner: owner, known: ["count", "digest"]), into: &findings) else {
            return nil
        }
        guard let count = keys["count"]?.count(of: "count", into: &findings),
            let digest = keys["digest"]?.text(of: "'digest'", into: &findings)
        else {
            if keys["count"] == nil || keys["digest"] == nil { incomplete(at: keys.location, into: &findings) }
            return nil
        }
        return RowDigest.Part(rows: count, digest: digest.text)
    }

    /// Writes a file.
    ///
    /// - Parameters:
    ///   - contents: What it says.
    ///   - store: The name of the store.
    /// - Returns: The text.
    package static func write(_ contents: Contents, of store: String) -> String {
        let rows = contents.digest.parts.sorted { $0.key.precedes($1.key) }.map { name, part in
            YAMLValue.Entry(
                name,
                .mapping(
                    [
                        YAMLValue.Entry("count", .word("\(part.rows)")), YAMLValue.Entry("digest", .text(part.digest)),
                    ],
                    .flow
                )
            )
        }
        let value = YAMLValue.mapping([
            YAMLValue.Entry("version", .word("\(contents.version)")), YAMLValue.Entry("rows", .mapping(rows)),
        ])
        return YAMLWriter.write(
            value.commented(["The rows of \(store) after its migration, recorded by 'apus test --record'."])
        )
    }
}
