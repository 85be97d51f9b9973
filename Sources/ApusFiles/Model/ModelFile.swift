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

    /// What files are to a model: this decides what an inverse means that only one side names.
    package enum Role: Hashable, Sendable {
        /// A frozen version. It names both sides of what is a pair; other relationships are stored separately.
        case version
        /// The head, after the newest version. One side is enough, unless that version stores the two separately.
        case head(after: Schema?)

        /// The role of files that are read without their history: frozen versions are in a folder of that name.
        package static func alone(_ files: [SourceFile]) -> Role {
            files.contains { $0.path.split(whereSeparator: { "/\\".contains($0) }).dropLast().last == "versions" }
                ? .version : .head(after: nil)
        }
    }

    /// Reads the files of a schema.
    ///
    /// - Parameters:
    ///   - files: The files, which determine the order of the entities.
    ///   - role: What they are to the model.
    /// - Returns: The schema, `nil` if a finding is an error; and the findings about all files, sorted by location.
    package static func read(
        _ files: [SourceFile],
        as role: Role = .version
    ) -> (schema: Schema?, diagnostics: [Diagnostic]) {
        let contents: Contents = contents(of: files, as: role)
        return (contents.schema, contents.diagnostics)
    }

    /// Reads the files of a schema, with locations.
    ///
    /// - Parameters:
    ///   - files: The files, which determine the order of the entities.
    ///   - role: What they are to the model.
    /// - Returns: The schema, the findings and the locations.
    package static func contents(of files: [SourceFile], as role: Role = .version) -> Contents {
        var reader = ModelReader()
        for file in files { reader.read(file) }
        return reader.finish(as: role)
    }

    /// The schema in a file as it is written, without validation; `nil` if it cannot be read.
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
