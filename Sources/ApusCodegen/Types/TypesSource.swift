import ApusSchema

/// The file with the enums and the composites of a model.
struct TypesSource {
    let schema: Schema
    let access: AccessLevel
    /// The modules of the user's own types.
    let modules: [String]

    /// The file; it has nothing but its first line where the model has no such types.
    var file: String {
        let types = TypeNames(schema)
        let composites: [CompositeSource] = schema.composites.map {
            CompositeSource($0, schema, schema.access(ofType: $0.name, access), types)
        }
        var text = SourceText()
        text.add(GeneratedFile.header(model: schema.model))
        if schema.enumerations.isEmpty, composites.isEmpty { return text.contents }
        let enumerations: [AccessLevel] = schema.enumerations.map { schema.access(ofType: $0.name, access) }
        text.addImports(
            apus: .widest(of: enumerations + composites.map(\.access)),
            foundation: .widest(of: composites.map(\.foundation)),
            own: .widest(of: composites.map(\.own)),
            modules: modules
        )
        for enumeration in schema.enumerations {
            text.gap()
            EnumerationSource(
                enumeration: enumeration,
                access: schema.access(ofType: enumeration.name, access),
                types: types
            ).add(
                to: &text
            )
        }
        for composite in composites {
            text.gap()
            composite.addDeclaration(to: &text)
            text.gap()
            composite.addConformance(to: &text)
        }
        return text.contents
    }
}

extension Schema {
    /// Who can use an enum or a composite: all who can use a class that has properties of it; of one that none has, as
    /// the project says.
    func access(ofType type: String, _ access: AccessLevel) -> AccessLevel {
        var users: Set<String> = [type]
        var count: Int = 0
        while count < users.count {
            count = users.count
            for composite in composites where composite.attributes.contains(where: { users.contains($0.type.name) }) {
                users.insert(composite.name)
            }
        }
        let owners: [Entity] = entities.filter { $0.attributes.contains { users.contains($0.type.name) } }
        return .widest(of: owners.map { $0.access ?? access }) ?? access
    }
}
