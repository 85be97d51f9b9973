import ApusDiagnostics
import ApusSchema
import ApusYAML

extension ProjectFile {
    /// Reads the modules of the user's own types.
    mutating func readImports(_ node: YAMLNode, into findings: inout DiagnosticCollector) {
        for text in node.texts(of: "'imports'", into: &findings) {
            if text.text.isIdentifier {
                imports.append(text.text)
            } else {
                findings.error(
                    "'\(text.text)' is no module's name",
                    at: node.location,
                    help: ["write the modules with the types of your attributes: 'imports: [TripsTypes]'"]
                )
            }
        }
    }

    /// Reads which frozen versions have classes: `all`, or a list.
    mutating func readVersions(_ node: YAMLNode, into findings: inout DiagnosticCollector) {
        let texts: [YAMLScalar] = node.texts(of: "'versions'", into: &findings)
        if texts.isEmpty { return }
        guard let versions = VersionSelection(texts.map(\.text).joined(separator: ",")) else {
            findings.error(
                "'versions' says which frozen versions have classes",
                at: node.location,
                help: ["write 'versions: all', or a list: 'versions: [1, 1.2]'"]
            )
            return
        }
        self.versions = versions
    }
}
