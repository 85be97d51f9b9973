import ApusDiagnostics
import ApusSchema

extension ContentsReader {
    /// Reads a relationship; `nil` where it says not enough to be one.
    mutating func readRelationship(_ element: MarkupElement, of entity: String) -> Relationship? {
        let name: String = element.keys["name"] ?? ""
        let place: ModelPath = .entity(entity).element("relationships", name)
        var keys = KeyReader(element, .relationship, label: "relationship '\(entity).\(name)'", file: file)
        _ = keys.required("name", expected: "the relationship's name")
        // It is carried by the entity's indexes.
        _ = keys.flag("indexed")
        let destination: String? = keys.required("destinationEntity", expected: "the name of an entity")
        let isOptional: Bool = keys.flag("optional")
        let isToMany: Bool = keys.flag("toMany")
        let counts: (least: Int?, most: Int?) = readCounts(isToMany: isToMany, &keys)
        let inverse: String? = readInverse(at: place, &keys)
        let rule: Relationship.DeleteRule = readDeleteRule(&keys) ?? .nullify
        let isOrdered: Bool = keys.flag("ordered")
        let isTransient: Bool = keys.flag("transient")
        let hashModifier: String? = keys.filled("versionHashModifier")
        let identifier: String? = keys.renamingIdentifier()
        close(&keys, of: element)
        let userInfo: [String: String] = readUserInfo(of: element, label: keys.label)
        note(place, identifier, at: keys.location)
        guard let destination, !name.isEmpty else {
            unreadable.insert(place)
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
        let isMissing: Bool = !keys.has("deletionRule")
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

    /// Reads how many objects a to-many relationship has; a number of zero is no limit.
    ///
    /// A relationship to one object has `maxCount="1"`, and a `minCount` of 1 says no more than the missing `optional`.
    private func readCounts(isToMany: Bool, _ keys: inout KeyReader) -> (least: Int?, most: Int?) {
        let isGiven: Bool = keys.has("maxCount")
        let most: Int? = keys.count("maxCount", whenUnreadable: isToMany ? nil : 1)
        let least: Int? = keys.count("minCount")
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

    private mutating func readInverse(at place: ModelPath, _ keys: inout KeyReader) -> String? {
        let name: String? = keys.filled("inverseName")
        let entity: String? = keys.filled("inverseEntity")
        if (name == nil) != (entity == nil) {
            keys.error(
                "\(keys.label) has only one of 'inverseName' and 'inverseEntity'",
                help: ["give both, or neither"]
            )
            return nil
        }
        inverseEntities[place] = entity
        return name
    }

    /// Checks that each inverse belongs to the entity that its relationship leads to, or to one that it inherits from.
    mutating func settleInverses() {
        let schema: Schema = version.schema
        for (number, entity) in schema.entities.enumerated() {
            for (index, relationship) in entity.relationships.enumerated() {
                let place: ModelPath = .entity(entity.name).element("relationships", relationship.name)
                guard let owner = inverseEntities[place], !schema.isKind(relationship.destination, of: owner) else {
                    continue
                }
                findings.error(
                    "'inverseEntity' of relationship '\(entity.name).\(relationship.name)' is '\(owner)', "
                        + "but the relationship leads to '\(relationship.destination)'",
                    at: version.location(of: place),
                    help: ["expected '\(relationship.destination)' or an entity that it inherits from"]
                )
                version.schema.entities[number].relationships[index].inverse = nil
            }
        }
    }
}
