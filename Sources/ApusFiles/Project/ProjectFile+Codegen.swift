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
                    "'\(text.text)' is not a module name",
                    at: node.location,
                    help: ["write the modules with the types of your attributes: 'imports: [TripsTypes]'"]
                )
            }
        }
    }

    /// Reads the name of the executable that has the functions in Swift of mappings.
    mutating func readExecutable(_ node: YAMLNode, into findings: inout DiagnosticCollector) {
        guard let name = node.text(of: "'executable'", into: &findings) else { return }
        executable = name.text
        // It is printed as part of a command.
        let isName = name.text.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
        if isName, name.text.first.map({ $0 != "-" }) == true { return }
        findings.error(
            "'\(name.text)' is not the name of an executable",
            at: name.location,
            help: ["write the name of a product of the package: 'executable: trips-migrate'"]
        )
    }

    /// Reads the frozen versions that get classes: `all`, or a list.
    mutating func readVersions(_ node: YAMLNode, into findings: inout DiagnosticCollector) {
        let texts = node.texts(of: "'versions'", into: &findings)
        if texts.isEmpty { return }
        guard let versions = VersionSelection(texts.map(\.text).joined(separator: ",")) else {
            findings.error(
                "'versions' is not a list of versions",
                at: node.location,
                help: ["write 'versions: all', or a list: 'versions: [1, 1.2]'"]
            )
            return
        }
        self.versions = versions
    }
}
