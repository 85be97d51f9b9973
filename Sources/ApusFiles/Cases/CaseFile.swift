package import ApusDiagnostics
package import ApusSchema
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

    /// Returns the version of a case's rows, without reading anything else; `nil` if the file does not say it.
    package static func origin(of file: SourceFile) -> Schema.Version? {
        guard case .mapping(let keys)? = YAMLReader.read(file.text, file: file.path).node?.content,
            let node = keys.first(where: { $0.key.text == "from" })?.value, case .scalar(let scalar) = node.content
        else { return nil }
        return Schema.Version(scalar.text)
    }

    /// Reads the cases of a model.
    ///
    /// - Parameters:
    ///   - files: Their files.
    ///   - history: The model's history.
    ///   - findings: Receives all findings, in the order of the files.
    /// - Returns: The cases without an error, in the order of the files; none if no version is frozen.
    package static func read(
        _ files: [SourceFile],
        of history: History,
        into findings: inout DiagnosticCollector
    ) -> [MigrationCase] {
        guard let versions = CaseVersions(of: history) else { return [] }
        return files.compactMap { file in
            let (one, problems) = read(file, versions)
            findings.add(contentsOf: problems)
            return one
        }
    }

    /// Writes what was found into a case's file, in place of what was expected at its end, and the version at which it
    /// was found. The rest stays as it is.
    ///
    /// - Parameters:
    ///   - expectations: What was found, as YAML.
    ///   - old: The case.
    /// - Returns: The text of the file; `nil` if `expect` is not its last key, or no further key can be added.
    package static func write(_ expectations: YAMLValue, in old: MigrationCase) -> String? {
        if old.hasExpectationKey, old.expectationLine == nil { return nil }
        let end = old.file.text.contains("\r\n") ? "\r\n" : "\n"
        var lines = old.file.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            String($0)
        }
        if lines.last == "" { lines.removeLast() }
        if let line = old.expectationLine { lines.removeSubrange(line...) }
        // Rows of the newest version would be others as soon as there is a newer one.
        let target = old.to.map { old.hasTarget ? [] : [YAMLValue.Entry("to", .word("\($0)"))] } ?? []
        let written = YAMLWriter.write(.mapping(target + [YAMLValue.Entry("expect", expectations)]))
            .split(separator: "\n").map { String($0) }
        let text = (lines + written).joined(separator: end) + end
        // A mapping in braces takes no key after it.
        let (_, problems) = YAMLReader.read(text, file: old.file.path)
        return problems.isEmpty ? text : nil
    }
}
