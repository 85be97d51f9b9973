import Foundation

extension SchemaValidator {
    /// A namespace that ignores case.
    struct NameSpace {
        fileprivate var taken: [String: (name: String, kind: NameKind)] = [:]
    }

    /// Checks the names of entities, composites and enums, which share a namespace because they become Swift types.
    mutating func checkTypeNames() {
        var space = NameSpace()
        let names: [(NameKind, String, String, String?)] =
            schema.entities.map { (.entity, "entities", $0.name, $0.originalName) }
            + schema.composites.map { (.composite, "composites", $0.name, $0.originalName) }
            + schema.enumerations.map { (.enumeration, "enums", $0.name, $0.originalName) }
        for (kind, section, name, originalName) in names {
            let modelPath: ModelPath = .element(section, name)
            checkName(name, kind, at: modelPath)
            checkSpace(name, kind, in: &space, at: modelPath)
            checkOriginalName(originalName, at: modelPath)
            if AttributeType.reservedNames.contains(name) {
                error(
                    "'\(name)' is a type in every model, so it cannot name \(kind.noun)",
                    at: modelPath,
                    help: ["choose another name"]
                )
            }
        }
    }

    /// Checks that the names of classes are valid in Swift and unique.
    mutating func checkClassNames() {
        var taken: [String: String] = [:]
        for composite in schema.composites { taken[composite.name] = "the composite '\(composite.name)'" }
        for enumeration in schema.enumerations { taken[enumeration.name] = "the enum '\(enumeration.name)'" }
        for entity in schema.entities where entity.className == nil && entity.codegen != .none {
            taken[entity.name] = "the class of '\(entity.name)'"
        }
        for entity in schema.entities {
            guard let name = entity.className else { continue }
            let modelPath: ModelPath = .entity(entity.name).key("class")
            guard checkLength(name, at: modelPath) else { continue }
            if !name.isIdentifier {
                error(
                    "'\(name)' cannot name a Swift type",
                    at: modelPath,
                    help: ["use letters, digits and '_', and do not start with a digit"]
                )
            } else if let other = taken[name], entity.codegen != .none {
                // Several entities may share a class that is written by hand.
                error(
                    "the class '\(name)' of '\(entity.name)' has the name of \(other)",
                    at: modelPath,
                    help: ["choose another name"]
                )
            } else if entity.codegen != .none {
                taken[name] = "the class of '\(entity.name)'"
            }
        }
    }

    mutating func checkPropertyNames(of entity: Entity) {
        var space = NameSpace()
        let modelPath: ModelPath = .entity(entity.name)
        let names: [(NameKind, String, ModelPath, String?)] =
            entity.attributes.map { (.attribute, $0.name, entity.path(of: $0), $0.originalName) }
            + entity.relationships.map { (.relationship, $0.name, entity.path(of: $0), $0.originalName) }
            + entity.fetchedProperties.map {
                (.fetchedProperty, $0.name, modelPath.element("fetchedProperties", $0.name), nil)
            }
        for (kind, name, modelPath, originalName) in names {
            checkName(name, kind, at: modelPath)
            checkSpace(name, kind, in: &space, at: modelPath)
            checkOriginalName(originalName, at: modelPath)
            checkReservedProperty(name, kind, of: entity, at: modelPath)
        }
    }

    private mutating func checkReservedProperty(
        _ name: String,
        _ kind: NameKind,
        of entity: Entity,
        at modelPath: ModelPath
    ) {
        if reservedProperties.contains(name) {
            error(
                "'\(name)' is a property that every model class already has",
                at: modelPath,
                help: ["choose another name, such as '\(name)Value'"]
            )
        }
        guard name.lowercased() == Column.identityName else { return }
        let column: String? = entity.attribute(name)?.column ?? entity.relationship(name)?.column
        let root: Entity = index.line(of: entity).last ?? entity
        guard kind != .fetchedProperty, column == nil, root.primaryKey == nil else { return }
        error(
            "'\(name)' is the name of the primary key column",
            at: modelPath,
            help: ["choose another name"]
        )
    }

    mutating func checkOriginalName(_ name: String?, at modelPath: ModelPath) {
        if name == "" { error("an original name cannot be empty", at: modelPath.key("originalName")) }
    }

    /// Reports a name that is not valid in Swift or SQLite. Reserved words are valid, because both can escape them.
    mutating func checkName(_ name: String, _ kind: NameKind, at modelPath: ModelPath) {
        let scalars = Array(name.unicodeScalars)
        guard !scalars.isEmpty else {
            return error("the name of \(kind.noun) cannot be empty", at: modelPath)
        }
        guard checkLength(name, at: modelPath) else { return }
        guard name.isIdentifier else {
            return error(
                "'\(name)' cannot name \(kind.declaration)",
                at: modelPath,
                help: ["use letters, digits and '_', and do not start with a digit"]
            )
        }
        if kind.impossibleNames.contains(name) {
            error("'\(name)' cannot name \(kind.declaration)", at: modelPath, help: ["choose another name"])
        }
        // The two forms are equal in Swift, but not in SQLite.
        if !name.isComposed {
            error(
                "'\(name)' contains a decomposed character, which SQLite distinguishes from the composed one",
                at: modelPath,
                help: ["retype the name with composed characters (Unicode normalization form C)"]
            )
        }
        let folded = name.lowercased()
        if let prefix = kind.reservedPrefixes.first(where: folded.hasPrefix) {
            error(
                "'\(name)' begins with '\(prefix)', which is reserved for the store",
                at: modelPath,
                help: ["choose another name"]
            )
        }
    }

    /// Reports a name that is too long for a file's name, and returns whether it is not.
    private mutating func checkLength(_ name: String, at modelPath: ModelPath) -> Bool {
        if name.utf8.count <= longestName { return true }
        error(
            "the name '\(name.prefix(20))…' has \(name.utf8.count) bytes (expected at most \(longestName))",
            at: modelPath,
            help: ["choose a shorter name, because files are named after it"]
        )
        return false
    }

    /// Reports a name that another element of the same namespace has, ignoring case.
    mutating func checkSpace(_ name: String, _ kind: NameKind, in space: inout NameSpace, at modelPath: ModelPath) {
        let key = name.lowercased()
        if let other = space.taken[key] {
            let message: String
            if other.name != name {
                let reason = other.kind.caseReason == kind.caseReason ? kind.caseReason : typeCaseReason
                message = "'\(other.name)' and '\(name)' differ only in case" + reason
            } else if other.kind.word == kind.word {
                message = "the \(kind.word) '\(name)' is defined twice"
            } else {
                message = "'\(name)' is the name of both \(other.kind.noun) and \(kind.noun)"
            }
            let notes: [String] =
                other.kind.word == kind.word || other.name == name ? [] : ["'\(other.name)' is \(other.kind.noun)"]
            error(message, at: modelPath, notes: notes, help: ["rename one of them"])
        }
        space.taken[key] = (name, kind)
    }

    private var typeCaseReason: String { NameKind.composite.caseReason }
}

/// The maximum size of a name in UTF-8: a file's name has at most 255 bytes, and contains more than an entity's name.
private let longestName: Int = 200

/// The members that a model class inherits from the runtime.
private let reservedProperties: Set<String> = [
    "persistentModelID", "modelContext", "hasChanges", "isDeleted", "self", "Type", "init",
]
