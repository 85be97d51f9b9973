import ApusDiagnostics
import ApusSchema

/// Reports names that a model can have, but a generated class cannot.
func checkSwiftNames(
    of schema: Schema,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    if !isIdentifier(schema.model) {
        findings.error(
            "the model's name '\(schema.model)' cannot be part of a Swift type's",
            help: ["name the model's folder anew"]
        )
    }
    for entity in schema.entities {
        if impossibleTypes.contains(entity.name) || entity.name == "\(schema.model)Schema" {
            findings.error(
                "the entity '\(entity.name)' has a name that its generated class cannot have",
                at: locate(.entity(entity.name)),
                help: ["rename it, such as 'Model\(entity.name)', with 'originalName: \(entity.name)'"]
            )
        }
        checkProperties(of: entity, locating: locate, into: &findings)
    }
}

private func checkProperties(
    of entity: Entity,
    locating locate: (ModelPath) -> SourceLocation?,
    into findings: inout DiagnosticCollector
) {
    let types: Set<String> = typeNames.union([entity.name]).union(entity.relationships.map(\.destination))
    let helpers: Set<String> = Set(entity.relationships.filter(\.isToMany).flatMap(\.helperNames))
    for property in entity.properties {
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
            at: locate(entity.place(of: property)),
            help: ["rename it, such as '\(other)', with 'originalName: \(property.name)'"]
        )
    }
}

extension Relationship {
    /// The names of the methods that change a to-many relationship.
    var helperNames: [String] {
        let capitalized: String = name.prefix(1).uppercased() + name.dropFirst()
        return ["addTo\(capitalized)", "removeFrom\(capitalized)"]
    }
}

/// Names that would hide a module, or that Swift has no way to use for a class.
private let impossibleTypes: Set<String> = ["Apus", "Foundation", "Swift", "Self", "Any", "Protocol", "Type"]

/// Members that Swift's own protocols give every class.
private let impossibleProperties: Set<String> = ["hashValue"]

/// Types that generated classes use; a property of that name would be taken for its own type.
private let typeNames: Set<String> = [
    "Int16", "Int32", "Int64", "Int", "Double", "Float", "String", "Bool", "Decimal", "Date", "Data", "UUID", "URL",
    "Sequence", "EntityDescription", "ModelBacking", "ModelObject", "ModelValue", "PersistentModel",
    "RelationshipEnd", "RowReader", "RowWriter", "Apus", "Foundation", "Swift",
]

/// Whether a name begins with `apus` or `Apus`, as those of the runtime's members do.
private func isKept(_ name: String) -> Bool {
    guard name.lowercased().hasPrefix("apus"), let next = name.dropFirst(4).first else { return false }
    return next.isUppercase
}

private func isIdentifier(_ name: String) -> Bool {
    let scalars: [Unicode.Scalar] = Array(name.unicodeScalars)
    guard let first = scalars.first, first == "_" || first.properties.isXIDStart else { return false }
    return scalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
}
