import ApusDiagnostics
import ApusSchema

/// Reports what a model can say and a store can hold, but classes cannot carry.
func checkClasses(
    of schema: Schema,
    access: AccessLevel,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    let types = TypeNames(schema)
    for entity in schema.entities {
        let place: ModelPath = .entity(entity.name)
        let level: AccessLevel = entity.access ?? access
        if let parent = entity.parent.flatMap({ schema.entity($0) }), level.isWider(than: parent.access ?? access) {
            findings.error(
                "the class of '\(entity.name)' is \(level.rawValue), but that of its parent '\(parent.name)' is "
                    + "\((parent.access ?? access).rawValue)",
                at: locate(place),
                help: ["give both the same access: 'access: \(level.rawValue)'"]
            )
        }
        for attribute in entity.attributes where !attribute.isStored && !attribute.isOptional {
            let source = AttributeSource(attribute, schema, types)
            if source.emptyLiteral != nil || source.defaultLiteral != nil { continue }
            findings.error(
                "'\(entity.name).\(attribute.name)' is in no store, and an object that is fetched has no value of it",
                at: locate(place.element("attributes", attribute.name)),
                help: ["give it a 'default', in Swift, or make it optional"]
            )
        }
        for relationship in entity.relationships {
            guard let back = schema.inverse(of: relationship, in: entity) else { continue }
            let isNarrower: Bool =
                !schema.isKind(entity.name, of: back.relationship.destination)
                || !schema.isKind(back.entity.name, of: relationship.destination)
            if !isNarrower { continue }
            findings.error(
                "'\(entity.name).\(relationship.name)' and its inverse '\(back.entity.name).\(back.relationship.name)' "
                    + "lead to narrower classes than those that declare them",
                at: locate(place.element("relationships", relationship.name)),
                help: [
                    "let each lead to the entity that declares the other, or declare it in the entity that it leads to"
                ]
            )
        }
    }
}
