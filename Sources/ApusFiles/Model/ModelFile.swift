package import ApusDiagnostics
package import ApusSchema
import ApusYAML

/// Reading and writing of a model's YAML.
package enum ModelFile {
    /// The contents of a schema's files.
    package struct Contents: Sendable {
        /// The schema; `nil` if a finding is an error.
        package let schema: Schema?
        /// The findings about all files, sorted by location.
        package let diagnostics: [Diagnostic]
        /// The locations of all elements, including invalid ones.
        package let locations: ModelLocations
    }

    /// Reads the files of a schema.
    ///
    /// - Parameter files: The files, which determine the order of the entities.
    /// - Returns: The schema, `nil` if a finding is an error; and the findings about all files, sorted by location.
    package static func read(_ files: [SourceFile]) -> (schema: Schema?, diagnostics: [Diagnostic]) {
        let contents: Contents = contents(of: files)
        return (contents.schema, contents.diagnostics)
    }

    /// Reads the files of a schema, with locations.
    ///
    /// - Parameter files: The files, which determine the order of the entities.
    /// - Returns: The schema, the findings and the locations.
    package static func contents(of files: [SourceFile]) -> Contents {
        var reader = ModelReader()
        for file in files { reader.read(file) }
        return reader.finish()
    }

    /// The schema in a file without validation; `nil` if it cannot be read.
    package static func draft(of file: SourceFile) -> Schema? {
        var reader = ModelReader()
        reader.read(file)
        return reader.draft
    }

    /// Writes a schema.
    ///
    /// The text follows the schema's order, is the same for equal schemas, and reads back as the same schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - comment: The lines of a comment at the top.
    /// - Returns: The text of a single file.
    package static func write(_ schema: Schema, comment: [String] = []) -> String {
        YAMLWriter.write(schema.yaml.commented(comment))
    }

    /// Checks a model's name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - location: Its location.
    /// - Returns: The findings; empty for a valid name.
    package static func problems(withName name: String, at location: SourceLocation? = nil) -> [Diagnostic] {
        Schema.problems(withModelName: name, at: location)
    }
}
