import Foundation

extension SchemaValidator {
    /// The names of one space, by what is left of them without regard to case.
    struct NameSpace {
        fileprivate var taken: [String: (name: String, kind: NameKind)] = [:]
    }

    /// Checks the names of what becomes a Swift type: entities, composites and enums share one space.
    mutating func checkTypeNames() {
        var space = NameSpace()
        let names: [(NameKind, String, String, String?)] =
            schema.entities.map { (.entity, "entities", $0.name, $0.originalName) }
            + schema.composites.map { (.composite, "composites", $0.name, $0.originalName) }
            + schema.enumerations.map { (.enumeration, "enums", $0.name, $0.originalName) }
        for (kind, section, name, originalName) in names {
            let place: ModelPath = .element(section, name)
            checkName(name, kind, at: place)
            checkSpace(name, kind, in: &space, at: place)
            checkOriginalName(originalName, at: place)
            if AttributeType.reservedNames.contains(name) {
                error(
                    "'\(name)' is a type in every model, so it cannot name \(kind.noun)",
                    at: place,
                    help: ["choose another name"]
                )
            }
        }
    }

    /// Checks that a class has a name that Swift can carry and that no other type has.
    mutating func checkClassNames() {
        var taken: [String: String] = [:]
        for composite in schema.composites { taken[composite.name] = "the composite '\(composite.name)'" }
        for enumeration in schema.enumerations { taken[enumeration.name] = "the enum '\(enumeration.name)'" }
        for entity in schema.entities where entity.className == nil && entity.codegen != .none {
            taken[entity.name] = "the class of '\(entity.name)'"
        }
        for entity in schema.entities {
            guard let name = entity.className else { continue }
            let place: ModelPath = .entity(entity.name).key("class")
            if !name.isIdentifier {
                error(
                    "'\(name)' cannot name a Swift type",
                    at: place,
                    help: ["use letters, digits and '_', and do not start with a digit"]
                )
            } else if let other = taken[name], entity.codegen != .none {
                // Several entities may have one class that somebody wrote.
                error(
                    "the class '\(name)' of '\(entity.name)' has the name of \(other)",
                    at: place,
                    help: ["choose another name"]
                )
            } else if entity.codegen != .none {
                taken[name] = "the class of '\(entity.name)'"
            }
        }
    }

    mutating func checkPropertyNames(of entity: Entity) {
        var space = NameSpace()
        let place: ModelPath = .entity(entity.name)
        let names: [(NameKind, String, ModelPath, String?)] =
            entity.attributes.map { (.attribute, $0.name, entity.place(of: $0), $0.originalName) }
            + entity.relationships.map { (.relationship, $0.name, entity.place(of: $0), $0.originalName) }
            + entity.fetchedProperties.map {
                (.fetchedProperty, $0.name, place.element("fetchedProperties", $0.name), nil)
            }
        for (kind, name, place, originalName) in names {
            checkName(name, kind, at: place)
            checkSpace(name, kind, in: &space, at: place)
            checkOriginalName(originalName, at: place)
            checkReservedProperty(name, kind, of: entity, at: place)
        }
    }

    private mutating func checkReservedProperty(
        _ name: String,
        _ kind: NameKind,
        of entity: Entity,
        at place: ModelPath
    ) {
        if reservedProperties.contains(name) {
            error(
                "'\(name)' is a property that every model class has already",
                at: place,
                help: ["choose another name, such as '\(name)Value'"]
            )
        }
        guard name.lowercased() == Column.identityName else { return }
        let column: String? = entity.attribute(name)?.column ?? entity.relationship(name)?.column
        let root: Entity = index.line(of: entity).last ?? entity
        guard kind != .fetchedProperty, column == nil, root.primaryKey == nil else { return }
        error(
            "'\(name)' is the name of the column that holds a row's identity",
            at: place,
            help: ["choose another name"]
        )
    }

    mutating func checkOriginalName(_ name: String?, at place: ModelPath) {
        if name == "" { error("an original name cannot be empty", at: place.key("originalName")) }
    }

    /// Reports a name that Swift or SQLite cannot carry. Their reserved words are fine: both can escape them.
    mutating func checkName(_ name: String, _ kind: NameKind, at place: ModelPath) {
        let scalars: [Unicode.Scalar] = Array(name.unicodeScalars)
        guard !scalars.isEmpty else {
            return error("the name of \(kind.noun) cannot be empty", at: place)
        }
        guard name.utf8.count <= longestName else {
            return error(
                "'\(name.prefix(20))…' has \(name.utf8.count) bytes, and a name has at most \(longestName)",
                at: place,
                help: ["choose a shorter one: files are named after it"]
            )
        }
        guard name.isIdentifier else {
            return error(
                "'\(name)' cannot name \(kind.carrier)",
                at: place,
                help: ["use letters, digits and '_', and do not start with a digit"]
            )
        }
        if kind.impossibleNames.contains(name) {
            error("'\(name)' cannot name \(kind.carrier)", at: place, help: ["choose another name"])
        }
        // Swift takes the two forms for one name, SQLite for two.
        if !name.precomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(scalars) {
            error(
                "'\(name)' has an accent that is a character of its own, which SQLite does not take for the same name",
                at: place,
                help: ["type the name anew, with composed characters (Unicode's form NFC)"]
            )
        }
        let folded: String = name.lowercased()
        if let prefix = kind.keptPrefixes.first(where: folded.hasPrefix) {
            error(
                "'\(name)' begins with '\(prefix)', which is kept for the store",
                at: place,
                help: ["choose another name"]
            )
        }
    }

    /// Reports a name that another element of the same space has, with regard to case or without.
    mutating func checkSpace(_ name: String, _ kind: NameKind, in space: inout NameSpace, at place: ModelPath) {
        let key: String = name.lowercased()
        if let other = space.taken[key] {
            let message: String
            if other.name != name {
                let reason: String = other.kind.caseReason == kind.caseReason ? kind.caseReason : typeCaseReason
                message = "'\(other.name)' and '\(name)' differ only in case" + reason
            } else if other.kind.word == kind.word {
                message = "the \(kind.word) '\(name)' is defined twice"
            } else {
                message = "'\(name)' names \(other.kind.noun) as well as \(kind.noun)"
            }
            let notes: [String] =
                other.kind.word == kind.word || other.name == name ? [] : ["'\(other.name)' is \(other.kind.noun)"]
            error(message, at: place, notes: notes, help: ["rename one of them"])
        }
        space.taken[key] = (name, kind)
    }

    private var typeCaseReason: String { NameKind.composite.caseReason }
}

/// The most bytes of a name in UTF-8: a file's name has at most 255, and more than an entity's name is in it.
private let longestName: Int = 200

/// What a model class inherits from the runtime.
private let reservedProperties: Set<String> = [
    "persistentModelID", "modelContext", "hasChanges", "isDeleted", "self", "Type", "init",
]
