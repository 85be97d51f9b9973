import ApusDiagnostics
import ApusSchema

// What Xcode accepts, and a schema cannot contain.

extension ContentsReader {
    /// Validates the schema. Invalid elements and settings that neither the rows of a store nor their identity depend on
    /// are left out with a warning: Xcode keeps them when what they refer to changes, and Core Data never reads them, or
    /// fails when the app uses them.
    mutating func settle() {
        // Leaving one out may make another one invalid.
        while true {
            let found = validated { [version] in version.location(of: $0) }
            if found.contains(where: { $0.severity == .error }), leaveOutInvalid() { continue }
            findings.add(contentsOf: found.map(\.forModel))
            return
        }
    }

    private func validated(_ locate: (ModelPath) -> SourceLocation?) -> [Diagnostic] {
        version.schema.validate(unreadable: unreadable, locating: locate)
    }

    /// Leaves out what is invalid, and returns whether there was something.
    private mutating func leaveOutInvalid() -> Bool {
        // A finding does not say what it is about, but has the location that it was given for it.
        var paths: [ModelPath] = []
        let found = validated { path in
            paths.append(path.whole)
            return SourceLocation(file: "", line: paths.count)
        }
        let before = version.schema
        var left: Set<ModelPath> = []
        for finding in found where finding.severity == .error {
            guard let line = finding.location?.line, let part = LooseParts.part(at: paths[line - 1], in: before),
                left.insert(part.path).inserted
            else { continue }
            part.leaveOut(&version.schema)
            findings.warning(
                "\(part.name) is left out",
                about: Topic("'\(part.path.dottedName)'", [finding.message]),
                at: version.location(of: part.path),
                notes: [finding.message]
            )
        }
        return version.schema != before
    }
}

extension Diagnostic {
    /// A finding about a schema with the help for a Core Data model: that about keys of Apus is of no use there, and a
    /// warning needs no action before the import.
    fileprivate var forModel: Diagnostic {
        var finding = self
        finding.help =
            severity == .warning ? [] : (meant.map { [NearMiss.question($0)] } ?? []) + [KeyReader.correction]
        return finding
    }
}

/// The elements and settings of a schema that an import can do without.
private enum LooseParts {
    struct Part {
        /// Its path, for its location.
        let path: ModelPath
        /// Its name in messages.
        let name: String
        let leaveOut: (inout Schema) -> Void
    }

    /// The part that a path belongs to, if there is one.
    static func part(at path: ModelPath, in schema: Schema) -> Part? {
        let steps = path.steps
        guard steps.count > 1 else { return nil }
        let name = steps[1]
        switch steps[0] {
        case "fetchRequests":
            return Part(path: .element(steps[0], name), name: "fetch request '\(name)'") { schema in
                schema.fetchRequests.removeLast { $0.name == name }
            }
        case "configurations":
            guard steps.count == 4, let number = Int(steps[3]),
                let entities = schema.configurations.first(where: { $0.name == name })?.entities,
                entities.indices.contains(number)
            else { return nil }
            return Part(path: path, name: "'\(entities[number])' in configuration '\(name)'") { schema in
                guard let index = schema.configurations.firstIndex(where: { $0.name == name }) else { return }
                schema.configurations[index].entities.removeLast { $0 == entities[number] }
            }
        case "entities":
            return schema.entity(name).flatMap { part(of: $0, Array(steps.dropFirst(2)), in: schema) }
        case "composites":
            guard steps.count == 5, steps[2] == "attributes", let key = attributeKeys[steps[4]] else { return nil }
            return Part(path: path, name: "'\(key.name)' of '\(name).\(steps[3])'") { schema in
                guard let index = schema.composites.firstIndex(where: { $0.name == name }) else { return }
                schema.composites[index].attributes.change(steps[3], key.clear)
            }
        default: return nil
        }
    }

