import ApusDiagnostics
import ApusSchema
import ApusYAML

extension ModelReader {
    /// Reads a relationship in its short or its long form, `nil` where it cannot be used.
    mutating func readRelationship(_ entry: YAMLNode.Entry, _ path: ElementPath) -> Relationship? {
        switch entry.value.content {
        case .scalar:
            guard let text = entry.value.text(of: "the far end of '\(path)'", into: &findings) else { return nil }
            return readShortRelationship(text, path)
        case .mapping: return readLongRelationship(entry.value, path)
        case .sequence:
            findings.error(
                "a relationship must be keys with values, not a list",
                at: entry.value.location,
                help: ["write '\(entry.key.text): { to: Entity }' or '\(entry.key.text): { toMany: Entity }'"]
            )
            return nil
        }
    }

    /// Reads `to Entity`, `to Entity?` or `toMany Entity`.
    private mutating func readShortRelationship(_ scalar: YAMLScalar, _ path: ElementPath) -> Relationship? {
        let words: [Substring] = scalar.text.split(separator: " ")
        guard words.count == 2, words[0] == "to" || words[0] == "toMany" else {
            findings.error(
                "'\(scalar.text)' is no relationship",
                at: scalar.location,
                help: ["write 'to Entity', 'to Entity?' or 'toMany Entity', or the long form '{ to: Entity }'"]
            )
            return nil
        }
        let isToMany: Bool = words[0] == "toMany"
        let isOptional: Bool = words[1].hasSuffix("?")
        if isToMany, isOptional {
            findings.error(
                "'\(path)' is to-many, so it may always be empty",
                at: scalar.location,
                help: ["remove the '?'"]
            )
            return nil
        }
        record(.destination, of: path, at: scalar.location(atOffset: isToMany ? 7 : 3))
        let destination = String(isOptional ? words[1].dropLast() : words[1])
        return Relationship(
            path: path,
            destination: destination,
            isToMany: isToMany,
            isOptional: isOptional || isToMany
        )
    }

    private mutating func readLongRelationship(_ node: YAMLNode, _ path: ElementPath) -> Relationship? {
        let kinds = Keys.Kinds(
            owner: "a relationship",
            known: ["to", "toMany", "optional", "inverse", "deleteRule", "originalName", "holdsKey"],
            later: Self.laterRelationshipKeys
        )
        guard let keys = Keys(node, kinds, into: &findings) else { return nil }
        // All keys are read before one of them may end the reading, so that all their mistakes are found.
        let originalName: String? = readOriginalName(keys, of: path)
        let isOptional: Bool? = keys["optional"].flatMap { $0.truth(of: "optional", into: &findings) }
        let inverse: String? = readReference(keys, "inverse", .inverse, of: path)
        let holdsKey: Bool? = keys["holdsKey"].flatMap { $0.truth(of: "holdsKey", into: &findings) }
        if let place = keys["holdsKey"]?.location { record(.holdsKey, of: path, at: place) }
        var deleteRule: Relationship.DeleteRule = .nullify
        if let node = keys["deleteRule"] {
            record(.deleteRule, of: path, at: node.location)
            deleteRule = node.word(of: "deleteRule", Relationship.DeleteRule.self, into: &findings) ?? .nullify
        }
        guard let destination = readDestination(keys, path) else { return nil }
        let isToMany: Bool = keys["toMany"] != nil
        if isToMany, let place = keys.place(of: "optional") {
            findings.error(
                "'\(path)' is to-many, so it may always be empty",
                at: place,
                help: ["remove 'optional'"]
            )
        }
        return Relationship(
            path: path,
            destination: destination,
            isToMany: isToMany,
            isOptional: isToMany || isOptional ?? false,
            inverse: inverse,
            deleteRule: deleteRule,
            originalName: originalName,
            holdsKey: holdsKey
        )
    }

    private mutating func readDestination(_ keys: Keys, _ path: ElementPath) -> String? {
        switch (keys["to"], keys["toMany"]) {
        case (nil, nil):
            findings.error(
                "the far end of '\(path)' is missing",
                at: keys.location,
                help: ["write 'to: Entity' or 'toMany: Entity'"]
            )
            return nil
        case (.some, .some):
            findings.error(
                "'\(path)' has both 'to' and 'toMany'",
                at: keys.place(of: "toMany"),
                help: ["keep one of them"]
            )
            return nil
        case (.some, nil): return readReference(keys, "to", .destination, of: path)
        case (nil, .some): return readReference(keys, "toMany", .destination, of: path)
        }
    }

    private mutating func readReference(
        _ keys: Keys,
        _ key: String,
        _ facet: Schema.Facet,
        of path: ElementPath
    ) -> String? {
        guard let name = keys[key]?.text(of: "'\(key)'", into: &findings) else { return nil }
        record(facet, of: path, at: name.location)
        return name.text
    }

    /// What a relationship of Core Data or SwiftData has more, and what DESIGN.md's later steps add.
    private static let laterRelationshipKeys: Set<String> = [
        "ordered", "unique", "transient", "minimumModelCount", "maximumModelCount", "minCount", "maxCount",
        "hashModifier", "column", "table", "userInfo", "spotlight", "preserveValueOnDeletion",
    ]
}

extension Relationship {
    fileprivate init(
        path: ElementPath,
        destination: String,
        isToMany: Bool,
        isOptional: Bool,
        inverse: String? = nil,
        deleteRule: DeleteRule = .nullify,
        originalName: String? = nil,
        holdsKey: Bool? = nil
    ) {
        let name: String = path.property ?? ""
        self =
            isToMany
            ? .toMany(
                name,
                destination,
                inverse: inverse,
                deleteRule: deleteRule,
                originalName: originalName,
                holdsKey: holdsKey
            )
            : .toOne(
                name,
                destination,
                isOptional: isOptional,
                inverse: inverse,
                deleteRule: deleteRule,
                originalName: originalName,
                holdsKey: holdsKey
            )
    }
}
