import ApusSchema

extension EntitySource {
    /// What the runtime knows of the entity.
    func addDescription(to text: inout SourceText) {
        text.document("What the runtime knows of the entity.")
        text.add("\(access.modifier)static let apusEntity = \(types.apus("EntityDescription"))(")
        text.indented { text in
            let attributes: [String] = entity.attributes.map { stringLiteral($0.name) }
            let relationships: [Relationship] = entity.relationships
            text.add(stringLiteral(entity.name) + (attributes.isEmpty && relationships.isEmpty ? "" : ","))
            if !attributes.isEmpty {
                text.list(
                    "attributes: [",
                    attributes,
                    "]" + (relationships.isEmpty ? "" : ","),
                    trailingComma: true
                )
            }
            if !relationships.isEmpty {
                text.add("relationships: [")
                text.indented { text in
                    let comma: String = relationships.count > 1 ? "," : ""
                    for relationship in relationships {
                        let kind: String = relationship.isToMany ? "toMany" : "toOne"
                        text.list(".\(kind)(", arguments(relationship), ")\(comma)")
                    }
                }
                text.add("]")
            }
        }
        text.add(")")
    }

    private func arguments(_ relationship: Relationship) -> [String] {
        var arguments: [String] = [
            stringLiteral(relationship.name), "\(swiftName(relationship.destination)).self",
        ]
        if !relationship.isToMany { arguments.append("isOptional: \(relationship.isOptional)") }
        if let (far, back) = schema.inverse(of: relationship, in: entity),
            let position = far.properties.firstIndex(where: { $0.name == back.name })
        {
            arguments.append("inverse: \(position)")
        }
        if relationship.deleteRule != .nullify { arguments.append("deleteRule: .\(relationship.deleteRule.rawValue)") }
        switch schema.storage(of: relationship, in: entity) {
        case .ownKey: break
        case .inverseKey: arguments.append("storage: .inverseKey")
        case .link(_, isOwner: true): arguments.append("storage: .ownPairs")
        case .link(_, isOwner: false): arguments.append("storage: .inversePairs")
        }
        return arguments
    }

    /// The class that holds an object's values.
    func addBacking(to text: inout SourceText) {
        text.document("The values of one object.")
        text.block("nonisolated \(access.modifier)final class ApusBacking: \(types.apus("ModelBacking"))") { text in
            for attribute in entity.attributes {
                let value: String = attribute.isOptional ? "" : " = \(emptyLiteral(attribute.columnType, types))"
                text.add("var \(swiftName(attribute.name)): \(types.type(of: attribute))\(value)")
            }
            for relationship in entity.relationships {
                text.add("var \(swiftName(relationship.name)) = \(types.apus("RelationshipEnd"))()")
            }
            text.gap()
            let override: String = "\(access.modifier)override"
            text.add("\(override) var apusEntity: \(types.apus("EntityDescription")) { \(name).apusEntity }")
            addReading(override, to: &text)
            addBinding(override, to: &text)
            addEnds(override, to: &text)
        }
    }

    private var keys: [Relationship] {
        entity.relationships.filter { schema.storage(of: $0, in: entity) == .ownKey }
    }

    private func addReading(_ override: String, to text: inout SourceText) {
        if entity.attributes.isEmpty && keys.isEmpty { return }
        text.gap()
        text.block("\(override) func apusRead(_ row: \(types.apus("RowReader"))) throws") { text in
            for (position, attribute) in entity.attributes.enumerated() {
                let method: String = "row.\(attribute.columnType.rawValue)"
                let read: String
                if attribute.isOptional {
                    read = "try row.optional(\(position), \(method))"
                } else {
                    read = (attribute.columnType.canFailToRead ? "try " : "") + "\(method)(\(position))"
                }
                text.add("self.\(swiftName(attribute.name)) = \(read)")
            }
            for (index, key) in keys.enumerated() {
                text.add("self.\(swiftName(key.name)) = row.end(\(entity.attributes.count + index))")
            }
        }
    }

    private func addBinding(_ override: String, to text: inout SourceText) {
        if entity.attributes.isEmpty { return }
        text.gap()
        let parameters: String = "_ position: \(types.swift("Int")), to statement: inout \(types.apus("RowWriter"))"
        text.block("\(override) func apusBind(\(parameters))") { text in
            text.add("switch position {")
            for (position, attribute) in entity.attributes.enumerated() {
                text.add("case \(position): statement.bind(self.\(swiftName(attribute.name)))")
            }
            text.add("default: break")
            text.add("}")
        }
    }

    private func addEnds(_ override: String, to text: inout SourceText) {
        if entity.relationships.isEmpty { return }
        text.gap()
        let end: String = types.apus("RelationshipEnd")
        text.block("\(override) subscript(apusEnd position: \(types.swift("Int"))) -> \(end)") { text in
            text.block("get") { text in
                text.add("switch position {")
                for (index, relationship) in entity.relationships.enumerated() {
                    text.add("case \(entity.attributes.count + index): self.\(swiftName(relationship.name))")
                }
                text.add("default: \(end)()")
                text.add("}")
            }
            text.block("set") { text in
                text.add("switch position {")
                for (index, relationship) in entity.relationships.enumerated() {
                    text.add("case \(entity.attributes.count + index): self.\(swiftName(relationship.name)) = newValue")
                }
                text.add("default: break")
                text.add("}")
            }
        }
    }
}

extension ScalarType {
    /// Whether a column of the right type can hold what this type's values cannot be.
    fileprivate var canFailToRead: Bool {
        switch self {
        case .int16, .int32, .decimal, .uuid, .url: true
        case .int64, .double, .float, .string, .bool, .date, .data: false
        }
    }
}