    private static func part(of entity: Entity, _ steps: [String], in schema: Schema) -> Part? {
        guard let section = steps.first else { return nil }
        func part(
            _ path: ModelPath,
            _ name: String,
            _ leaveOut: @escaping (inout Entity) -> Void
        ) -> Part {
            Part(path: path, name: name) { schema in
                guard let index = schema.entities.firstIndex(where: { $0.name == entity.name }) else { return }
                leaveOut(&schema.entities[index])
            }
        }
        let path: ModelPath = .entity(entity.name)
        switch (section, steps.count) {
        case ("class", 1):
            return part(path.key(section), "'representedClassName' of '\(entity.name)'") { $0.className = nil }
        case ("spotlightDisplayName", _):
            return part(path.key(section), "'coreSpotlightDisplayNameExpression' of '\(entity.name)'") {
                $0.spotlightDisplayName = nil
            }
        case ("unique", 2...):
            guard let number = Int(steps[1]), entity.uniquenessConstraints.indices.contains(number) else { return nil }
            let names = entity.uniquenessConstraints[number]
            let shown = names.map { "'\($0)'" }.joined(separator: " with ")
            // Only a repeated constraint can be left out: without another one, rows would no longer be unique.
            let distinct = names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            if distinct.count < names.count {
                return part(path.key(section), "a repeated property in the constraint \(shown) of '\(entity.name)'") {
                    guard let index = $0.uniquenessConstraints.firstIndex(of: names) else { return }
                    $0.uniquenessConstraints[index] = distinct
                }
            }
            let line = [entity] + schema.ancestors(of: entity)
            let equal = line.flatMap(\.uniquenessConstraints).count { Set($0) == Set(names) }
            guard equal > 1 else { return nil }
            return part(path.key(section).index(number), "the repeated constraint \(shown) of '\(entity.name)'") {
                $0.uniquenessConstraints.removeLast { $0 == names }
            }
        case ("indexes", 2...):
            return part(path.element(section, steps[1]), "fetch index '\(entity.name).\(steps[1])'") {
                $0.indexes.removeLast { $0.name == steps[1] }
            }
        case ("fetchedProperties", 2...):
            return part(path.element(section, steps[1]), "fetched property '\(entity.name).\(steps[1])'") {
                $0.fetchedProperties.removeLast { $0.name == steps[1] }
            }
        case ("attributes", 3):
            guard let key = attributeKeys[steps[2]], let attribute = entity.attribute(steps[1]) else { return nil }
            // Without its derivation, a stored attribute would keep its values for ever.
            if key.name == "derived", !attribute.isTransient { return nil }
            return part(path.element(section, steps[1]).key(steps[2]), "'\(key.name)' of '\(entity.name).\(steps[1])'")
            {
                $0.attributes.change(steps[1], key.clear)
            }
        case ("relationships", 3):
            guard let key = relationshipKeys[steps[2]] else { return nil }
            return part(path.element(section, steps[1]).key(steps[2]), "'\(key.name)' of '\(entity.name).\(steps[1])'")
            {
                $0.relationships.change(steps[1], key.clear)
            }
        default: return nil
        }
    }

    /// The settings of attributes, by their keys: the name in Xcode's files, and how one is removed.
    private static let attributeKeys: [String: (name: String, clear: @Sendable (inout Attribute) -> Void)] = [
        "default": ("defaultValueString", { $0.defaultValue = nil }),
        "derived": ("derived", { $0.derivation = nil }),
        "externalStorage": ("allowsExternalBinaryDataStorage", { $0.usesExternalStorage = false }),
        "length": ("minValueString", { $0.length = nil }),
        "maximum": ("maxValueString", { $0.maximum = nil }),
        "minimum": ("minValueString", { $0.minimum = nil }),
        "pattern": ("regularExpressionString", { $0.pattern = nil }),
        "preserveValueOnDeletion": ("preservesValueInHistoryOnDeletion", { $0.preservesValueOnDeletion = false }),
        "spotlight": ("spotlightIndexingEnabled", { $0.isIndexedBySpotlight = false }),
    ]

    private static let relationshipKeys: [String: (name: String, clear: @Sendable (inout Relationship) -> Void)] = [
        "inverse": ("inverseName", { $0.inverse = nil }),
        "minimumModelCount": ("minCount", { $0.minimumModelCount = nil }),
        "ordered": ("ordered", { $0.isOrdered = false }),
    ]
}

extension Array {
    /// Removes the last element that meets a condition.
    fileprivate mutating func removeLast(where isMeant: (Element) -> Bool) {
        if let index = lastIndex(where: isMeant) { remove(at: index) }
    }
}

extension [Attribute] {
    fileprivate mutating func change(_ name: String, _ change: (inout Attribute) -> Void) {
        for index in indices where self[index].name == name { change(&self[index]) }
    }
}

extension [Relationship] {
    fileprivate mutating func change(_ name: String, _ change: (inout Relationship) -> Void) {
        for index in indices where self[index].name == name { change(&self[index]) }
    }
}
