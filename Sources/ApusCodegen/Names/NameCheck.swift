import ApusDiagnostics
import ApusSchema

/// Reports names that are valid in a model, but not in generated code.
func checkSwiftNames(
    of schema: Schema,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    if !schema.model.isIdentifier {
        findings.error(
            "the model's name '\(schema.model)' cannot be part of a Swift type's",
            help: ["rename the model's folder"]
        )
    }
    checkTypes(of: schema, locating: locate, into: &findings)
    checkSource(of: schema, locating: locate, into: &findings)
    let names = TypeNames(schema)
    for entity in schema.entities { checkProperties(of: entity, schema, names, locating: locate, into: &findings) }
    for composite in schema.composites { checkParts(of: composite, locating: locate, into: &findings) }
}

/// A Swift type that is generated for an element of the model.
private struct ModelType {
    let name: String
    /// The kind of the type, such as `class`.
    let kind: String
    /// The element as messages name it: `the entity 'Trip'`.
    let element: String
    let path: ModelPath
    /// The help for a suggested name.
    let help: (String) -> String
}

private func types(of schema: Schema) -> [ModelType] {
    schema.entities.map { entity in
        ModelType(
            name: entity.className ?? entity.name,
            kind: "class",
            element: "the entity '\(entity.name)'",
            path: .entity(entity.name)
        ) { other in
            entity.className == nil
                ? "rename it, such as '\(other)', with 'originalName: \(entity.name)', or give its class another name: "
                    + "'class: \(other)'"
                : "give its class another name: 'class: \(other)'"
        }
    }
        + schema.entities.filter(\.hasValueType).map { entity in
            ModelType(
                name: (entity.className ?? entity.name) + "Value",
                kind: "structure",
                element: "the value of '\(entity.name)'",
                path: .entity(entity.name).key("values")
            ) { _ in "remove 'values', or give its class another name: 'class: \(entity.name)Object'" }
        }
        + schema.enumerations.map { enumeration in
            ModelType(
                name: enumeration.name,
                kind: "type",
                element: "the enum '\(enumeration.name)'",
                path: .element("enums", enumeration.name)
            ) { "rename it, such as '\($0)', with 'originalName: \(enumeration.name)'" }
        }
        + schema.composites.map { composite in
            ModelType(
                name: composite.name,
                kind: "type",
                element: "the composite '\(composite.name)'",
                path: .element("composites", composite.name)
            ) { "rename it, such as '\($0)', with 'originalName: \(composite.name)'" }
        }
}

private func checkTypes(
    of schema: Schema,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    var owners: [String: ModelType] = [:]
    for type in types(of: schema) {
        let problem: String
        let notes: [String]
        if impossibleTypes.contains(type.name) || type.name == "\(schema.model)Schema" || !type.name.isIdentifier
            || isReserved(type.name)
        {
            problem = "\(type.element) has a name that its generated \(type.kind) cannot have"
            notes = []
        } else if let owner = owners[type.name.lowercased()] {
            // Files are named after the types, and some file systems ignore case.
            problem = "\(type.element) and \(owner.element) would both have the Swift type '\(type.name)'"
            notes =
                owner.name == type.name
                ? [] : ["'\(owner.name)' and '\(type.name)' are the same name for a file system that ignores case"]
        } else {
            owners[type.name.lowercased()] = type
            continue
        }
        let other = type.name.isIdentifier ? "Model\(type.name)" : "Model"
        findings.error(problem, at: locate(type.path), notes: notes, help: [type.help(other)])
    }
}

/// Warns of types that would hide those that the generated code of other models in the same module uses.
func checkForeignNames(
    of schema: Schema,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    for type in types(of: schema) where foreignTypes.contains(type.name) {
        findings.warning(
            "\(type.element) has the name of a type that generated code uses, so the code of another model does not "
                + "compile in the same module",
            at: locate(type.path),
            help: [type.help("Model\(type.name)")]
        )
    }
}

/// Reports Swift source in a model that a reader of the generated code would read differently than the compiler does.
private func checkSource(
    of schema: Schema,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    let attributes: [(owner: String, attribute: Attribute, path: ModelPath)] =
        schema.entities.flatMap { entity in
            entity.attributes.map { (entity.name, $0, entity.path(of: .attribute($0))) }
        }
        + schema.composites.flatMap { composite in
            composite.attributes.map {
                (composite.name, $0, .element("composites", composite.name).element("attributes", $0.name))
            }
        }
    for (owner, attribute, path) in attributes {
        for (key, source) in [("swiftType", attribute.swiftType), ("default", attribute.defaultExpression)] {
            guard let scalar = source?.unicodeScalars.first(where: { $0.steers && $0 != "\n" && $0 != "\t" }) else {
                continue
            }
            findings.error(
                "the \(key) of '\(owner).\(attribute.name)' contains the invisible character '\(scalar)'",
                at: locate(path.key(key)),
                help: ["remove it, or write an escape for it in a string of Swift"]
            )
        }
    }
}

