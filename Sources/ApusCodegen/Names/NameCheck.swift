import ApusDiagnostics
import ApusSchema

/// Reports names that a model can have, but generated code cannot.
func checkSwiftNames(
    of schema: Schema,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    if !schema.model.isIdentifier {
        findings.error(
            "the model's name '\(schema.model)' cannot be part of a Swift type's",
            help: ["name the model's folder anew"]
        )
    }
    checkTypes(of: schema, locating: locate, into: &findings)
    for entity in schema.entities { checkProperties(of: entity, schema, locating: locate, into: &findings) }
    for composite in schema.composites { checkParts(of: composite, locating: locate, into: &findings) }
}

/// A type that is made of a model's element.
private struct ModelType {
    let name: String
    /// What Swift has of it: a class, or another type.
    let kind: String
    /// The element in words: `the entity 'Trip'`.
    let element: String
    let place: ModelPath
    /// What gives it another name, given one.
    let help: (String) -> String
}

private func types(of schema: Schema) -> [ModelType] {
    schema.entities.map { entity in
        ModelType(
            name: entity.className ?? entity.name,
            kind: "class",
            element: "the entity '\(entity.name)'",
            place: .entity(entity.name)
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
                place: .entity(entity.name).key("values")
            ) { _ in "remove 'values', or give its class another name: 'class: \(entity.name)Object'" }
        }
        + schema.enumerations.map { enumeration in
            ModelType(
                name: enumeration.name,
                kind: "type",
                element: "the enum '\(enumeration.name)'",
                place: .element("enums", enumeration.name)
            ) { "rename it, such as '\($0)', with 'originalName: \(enumeration.name)'" }
        }
        + schema.composites.map { composite in
            ModelType(
                name: composite.name,
                kind: "type",
                element: "the composite '\(composite.name)'",
                place: .element("composites", composite.name)
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
        if impossibleTypes.contains(type.name) || type.name == "\(schema.model)Schema" || !type.name.isIdentifier {
            problem = "\(type.element) has a name that its generated \(type.kind) cannot have"
            notes = []
        } else if let owner = owners[type.name.lowercased()] {
            // Files are named by the types, and some file systems take capitals for small letters.
            problem = "\(type.element) would have the Swift type '\(type.name)', as \(owner.element) has"
            notes =
                owner.name == type.name
                ? [] : ["'\(owner.name)' and '\(type.name)' are one name to a file system that ignores case"]
        } else {
            owners[type.name.lowercased()] = type
            continue
        }
        let other: String = type.name.isIdentifier ? "Model\(type.name)" : "Model"
        findings.error(problem, at: locate(type.place), notes: notes, help: [type.help(other)])
    }
}

private func checkProperties(
    of entity: Entity,
    _ schema: Schema,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    let line: [Entity] = schema.ancestors(of: entity) + [entity]
    let relationships: [Relationship] = line.flatMap(\.relationships)
    let names = TypeNames(schema)
    let types: Set<String> = typeNames.union(line.map { names.class(of: $0.name) })
        .union(relationships.map { names.class(of: $0.destination) })
        .union(line.flatMap(\.attributes).compactMap { if case .named(let name) = $0.type { name } else { nil } })
    let helpers: Set<String> = Set(
        relationships.filter(\.isToMany).flatMap(\.helperNames) + (line.contains(where: \.hasValueType) ? ["take"] : [])
    )
    let properties: [(name: String, place: ModelPath)] =
        entity.properties.map { ($0.name, entity.place(of: $0)) }
        + entity.fetchedProperties.map {
            ($0.name, ModelPath.entity(entity.name).element("fetchedProperties", $0.name))
        }
    for property in properties {
        let reason: String
        if impossibleProperties.contains(property.name) {
            reason = "which every generated class has already"
        } else if isKept(property.name) {
            reason = "which is kept for generated code"
        } else if types.contains(property.name) {
            reason = "which is a type's in its generated class"
        } else if helpers.contains(property.name) {
            reason = "which is that of a method of its generated class"
        } else {
            continue
        }
        let lowered: String = property.name.prefix(1).lowercased() + property.name.dropFirst()
        let isCase: Bool = types.contains(property.name) && !types.contains(lowered)
        let other: String = isCase ? lowered : "\(property.name)Value"
        findings.error(
            "'\(entity.name).\(property.name)' has a name \(reason)",
            at: locate(property.place),
            help: ["rename it, such as '\(other)', with 'originalName: \(property.name)'"]
        )
    }
}

private func checkParts(
    of composite: Composite,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    let types: Set<String> = typeNames.union([composite.name]).union(composite.attributes.map(\.type.name))
    for part in composite.attributes {
        let reason: String
        if part.name == "hashValue" || part.name == "predicateArgument" {
            reason = "which every generated structure has already"
        } else if isKept(part.name) {
            reason = "which is kept for generated code"
        } else if types.contains(part.name) {
            reason = "which is a type's in its generated structure"
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

/// Names that would hide a module, that Swift has no way to use for a type, or that mean another one in every class.
private let impossibleTypes: Set<String> = ["Apus", "Foundation", "Swift", "Self", "Any", "Protocol", "Type", "ID"]

/// Members that every class has of Swift's own protocols or of the runtime's.
private let impossibleProperties: Set<String> = [
    "hashValue", "persistentModelID", "modelContext", "hasChanges", "isDeleted", "predicateArgument",
]

/// Types that generated classes use; a property of that name would be taken for its own type.
private let typeNames: Set<String> = [
    "Int16", "Int32", "Int64", "Int", "Double", "Float", "String", "Bool", "Decimal", "Date", "Data", "UUID", "URL",
    "Sequence", "IndexSet", "NSObject", "EntityDescription", "ModelBacking", "ModelObject", "ModelValue",
    "PersistentModel", "RelationshipEnd", "RowReader", "RowWriter", "ExternalValue", "DataTransformer",
    "StringTransformer", "CodableTransformer", "SecureCodingTransformer", "Apus", "Foundation", "Swift",
    "AttributeColumn", "ColumnPath", "CompositeColumns", "EntityColumns", "FetchDescriptor", "ModelContext",
    "ModelPredicate", "PersistentIdentifier", "PredicateValue", "ToManyColumns",
]

/// Whether a name begins with `apus` or `Apus`, as those of the runtime's members do.
func isKept(_ name: String) -> Bool {
    guard name.lowercased().hasPrefix("apus"), let next = name.dropFirst(4).first else { return false }
    return next.isUppercase
}
