import ApusDiagnostics
import ApusSchema

extension ContentsReader {
    /// Reads a relationship; `nil` if its name or destination is missing.
    mutating func readRelationship(_ element: MarkupElement, of entity: String) -> Relationship? {
        let name = element.keys["name"] ?? ""
        let path: ModelPath = .entity(entity).element("relationships", name)
        var keys = KeyReader(element, .relationship, label: "relationship '\(entity).\(name)'", file: file)
        _ = keys.required("name", expected: "the relationship's name")
        // The entity adds an index for it.
        _ = keys.flag("indexed")
        let destination = keys.required("destinationEntity", expected: "the name of an entity")
        let isOptional = keys.flag("optional")
        let isToMany = keys.flag("toMany")
        let counts: (least: Int?, most: Int?) = readCounts(isToMany: isToMany, &keys)
        let inverse = readInverse(at: path, &keys)
        let rule: Relationship.DeleteRule = readDeleteRule(&keys) ?? .nullify
        let isOrdered = keys.flag("ordered")
        let isTransient = keys.flag("transient")
        let hashModifier = keys.filled("versionHashModifier")
        let identifier = keys.renamingIdentifier()
        close(&keys, of: element)
        let userInfo = readUserInfo(of: element, label: keys.label)
        note(path, identifier, at: keys.location)
        guard let destination, !name.isEmpty else {
            unreadable.insert(path)
            return nil
        }
        var relationship: Relationship =
            isToMany
            ? .toMany(name, destination, isOptional: isOptional, inverse: inverse, deleteRule: rule)
            : .toOne(name, destination, isOptional: isOptional, inverse: inverse, deleteRule: rule)
        relationship.isOrdered = isOrdered
        relationship.isTransient = isTransient
        relationship.minimumModelCount = counts.least
        relationship.maximumModelCount = counts.most
        relationship.hashModifier = hashModifier
        relationship.userInfo = userInfo
        return relationship
    }

    private func readDeleteRule(_ keys: inout KeyReader) -> Relationship.DeleteRule? {
        let isMissing = !keys.has("deletionRule")
        let rule: Relationship.DeleteRule? = keys.choice(
            "deletionRule",
            among: ["Nullify": .nullify, "Cascade": .cascade, "Deny": .deny, "No Action": .noAction]
        )
        if isMissing {
            keys.error(
                "\(keys.label) has no 'deletionRule'",
                help: ["expected 'Nullify', 'Cascade', 'Deny' or 'No Action'"]
            )
        }
        return rule
    }

    /// Reads the limits of the number of objects in a to-many relationship; zero means no limit.
    ///
    /// A to-one relationship has `maxCount="1"`, and a `minCount` of 1 means the same as a missing `optional`.
    private func readCounts(isToMany: Bool, _ keys: inout KeyReader) -> (least: Int?, most: Int?) {
        let isGiven = keys.has("maxCount")
        let most: Int? = keys.count("maxCount", whenUnreadable: isToMany ? nil : 1)
        let least = keys.count("minCount")
        if isToMany == (most == 1) {
            keys.error(
                "'maxCount' of \(keys.label) is \(isGiven ? "'\(most ?? 0)'" : "missing")",
                help: ["expected 'toMany=\"YES\"' for many objects, 'maxCount=\"1\"' for one object"]
            )
        }
        if !isToMany, let least, least > 1 {
            keys.notUnderstood(String(least), of: "minCount", expected: "'0' or '1'")
        }
        return isToMany ? (least, most) : (nil, nil)
    }

    private mutating func readInverse(at path: ModelPath, _ keys: inout KeyReader) -> String? {
        let name = keys.filled("inverseName")
        let entity = keys.filled("inverseEntity")
        if (name == nil) != (entity == nil) {
            keys.error(
                "\(keys.label) has only one of 'inverseName' and 'inverseEntity'",
                help: ["write both, or neither"]
            )
            return nil
        }
        inverseEntities[path] = entity
        return name
    }

    /// Checks that each inverse belongs to the destination of its relationship, or to an entity that it inherits from.
    mutating func settleInverses() {
        let schema = version.schema
        for (number, entity) in schema.entities.enumerated() {
            for (index, relationship) in entity.relationships.enumerated() {
                let path: ModelPath = .entity(entity.name).element("relationships", relationship.name)
                guard let owner = inverseEntities[path], !schema.isKind(relationship.destination, of: owner) else {
                    continue
                }
                findings.error(
                    "'inverseEntity' of relationship '\(entity.name).\(relationship.name)' is '\(owner)', "
                        + "but the relationship points to '\(relationship.destination)'",
                    at: version.location(of: path),
                    help: ["expected '\(relationship.destination)' or an entity that it inherits from"]
                )
                version.schema.entities[number].relationships[index].inverse = nil
            }
        }
    }
}
