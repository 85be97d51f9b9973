package import ApusSchema

/// The JSON Schema with which editors complete and check the files with a model's seed data.
///
/// Unlike the others, it follows from the model, so it is out of date when the model's head changes.
package struct SeedDataSchema: Hashable, Sendable {
    private let schema: Schema

    /// Creates the JSON Schema.
    ///
    /// - Parameter schema: The model's head.
    package init(of schema: Schema) { self.schema = schema }

    /// The path of the file in a project.
    package var path: String { "\(EditorSchema.folder)/\(schema.model).data.schema.json" }

    /// The text of the file.
    package var text: String { OrderedJSON.seedData(of: schema).text }

    /// The comment at the top of a file with seed data that refers editors to the schema, without its `# `.
    package var header: String { "yaml-language-server: $schema=../../../\(path)" }
}
