package import ApusDiagnostics
package import ApusSchema

/// The files with the rows that ship with a model: `Schemas/<Model>/data/*.yaml`, `*.yml` and `*.json`.
package enum SeedDataFile {
    /// The name of the folder in the model's.
    package static let folder = "data"

    /// How the names of its files end. JSON is read as YAML.
    package static let endings = [".yaml", ".yml", ".json"]

    /// Reads and checks the files of a model, in time that is linear in their rows.
    ///
    /// - Parameters:
    ///   - files: The files, in the order of their names.
    ///   - schema: The model's schema, which is valid.
    /// - Returns: The rows, and the findings about all files.
    package static func read(
        _ files: [SourceFile],
        of schema: Schema
    ) -> (data: SeedRows, diagnostics: [Diagnostic]) {
        var reader = SeedDataReader(schema)
        for file in files { reader.read(file) }
        reader.check()
        return (SeedRows(reader.rows), reader.findings.diagnostics.inOrder(of: files.map(\.path)))
    }
}
