package import ApusDiagnostics
package import ApusSchema

extension HistoryFiles {
    /// Reads a frozen version that its digest confirms: it was checked when it was frozen.
    ///
    /// - Parameters:
    ///   - file: The version's file.
    ///   - line: Its line in the lock.
    /// - Returns: The schema; or why it cannot be read, or that it was edited.
    func schema(frozenIn file: SourceFile, _ line: LockFile.Line) -> Result<Schema, DiagnosticsError> {
        if let draft = ModelFile.draft(of: file), Digest.of(draft) == line.schema { return .success(draft) }
        // Something is wrong, so everything is said about it.
        let (schema, findings) = ModelFile.read([file])
        let errors: [Diagnostic] = findings.filter { $0.severity == .error }
        if !errors.isEmpty { return .failure(DiagnosticsError(errors)) }
        guard let schema, Digest.of(schema) == line.schema else {
            return .failure(DiagnosticsError(editedVersion(file, line.version)))
        }
        return .success(schema)
    }

    /// The finding that a frozen version was edited.
    package func editedVersion(_ file: SourceFile, _ version: Schema.Version) -> Diagnostic {
        .error(
            "version \(version) was edited after it was frozen",
            at: SourceLocation(file: file.path),
            help: [
                "stores of version \(version) may exist: restore the file from version control",
                "make the change in \(folder)/\(model).yaml instead, and freeze a new version",
            ]
        )
    }
}
