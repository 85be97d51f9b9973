import ApusSchema

extension ContentsReader {
    /// Reads a relationship; `nil` where it says not enough to be one.
    mutating func readRelationship(_ element: MarkupElement, of entity: String) -> Relationship? {
        let name: String = element.keys["name"] ?? ""
        let path = ElementPath(entity, name)
        var keys = KeyReader(element, .relationship, label: "relationship '\(path)'", file: file)
        _ = keys.required("name", expected: "the relationship's name")
        _ = keys.flag("syncable")
        let destination: String? = keys.required("destinationEntity", expected: "the name of an entity")
        let isOptional: Bool = keys.flag("optional")
        let isToMany: Bool = keys.flag("toMany")
        checkCounts(isToMany: isToMany, isOptional: isOptional, &keys)
        let inverse: String? = readInverse(destination: destination, &keys)
        let rule: Relationship.DeleteRule? = readDeleteRule(&keys)
        let identifier: String? = keys.renamingIdentifier()
        close(&keys)
        checkText(of: element, label: keys.label)
        for child in element.children { refuse(child, in: .relationship, of: keys.label) }
        note(path, identifier, at: keys.location)
        guard let destination, !name.isEmpty else { return nil }
        return isToMany
            ? .toMany(name, destination, inverse: inverse, deleteRule: rule ?? .nullify)
            : .toOne(name, destination, isOptional: isOptional, inverse: inverse, deleteRule: rule ?? .nullify)
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

    /// Checks that the numbers say no more than to-one, to-many and optional do.
    ///
    /// Core Data looks at the least number only where there is an object at all, so one is no news. A most of zero is
    /// no limit.
    private func checkCounts(isToMany: Bool, isOptional: Bool, _ keys: inout KeyReader) {
        let most: String? = keys.text("maxCount")
        let least: String? = keys.text("minCount")
        switch (isToMany, most) {
        case (false, "1"), (true, nil), (true, "0"): break
        case (true, let most?) where Int(most).map({ $0 > 1 }) == true:
            keys.refuse("'maxCount=\"\(most)\"' of \(keys.label)")
        default:
            keys.error(
                "'maxCount' of \(keys.label) is \(most.map { "'\($0)'" } ?? "missing")",
                help: ["expected 'toMany=\"YES\"' alone for a set, 'maxCount=\"1\"' for one object"]
            )
        }
        if let least, least != "0", least != "1" {
            if let number = Int(least), number > 1, isToMany {
                keys.refuse("'minCount=\"\(least)\"' of \(keys.label)")
            } else {
                keys.notUnderstood(least, of: "minCount", expected: "'0' or '1'")
            }
        }
        if isToMany, !isOptional {
            keys.refuse("that at least one object is required (no 'optional=\"YES\"') of \(keys.label)")
        }
    }

    private func readInverse(destination: String?, _ keys: inout KeyReader) -> String? {
        let name: String? = keys.text("inverseName")
        let entity: String? = keys.text("inverseEntity")
        if (name == nil) != (entity == nil) {
            keys.error(
                "\(keys.label) has only one of 'inverseName' and 'inverseEntity'",
                help: ["give both, or neither"]
            )
            return nil
        } else if let entity, let destination, entity != destination {
            keys.error(
                "'inverseEntity' of \(keys.label) is '\(entity)', but the relationship leads to '\(destination)'",
                help: ["an inverse of a parent entity cannot be imported yet"]
            )
            return nil
        }
        return name
    }
}
