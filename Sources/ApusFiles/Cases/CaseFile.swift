package import ApusDiagnostics
import ApusSchema
package import ApusYAML

/// The YAML of a case: from text to a case, and recorded rows back to text.
package enum CaseFile {
    /// Reads a case.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - versions: The versions that it can name.
    /// - Returns: The case, `nil` if a finding is an error; and all findings, in the order of the file.
    package static func read(
        _ file: SourceFile,
        _ versions: CaseVersions
    ) -> (case: MigrationCase?, diagnostics: [Diagnostic]) {
        var reader = CaseReader(versions: versions)
        let found = reader.read(file)
        return (reader.findings.hasErrors ? nil : found, reader.findings.diagnostics.inOrder(of: []))
    }

    /// Writes what was found into a case's file, in place of what was expected, and the version at which it was
    /// found. The rest stays as it is.
    ///
    /// - Parameters:
    ///   - expectations: What was found, as YAML.
    ///   - old: The case.
    /// - Returns: The text of the file.
    package static func write(_ expectations: YAMLValue, in old: MigrationCase) -> String {
        var lines = old.file.text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        if lines.last == "" { lines.removeLast() }
        // Rows of the newest version would be others as soon as there is a newer one.
        let target = old.to.map { old.hasTarget ? [] : [YAMLValue.Entry("to", .word("\($0)"))] } ?? []
        let written = YAMLWriter.write(.mapping(target + [YAMLValue.Entry("expect", expectations)]))
            .split(separator: "\n").map { String($0) }
        let range = old.expectationLines ?? lines.count..<lines.count
        lines.replaceSubrange(range.clamped(to: 0..<lines.count), with: written)
        return lines.joined(separator: "\n") + "\n"
    }
}
