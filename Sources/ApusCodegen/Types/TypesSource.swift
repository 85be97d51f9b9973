import ApusSchema

/// The file with the enums and the composites of a model.
struct TypesSource {
    let schema: Schema
    let access: AccessLevel

    /// The file; it has nothing but its first line where the model has no such types.
    var file: String {
        let types = TypeNames(schema)
        // Properties of classes have these types, so they are as visible as the most visible class.
        let widest: AccessLevel = schema.entities.map { $0.access ?? access }
            .reduce(access) { $1.isWider(than: $0) ? $1 : $0 }
        let composites: [CompositeSource] = schema.composites.map { CompositeSource($0, schema, widest) }
        var text = SourceText()
        text.add(GeneratedFile.header(model: schema.model))
        if schema.enumerations.isEmpty, composites.isEmpty { return text.contents }
        text.gap()
        text.addImports(
            access: widest,
            apus: !composites.isEmpty,
            foundation: composites.contains(where: \.needsFoundation)
        )
        for enumeration in schema.enumerations {
            text.gap()
            EnumerationSource(enumeration: enumeration, access: widest, types: types).add(to: &text)
        }
        for composite in composites {
            text.gap()
            composite.add(to: &text)
        }
        return text.contents
    }
}
