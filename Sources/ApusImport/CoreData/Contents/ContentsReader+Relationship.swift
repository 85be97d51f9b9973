import ApusDiagnostics
import ApusSchema

extension ContentsReader {
    /// Reads a relationship; `nil` if its name or destination is missing.
    mutating func readRelationship(_ element: MarkupElement, of entity: String) -> Relationship? {
        let name = element.keys["name"] ?? ""
        let path: ModelPath = .entity(entity).element("relationships", name)
        var keys = KeyReader(
            element,
            .relationship,
            label: ElementLabel("relationship", "\(entity).\(name)"),
            file: file
        )
        _ = keys.required("name", expected: "the relationship's name")
        // The entity adds an index for it.
        _ = keys.flag("indexed")
        let destination = keys.required("destinationEntity", expected: "the name of an entity")
        let isOptional = keys.flag("optional")
        let isToMany = keys.flag("toMany")
        let counts: (least: Int?, most: Int?) = readCounts(isToMany: isToMany, &keys)
        let inverse = readInverse(at: path, &keys)
        // Core Data's own default is Nullify.
        let rule: Relationship.DeleteRule =
            keys.choice(
                "deletionRule",
                among: ["Nullify": .nullify, "Cascade": .cascade, "Deny": .deny, "No Action": .noAction]
            ) ?? .nullify
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

    /// Reads the limits of the number of objects in a to-many relationship; zero means no limit.
    ///
    /// Core Data goes by `toMany`. Xcode keeps the counts when it is switched, so that they may contradict it.
    private func readCounts(isToMany: Bool, _ keys: inout KeyReader) -> (least: Int?, most: Int?) {
        let isGiven = keys.has("maxCount")
        let (least, most): (Int?, Int?) = (keys.count("minCount"), keys.count("maxCount"))
        if isToMany {
            if most == 1 { keys.leaveOut("1", of: "maxCount", expected: "no 'maxCount' of 1 with 'toMany=\"YES\"'") }
            return (least, most == 1 ? nil : most)
        }
        if isGiven, most != 1 {
            keys.reread(most.map(String.init) ?? "0", of: "maxCount", as: "1")
        }
        if let least, least > 1 { keys.leaveOut(String(least), of: "minCount", expected: "'0' or '1'") }
        return (nil, nil)
    }

    /// Reads the inverse. Its entity follows from the destination.
    private mutating func readInverse(at path: ModelPath, _ keys: inout KeyReader) -> String? {
        let name = keys.filled("inverseName")
        let entity = keys.filled("inverseEntity")
        if name == nil, let entity {
            keys.leaveOut(entity, of: "inverseEntity", expected: "an 'inverseName' beside it")
        }
        inverseEntities[path] = name == nil ? nil : entity
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
                findings.warning(
                    "'inverseName' of relationship '\(entity.name).\(relationship.name)' is left out",
                    about: Topic("'\(entity.name).\(relationship.name)'", [owner, relationship.destination]),
                    at: version.location(of: path),
                    notes: [
                        "its 'inverseEntity' is '\(owner)', but the relationship points to "
                            + "'\(relationship.destination)'"
                    ]
                )
                version.schema.entities[number].relationships[index].inverse = nil
            }
        }
    }
}
