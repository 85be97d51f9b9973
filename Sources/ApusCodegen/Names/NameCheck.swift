import ApusDiagnostics
import ApusSchema

/// Reports names that are valid in a model, but not in generated code.
///
/// - Parameters:
///   - schema: The schema.
///   - namespaces: The namespaces of frozen versions that have classes beside those of the schema.
///   - locate: Returns the location of an element.
///   - findings: The findings.
func checkSwiftNames(
    of schema: Schema,
    beside namespaces: Set<String>,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    if !schema.model.isIdentifier {
        findings.error(
            "the model's name '\(schema.model)' cannot be part of a Swift type's",
            help: ["rename the model's folder"]
        )
    }
    checkTypes(of: schema, beside: namespaces, locating: locate, into: &findings)
    checkSource(of: schema, locating: locate, into: &findings)
    let mentioned = MentionedTypes(schema)
    for entity in schema.entities {
        let types = mentioned.types(of: mentioned.line(of: entity)).union(namespaces)
        checkProperties(of: entity, schema, types, locating: locate, into: &findings)
    }
    for composite in schema.composites {
        checkParts(of: composite, beside: namespaces, locating: locate, into: &findings)
    }
}

/// A Swift type that is generated for an element of the model.
struct ModelType {
    let name: String
    /// The kind of the type, such as `class`.
    let kind: String
    /// The element as messages name it: `the entity 'Trip'`.
    let element: String
    let path: ModelPath
    /// Names that this type cannot have, though others can.
    var impossibleNames: Set<String> = []
    /// Whether it is a member of a class.
    var isNested = false
    /// The help for a suggested name.
    let help: (String) -> String
}

/// The types that are generated for the elements of a schema.
func modelTypes(of schema: Schema) -> [ModelType] {
    schema.entities.map { entity in
        ModelType(
            name: entity.className ?? entity.name,
            kind: "class",
            element: "the entity '\(entity.name)'",
            path: .entity(entity.name),
            // Swift runs the code in a file `main.swift`.
            impossibleNames: entity.codegen == .extension ? ["main"] : []
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
                path: .element("enums", enumeration.name),
                isNested: enumeration.enclosingEntity != nil
            ) { "rename it, such as '\($0)', with 'originalName: \(enumeration.name)'" }
        }
        + schema.composites.map { composite in
            ModelType(
                name: composite.name,
                kind: "type",
                element: "the composite '\(composite.name)'",
                path: .element("composites", composite.name),
                // Parameters where composites are read.
                impossibleNames: ["row", "column"]
            ) { "rename it, such as '\($0)', with 'originalName: \(composite.name)'" }
        }
}

private func checkTypes(
    of schema: Schema,
    beside namespaces: Set<String>,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    var owners: [String: ModelType] = [:]
    let impossible = impossibleTypes.union(namespaces).union(["\(schema.model)Schema"])
    for type in modelTypes(of: schema) {
        let problem: String
        let notes: [String]
        if impossible.contains(type.name) || type.impossibleNames.contains(type.name) || !type.name.isIdentifier
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
        let other = type.name.isIdentifier ? "Model\(type.name.capitalizedFirst)" : "Model"
        findings.error(problem, at: locate(type.path), notes: notes, help: [type.help(other)])
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
        for (key, source) in [
            ("swiftType", attribute.swiftType), ("transformer", attribute.transformer),
            ("default", attribute.defaultExpression),
        ] {
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
    _ types: Set<String>,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    let line = schema.ancestors(of: entity) + [entity]
    let toMany = line.flatMap(\.relationships).filter(\.isToMany)
    let helpers = Set(
        toMany.flatMap(\.helperNames) + (line.contains(where: \.hasValueType) ? ["take"] : [])
            + (entity.uid != nil && entity.hasValueType ? ["toModel"] : [])
    )
    let owners = Dictionary(grouping: toMany.map(\.name), by: \.capitalizedFirst)
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
        } else if let others = owners[property.name.capitalizedFirst], others != [property.name] {
            reason = "whose methods '\(others[0] == property.name ? others[1] : others[0])' has too"
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
    beside namespaces: Set<String>,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    let types = typeNames.union(namespaces).union([composite.name]).union(
        composite.attributes.flatMap(\.mentionedTypes)
    )
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
        let verbs = ["addTo", "removeFrom"] + (isOrdered ? ["insertInto", "replace"] : [])
        return verbs.map { $0 + name.capitalizedFirst }
    }
}
