public import ApusDiagnostics
public import ApusSchema
import ApusYAML

/// The YAML of a model: from text to a schema and back.
public enum ModelFile {
    /// Reads the files that together are one schema.
    ///
    /// - Parameter files: The files, in the order that the entities are to have.
    /// - Returns: The schema, `nil` where a finding is an error; and the findings about all files, in the order of the
    ///   places.
    public static func read(_ files: [SourceFile]) -> (schema: Schema?, diagnostics: [Diagnostic]) {
        var reader = ModelReader()
        for file in files { reader.read(file) }
        return reader.finish()
    }

    /// Writes a schema.
    ///
    /// The text follows the schema's order, is the same for equal schemas, and reads back as the same schema.
    ///
    /// - Parameter schema: The schema.
    /// - Returns: The text of one file.
    public static func write(_ schema: Schema) -> String {
        YAMLWriter.write(schema.yaml)
    }

    /// Finds out whether a name can be a model's.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - location: Where it stands.
    /// - Returns: The findings; none where it can.
    public static func problems(withName name: String, at location: SourceLocation? = nil) -> [Diagnostic] {
        // It becomes a folder's, a Swift type's and a table's, like an entity's.
        Schema(model: name, entities: [Entity(name)]).validate { _, _ in location }
    }
}
