import ApusSchema

/// The relationships of the structure for an object's values, and what saves it as an object.
extension EntitySource {
    /// The attribute that the values are found by; `nil` if that is the object's identifier.
    var uid: AttributeSource? {
        schema.uid(of: entity).flatMap { uid in valueAttributes.first { $0.attribute.name == uid.name } }
    }

    /// The relationships that the structure has, including inherited ones.
    var valueRelationships: [Relationship] {
        layout.relationships.map(\.relationship).filter { $0.valueForm != nil && !$0.isTransient }
    }

    /// Whether a value has a type of the user's own, whose conformances are unknown.
    func hasForeignValues(within: Set<String> = []) -> Bool {
        if valueAttributes.contains(where: { schema.isForeign($0.attribute) }) { return true }
        return valueRelationships.contains { relationship in
            guard let far = nested(relationship), !within.contains(far.entity.name) else { return false }
            return far.hasForeignValues(within: within.union([entity.name]))
        }
    }

    /// The source of the values that a relationship nests; `nil` if it has identifiers.
    private func nested(_ relationship: Relationship) -> EntitySource? {
        guard relationship.valueForm == .nested, let far = schema.entity(relationship.destination) else { return nil }
        return EntitySource(far, in: schema, access: projectAccess, types: types)
    }

    /// The access of the property of a relationship, which that of a nested value limits.
    func valueAccess(of relationship: Relationship) -> AccessLevel {
        relationship.valueForm == .nested ? access(withClassOf: relationship.destination) : access
    }

    /// The type of the property of a relationship.
    func valueType(of relationship: Relationship) -> String {
        let identifier = types.apus("PersistentIdentifier")
        guard let far = nested(relationship) else {
            if !relationship.isToMany { return "\(identifier)?" }
            return relationship.isOrdered ? "[\(identifier)]" : "\(types.swift("Set"))<\(identifier)>"
        }
        return relationship.isToMany ? "[\(far.valueName)]" : "\(far.valueName)?"
    }

    /// The value of a relationship of an object.
    func copy(of relationship: Relationship) -> String {
        let name = "object.\(memberName(relationship.name))"
        guard let far = nested(relationship) else {
            if !relationship.isToMany { return "\(name)?.persistentModelID" }
            let identifiers = "\(name).map(\\.persistentModelID)"
            return relationship.isOrdered ? identifiers : "\(types.swift("Set"))(\(identifiers))"
        }
        // Equal values have an equal order.
        let isSorted = relationship.isToMany && !relationship.isOrdered
        let objects = isSorted ? "\(name).sorted { $0.persistentModelID < $1.persistentModelID }" : name
        return "try \(objects).map { try \(far.valueName)($0) }"
    }

    /// Adds what saves the values as an object.
    func addRecord(to text: inout SourceText) {
        if let uid {
            if uid.attribute.name != "uid" {
                text.gap()
                text.document("The attribute `\(uid.attribute.name)`, which identifies the object.")
                text.add("\(access.modifier)var uid: \(uid.type) { \(memberOfValue(uid)) }")
            }
            text.gap()
            text.document("The name of the attribute that identifies the object.")
            let type = "\(types.swift("String"))?"
            text.add("\(access.modifier)static var uidKey: \(type) { \(stringLiteral(uid.attribute.name)) }")
        }
        let paths = relationshipPaths()
        if !paths.isEmpty {
            text.gap()
            text.document("The names of the relationships that the values have.")
            text.block("\(access.modifier)static var relationshipsToRead: [\(types.swift("String"))]") { text in
                text.list("[", paths.map { stringLiteral($0) }, "]", trailingComma: true)
            }
        }
        text.gap()
        text.document("Returns a new object, which is in no context.")
        let saver = types.apus("ValueSaver")
        text.block("\(access.modifier)func makeObject(using saver: \(saver)) -> \(name)") { text in
            text.add("\(name)(apusBacking: \(name).ApusBacking())")
        }
        if !valueRelationships.isEmpty {
            text.gap()
            text.document("Passes the identifiers and the nested values to a saver.")
            text.block("\(access.modifier)func collect(for saver: \(saver))") { text in
                for relationship in valueRelationships { text.add("saver.need(self.\(memberName(relationship.name)))") }
            }
        }
        text.gap()
        text.document("Sets the values of an object.")
        let throwing = valueRelationships.isEmpty ? "" : " throws"
        text.block("\(access.modifier)func write(to object: \(name), using saver: \(saver))\(throwing)") { text in
            text.add("object.take(self)")
            for relationship in valueRelationships {
                let method = relationship.isToMany ? "objects" : "object"
                let member = memberName(relationship.name)
                text.add("object.\(member) = try saver.\(method)(self.\(member))")
            }
        }
    }

    private func memberOfValue(_ source: AttributeSource) -> String {
        "self.\(memberName(source.attribute.name))"
    }

    private func relationshipPaths(within: Set<String> = []) -> [String] {
        valueRelationships.flatMap { relationship -> [String] in
            guard let far = nested(relationship), !within.contains(far.entity.name) else { return [relationship.name] }
            let deeper = far.relationshipPaths(within: within.union([entity.name]))
            return [relationship.name] + deeper.map { "\(relationship.name).\($0)" }
        }
    }

    /// Adds the conformance of a class whose entity names the attribute with the uid.
    func addUidKey(to text: inout SourceText) {
        guard let uid = entity.uid else { return }
        text.gap()
        text.block("nonisolated extension \(name): \(types.apus("DataRecord"))") { text in
            text.document("The name of the attribute that identifies an object.")
            text.add("\(access.modifier)static var uidKey: \(types.swift("String")) { \(stringLiteral(uid)) }")
        }
        guard entity.hasValueType, !isInHierarchy else { return }
        text.gap()
        let protocols = ["RecordFromModel", "RecordToModel"].map(types.apus).joined(separator: ", ")
        text.block("nonisolated extension \(name): \(protocols)") { text in
            text.document("The values of an object.")
            text.add("\(access.modifier)typealias ModelType = \(valueName)")
            text.gap()
            text.document("Sets all attributes except derived ones.")
            text.add("\(access.modifier)func fromModel(_ model: \(valueName)) { take(model) }")
            text.gap()
            text.document("Returns the object's values.\n\n- Throws: The error of a value that cannot be read.")
            text.add("\(access.modifier)func toModel() throws -> \(valueName) { try \(valueName)(self) }")
        }
    }
}
