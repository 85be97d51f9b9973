import ApusSchema

/// The file with the enums and the composites of a model.
struct TypesSource {
    let schema: Schema
    let access: AccessLevel
    /// The modules of the user's own types.
    let modules: [String]

    /// The file; only the header if the model has no such types.
    var file: String {
        let types = TypeNames(schema)
        let composites: [CompositeSource] = schema.composites.map {
            CompositeSource($0, in: schema, access: schema.access(ofType: $0.name, access), types: types)
        }
        var text = SourceText()
        text.add(GeneratedFile.header(model: schema.model))
        if schema.enumerations.isEmpty, composites.isEmpty { return text.contents }
        let enumerations = schema.enumerations.map { schema.access(ofType: $0.name, access) }
        text.addImports(
            apus: .widest(of: enumerations + composites.map(\.access)),
            usesInterface: !composites.isEmpty,
            foundation: .widest(of: composites.map(\.foundation)),
            own: .widest(of: composites.map(\.own)),
            modules: modules
        )
        for enumeration in schema.enumerations {
            EnumerationSource(
                enumeration: enumeration,
                access: schema.access(ofType: enumeration.name, access),
                types: types
            ).add(to: &text)
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
    /// The access of an enum or a composite: the widest one of the classes that use it, or the project's if none does.
    func access(ofType type: String, _ access: AccessLevel) -> AccessLevel {
        var users: Set<String> = [type]
        var count = 0
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
