import ApusSchema

extension EntitySource {
    /// What the runtime knows of the entity.
    func addDescription(to text: inout SourceText) {
        text.document("What the runtime knows of the entity.")
        text.block("nonisolated \(access.modifier)enum ApusEntity") { text in
            let description: String = types.apus("EntityDescription")
            text.document("The entity, its class and its properties.")
            text.add("\(access.modifier)static let description: \(description) = \(description)(")
            text.indented { text in
                let properties: [[String]] =
                    layout.ownAttributes.map { [attribute($0.source)] }
                    + layout.ownRelationships.map(arguments)
                var arguments: [String] = [
                    ".form2", stringLiteral(entity.name), "\(name).self", "\(name).ApusBacking.self",
                ]
                entity.parent.map { arguments.append("parent: \(types.class(of: $0)).ApusEntity.description") }
                if entity.isAbstract { arguments.append("isAbstract: true") }
                let names: [(position: Int, name: String)] =
                    layout.attributes.map { ($0.position, $0.source.attribute.name) }
                    + layout.relationships.map { ($0.position, $0.relationship.name) }
                // A key path is equal to one that is written in the same module.
                let identifiers: [String] =
                    ["persistentModelID", "id"].filter { own in !names.contains { $0.name == own } }
                let keyPaths: [String] =
                    names.sorted { $0.position < $1.position }.map { "\\.\(memberName($0.name))" }
                    + identifiers.map { "\\.\($0)" }
                for argument in arguments { text.add(argument + ",") }
                let comma: String = properties.isEmpty ? "" : ","
                let line = "keyPaths: { [\(keyPaths.joined(separator: ", "))] }\(comma)"
                if text.fits(line) {
                    text.add(line)
                } else {
                    text.add("keyPaths: {")
                    text.indented { $0.list("[", keyPaths, "]", trailingComma: true) }
                    text.add("}\(comma)")
                }
                if properties.isEmpty { return }
                text.add("properties: [")
                text.indented { text in
                    let comma: String = properties.count > 1 ? "," : ""
                    for property in properties {
                        if property.count == 1 {
                            text.add(property[0] + comma)
                        } else {
                            text.list("\(property[0])(", Array(property.dropFirst()), ")\(comma)")
                        }
                    }
                }
                text.add("]")
            }
            text.add(")")
        }
    }

    private func attribute(_ source: AttributeSource) -> String {
        let attribute: Attribute = source.attribute
        let type: String = attribute.type.name + (attribute.isOptional ? "?" : "")
        let columns: String = source.columnCount == 1 ? "" : ", columns: \(source.columnCount)"
        return ".attribute(\(stringLiteral(attribute.name)), \(stringLiteral(type))\(columns))"
    }

    /// What describes a relationship: the function, then its arguments.
    private func arguments(_ placed: ClassLayout.PlacedRelationship) -> [String] {
        let relationship: Relationship = placed.relationship
        var arguments: [String] = [
            relationship.isToMany ? ".toMany" : ".toOne", stringLiteral(relationship.name),
            "to: \(types.class(of: relationship.destination)).ApusEntity.description",
        ]
        if relationship.isOptional != relationship.isToMany {
            arguments.append("isOptional: \(relationship.isOptional)")
        }
        if relationship.isOrdered { arguments.append("isOrdered: true") }
        if let (far, back) = schema.inverse(of: relationship, in: placed.owner),
            let position = ClassLayout.position(of: back, in: far, schema)
        {
            arguments.append("inverse: \(position)")
        }
        if relationship.deleteRule != .nullify { arguments.append("deleteRule: .\(relationship.deleteRule.rawValue)") }
        if relationship.isTransient { return arguments + ["storage: .memory"] }
        switch schema.storage(of: relationship, in: placed.owner) {
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
        let parent: String =
            entity.parent.map { "\(types.class(of: $0)).ApusBacking" } ?? types.apus("ModelBacking")
        let final: String = isParent ? "" : "final "
        text.block("nonisolated \(access.modifier)\(final)class ApusBacking: \(parent)") { text in
            for attribute in layout.ownAttributes { text.add("\(attribute.source.storedProperty)") }
            for placed in layout.ownRelationships {
                text.add("var \(swiftName(placed.relationship.name)) = \(types.apus("RelationshipEnd"))()")
            }
            text.gap()
            let override: String = "\(access.modifier)override"
            text.block("\(override) var apusEntity: \(types.apus("EntityDescription"))") { text in
                text.add("\(name).ApusEntity.description")
            }
            addReading(to: &text)
            addBinding(override, to: &text)
            addEnds(override, to: &text)
        }
    }

    private func addReading(to text: inout SourceText) {
        text.gap()
        text.block("\(access.modifier)required init()") { text in
            text.add("super.init()")
        }
        text.gap()
        let reader: String = types.apus("RowReader")
        text.block("\(access.modifier)required init(apusRow row: \(reader)) throws") { text in
            for attribute in layout.ownAttributes where attribute.source.attribute.isStored {
                let read: String = attribute.source.read(RowColumn(base: nil, offset: attribute.column))
                text.add("self.\(attribute.source.name) = \(read)")
            }
            for placed in layout.ownRelationships {
                guard let column = placed.column else { continue }
                text.add("self.\(swiftName(placed.relationship.name)) = row.end(\(column))")
            }
            text.add("try super.init(apusRow: row)")
        }
        let derived: [ClassLayout.PlacedAttribute] = layout.ownAttributes.filter {
            $0.source.attribute.isStored && $0.source.attribute.derivation != nil
        }
        if derived.isEmpty { return }
        text.gap()
        text.block("\(access.modifier)override func apusTakeDerived(_ row: \(reader)) throws") { text in
            for attribute in derived {
                let read: String = attribute.source.read(RowColumn(base: nil, offset: attribute.column))
                text.add("self.\(attribute.source.name) = \(read)")
            }
            text.add("try super.apusTakeDerived(row)")
        }
    }

    private func addBinding(_ override: String, to text: inout SourceText) {
        let written: [ClassLayout.PlacedAttribute] = layout.ownAttributes.filter {
            $0.source.attribute.isStored && $0.source.attribute.derivation == nil
        }
        if written.isEmpty { return }
        text.gap()
        let parameters: String = "_ position: \(types.swift("Int")), to statement: inout \(types.apus("RowWriter"))"
        text.block("\(override) func apusBind(\(parameters))") { text in
            text.add("switch position {")
            for attribute in written {
                text.add("case \(attribute.position): \(attribute.source.bind("self.\(attribute.source.name)"))")
            }
            text.add("default: super.apusBind(position, to: &statement)")
            text.add("}")
        }
    }

    private func addEnds(_ override: String, to text: inout SourceText) {
        if layout.ownRelationships.isEmpty { return }
        text.gap()
        let end: String = types.apus("RelationshipEnd")
        text.block("\(override) subscript(apusEnd position: \(types.swift("Int"))) -> \(end)") { text in
            text.block("get") { text in
                text.add("switch position {")
                for placed in layout.ownRelationships {
                    text.add("case \(placed.position): self.\(swiftName(placed.relationship.name))")
                }
                text.add("default: super[apusEnd: position]")
                text.add("}")
            }
            text.block("set") { text in
                text.add("switch position {")
                for placed in layout.ownRelationships {
                    text.add("case \(placed.position): self.\(swiftName(placed.relationship.name)) = newValue")
                }
                text.add("default: super[apusEnd: position] = newValue")
                text.add("}")
            }
        }
    }
}
