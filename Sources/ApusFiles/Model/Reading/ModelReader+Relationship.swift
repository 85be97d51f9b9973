import ApusDiagnostics
import ApusSchema
import ApusYAML

extension ModelReader {
    /// Reads a relationship in its short or long form; `nil` if it is not valid.
    mutating func readRelationship(_ entry: YAMLNode.Entry, at path: ModelPath) -> Relationship? {
        switch entry.value.content {
        case .scalar:
            let what = "the destination of '\(path.title)'"
            guard let text = entry.value.text(of: what, into: &findings) else { return nil }
            return readShortRelationship(entry.key.text, text, at: path)
        case .mapping: return readLongRelationship(entry, at: path)
        case .sequence:
            findings.error(
                "a relationship must be keys and values, not a list",
                at: entry.value.location,
                help: ["write '\(entry.key.text): { to: Entity }' or '\(entry.key.text): { toMany: Entity }'"]
            )
            return nil
        }
    }

    /// Reads `to Entity`, `to Entity?` or `toMany Entity`.
    private mutating func readShortRelationship(
        _ name: String,
        _ scalar: YAMLScalar,
        at path: ModelPath
    ) -> Relationship? {
        let words = scalar.text.split(separator: " ")
        guard words.count == 2, words[0] == "to" || words[0] == "toMany" else {
            findings.error(
                "'\(scalar.text)' is not a relationship",
                at: scalar.location,
                help: ["write 'to Entity', 'to Entity?' or 'toMany Entity', or the long form '{ to: Entity }'"]
            )
            return nil
        }
        let isToMany = words[0] == "toMany"
        let isOptional = words[1].hasSuffix("?")
        if isToMany, isOptional {
            findings.error(
                "'\(path.title)' is to-many, so it may always be empty",
                at: scalar.location,
                help: ["remove the '?'"]
            )
            return nil
        }
        locations.record(path.key(String(words[0])), at: scalar.location(atOffset: isToMany ? 7 : 3))
        let destination = String(isOptional ? words[1].dropLast() : words[1])
        return isToMany ? .toMany(name, destination) : .toOne(name, destination, isOptional: isOptional)
    }

    private mutating func readLongRelationship(_ entry: YAMLNode.Entry, at path: ModelPath) -> Relationship? {
        let kinds = Keys.Kinds(owner: "a relationship", known: Relationship.keys.map(\.name))
        guard let keys = Keys(entry.value, kinds, into: &findings) else { return nil }
        let isToMany = keys["toMany"] != nil
        var relationship: Relationship = isToMany ? .toMany(entry.key.text, "") : .toOne(entry.key.text, "")
        // All keys are read before an invalid one ends the reading, so that all errors are reported.
        readSettings(Relationship.keys, of: &relationship, from: keys, at: path)
        guard let destination = readDestination(keys, at: path) else { return nil }
        relationship.destination = destination
        return relationship
    }

    private mutating func readDestination(_ keys: Keys, at path: ModelPath) -> String? {
        switch (keys["to"], keys["toMany"]) {
        case (nil, nil):
            findings.error(
                "the destination of '\(path.title)' is missing",
                at: keys.location,
                help: ["write 'to: Entity' or 'toMany: Entity'"]
            )
            return nil
        case (.some, .some):
            findings.error(
                "'\(path.title)' has both 'to' and 'toMany'",
                at: keys.location(of: "toMany"),
                help: ["keep one of them"]
            )
            return nil
        case (.some, nil): return readReference(keys, "to", at: path)
        case (nil, .some): return readReference(keys, "toMany", at: path)
        }
    }

    private mutating func readReference(_ keys: Keys, _ key: String, at path: ModelPath) -> String? {
        guard let name = keys[key]?.text(of: "'\(key)'", into: &findings) else { return nil }
        locations.record(path.key(key), at: name.location)
        return name.text
    }
}
