package import ApusDiagnostics
package import ApusSchema
import ApusYAML

/// The YAML of a model: from text to a schema and back.
package enum ModelFile {
    /// What the files of one schema say.
    package struct Contents: Sendable {
        /// The schema; `nil` where a finding is an error.
        package let schema: Schema?
        /// The findings about all files, in the order of their places.
        package let diagnostics: [Diagnostic]
        /// Where everything stands, what cannot be used included.
        package let places: ModelPlaces
    }

    /// Reads the files that together are one schema.
    ///
    /// - Parameter files: The files, in the order that the entities are to have.
    /// - Returns: The schema, `nil` where a finding is an error; and the findings about all files, in the order of the
    ///   places.
    package static func read(_ files: [SourceFile]) -> (schema: Schema?, diagnostics: [Diagnostic]) {
        let contents: Contents = contents(of: files)
        return (contents.schema, contents.diagnostics)
    }

    /// Reads the files that together are one schema, and keeps where everything stands.
    ///
    /// - Parameter files: The files, in the order that the entities are to have.
    /// - Returns: The schema, the findings and the places.
    package static func contents(of files: [SourceFile]) -> Contents {
        var reader = ModelReader()
        for file in files { reader.read(file) }
        return reader.finish()
    }

    /// What a file says, whatever is wrong with it; `nil` where it cannot be read.
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
    ///   - comment: Lines that stand above it as a comment.
    /// - Returns: The text of one file.
    package static func write(_ schema: Schema, comment: [String] = []) -> String {
        YAMLWriter.write(schema.yaml.commented(comment))
    }

    /// Finds out whether a name can be a model's.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - location: Where it stands.
    /// - Returns: The findings; none where it can.
    package static func problems(withName name: String, at location: SourceLocation? = nil) -> [Diagnostic] {
        Schema.problems(withModelName: name, at: location)
    }
}