private func checkProperties(
    of entity: Entity,
    _ schema: Schema,
    _ names: TypeNames,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    let line = schema.ancestors(of: entity) + [entity]
    let relationships = line.flatMap(\.relationships)
    let types: Set<String> = typeNames.union(line.map { names.class(of: $0.name) })
        .union(relationships.map { names.class(of: $0.destination) })
        .union(line.flatMap(\.attributes).compactMap { if case .named(let name) = $0.type { name } else { nil } })
    let helpers: Set<String> = Set(
        relationships.filter(\.isToMany).flatMap(\.helperNames) + (line.contains(where: \.hasValueType) ? ["take"] : [])
    )
    let properties: [(name: String, path: ModelPath)] =
        entity.properties.map { ($0.name, entity.path(of: $0)) }
        + entity.fetchedProperties.map {
            ($0.name, ModelPath.entity(entity.name).element("fetchedProperties", $0.name))
        }
    for property in properties {
        let reason: String
        if impossibleProperties.contains(property.name) {
            reason = "that every generated class already has"
        } else if isReserved(property.name) {
            reason = "that is reserved for generated code"
        } else if types.contains(property.name) {
            reason = "that is the name of a type in its generated class"
        } else if helpers.contains(property.name) {
            reason = "that is the name of a method of its generated class"
        } else if property.name == "CodingKeys", line.contains(where: \.hasValueType) {
            reason = "that the structure of its values already has"
        } else {
            continue
        }
        let lowered = property.name.prefix(1).lowercased() + property.name.dropFirst()
        let isCase = types.contains(property.name) && !types.contains(lowered)
        let other = isCase ? lowered : "\(property.name)Value"
        findings.error(
            "'\(entity.name).\(property.name)' has a name \(reason)",
            at: locate(property.path),
            help: ["rename it, such as '\(other)', with 'originalName: \(property.name)'"]
        )
    }
}

private func checkParts(
    of composite: Composite,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    let types = typeNames.union([composite.name]).union(composite.attributes.map(\.type.name))
    for part in composite.attributes {
        let reason: String
        if ["hashValue", "predicateArgument", "CodingKeys"].contains(part.name) {
            reason = "that every generated structure already has"
        } else if isReserved(part.name) {
            reason = "that is reserved for generated code"
        } else if types.contains(part.name) {
            reason = "that is the name of a type in its generated structure"
        } else {
            continue
        }
        findings.error(
            "'\(composite.name).\(part.name)' has a name \(reason)",
            at: locate(ModelPath.element("composites", composite.name).element("attributes", part.name)),
            help: ["rename it, such as '\(part.name)Value', with 'originalName: \(part.name)'"]
        )
    }
}

extension Relationship {
    /// The names of the methods that change a to-many relationship.
    var helperNames: [String] {
        let verbs: [String] = ["addTo", "removeFrom"] + (isOrdered ? ["insertInto", "replace"] : [])
        return verbs.map { $0 + name.capitalizedFirst }
    }
}

/// Names that would hide a module, that Swift does not allow for a type, or that mean another type in every class.
private let impossibleTypes: Set<String> = [
    "Apus", "Foundation", "Swift", "Self", "Any", "Protocol", "Type", "ID", "CodingKeys", "any", "didSet", "each",
    "get",
    "hash", "isolated", "self", "sending", "set", "some", "willSet",
]

/// Members that every class has from protocols of Swift or the runtime.
private let impossibleProperties: Set<String> = [
    "hashValue", "persistentModelID", "modelContext", "hasChanges", "isDeleted", "predicateArgument",
]

/// Types that generated classes use. A property of the same name would hide its own type.
private let typeNames: Set<String> = [
    "Int16", "Int32", "Int64", "Int", "Double", "Float", "String", "Bool", "Decimal", "Date", "Data", "UUID", "URL",
    "Sequence", "IndexSet", "NSObject", "EntityDescription", "ModelBacking", "ModelObject", "ModelValue",
    "PersistentModel", "RelationshipEnd", "RowReader", "RowWriter", "ExternalValue", "DataTransformer",
    "StringTransformer", "CodableTransformer", "SecureCodingTransformer", "Apus", "Foundation", "Swift",
    "AttributeColumn", "ColumnPath", "CompositeColumns", "EntityColumns", "FetchDescriptor", "ModelContext",
    "ModelPredicate", "PersistentIdentifier", "PredicateValue", "ToManyColumns",
]

/// Types that generated code uses, where no property hides them, too.
private let foreignTypes: Set<String> = typeNames.union([
    "AnyKeyPath", "CaseIterable", "Codable", "CompositeValue", "FrozenSchema", "Hashable", "SchemaMigrationPlan",
    "Sendable", "StageMapping",
])

/// Whether a name is reserved for members of the runtime: it begins with the word `apus`.
func isReserved(_ name: String) -> Bool {
    guard name.lowercased().hasPrefix("apus"), let next = name.dropFirst(4).first else { return false }
    return next.isUppercase
}
