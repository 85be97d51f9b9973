import ApusDiagnostics
import ApusSchema

/// Reports what models and stores support, but classes do not.
func checkClasses(
    of schema: Schema,
    access: AccessLevel,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    let types = TypeNames(schema)
    for entity in schema.entities {
        let path: ModelPath = .entity(entity.name)
        let level: AccessLevel = entity.access ?? access
        if let parent = entity.parent.flatMap({ schema.entity($0) }), level.isWider(than: parent.access ?? access) {
            findings.error(
                "the class of '\(entity.name)' is \(level.rawValue), but that of its parent '\(parent.name)' is "
                    + "\((parent.access ?? access).rawValue)",
                at: locate(path),
                help: ["give both the same access: 'access: \(level.rawValue)'"]
            )
        }
        for attribute in entity.attributes where !attribute.isStored && !attribute.isOptional {
            let source = AttributeSource(attribute, in: schema, types: types)
            if source.emptyLiteral != nil || source.defaultLiteral != nil { continue }
            findings.error(
                "'\(entity.name).\(attribute.name)' is transient and required, but fetched objects have no value of it",
                at: locate(path.element("attributes", attribute.name)),
                help: ["give it a 'default' in Swift, or make it optional"]
            )
        }
    }
    for enumeration in schema.enumerations {
        guard let enclosing = enumeration.enclosingEntity.flatMap({ schema.entity($0) }) else { continue }
        let (level, needed) = (enclosing.access ?? access, schema.access(ofType: enumeration.name, access))
        guard needed.isWider(than: level) else { continue }
        findings.error(
            "the enum '\(enumeration.name)' is \(needed.rawValue), like the properties that have its type, but it is in "
                + "the class of '\(enclosing.name)', which is \(level.rawValue)",
            at: locate(ModelPath.element("enums", enumeration.name).key("in")),
            help: ["remove 'in', or give '\(enclosing.name)' the key 'access: \(needed.rawValue)'"]
        )
    }
}
