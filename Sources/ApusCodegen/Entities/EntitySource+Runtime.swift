import ApusSchema

extension EntitySource {
    /// Adds the description of the entity for the runtime.
    func addDescription(to text: inout SourceText) {
        text.document("The description of the entity for the runtime.")
        text.block("nonisolated \(access.modifier)enum ApusEntity") { text in
            let description = types.apus("EntityDescription")
            text.document("The entity, its class and its properties.")
            text.add("\(access.modifier)static let description: \(description) = \(description)(")
            text.indented { text in
                let properties: [[String]] =
                    layout.ownAttributes.map { [attribute($0.source)] }
                    + layout.ownRelationships.map(arguments)
                var arguments: [String] = [
                    ".form5", stringLiteral(entity.name), "\(name).self", "\(name).ApusBacking.self",
                ]
                entity.parent.map { arguments.append("parent: \(types.class(of: $0)).ApusEntity.description") }
                if entity.isAbstract { arguments.append("isAbstract: true") }
                let names: [(index: Int, name: String)] =
                    layout.attributes.map { ($0.index, $0.source.attribute.name) }
                    + layout.relationships.map { ($0.index, $0.relationship.name) }
                // A key path equals another one only if both are written in the same module.
                let identifiers = ["persistentModelID", "id"].filter { own in !names.contains { $0.name == own } }
                let keyPaths: [String] =
                    names.sorted { $0.index < $1.index }.map { "\\.\(memberName($0.name))" }
                    + identifiers.map { "\\.\($0)" }
                for argument in arguments { text.add(argument + ",") }
                let comma = properties.isEmpty ? "" : ","
                func addList(_ label: String, _ elements: [String]) {
                    let line = "\(label): { [\(elements.joined(separator: ", "))] }\(comma)"
                    if text.fits(line) { return text.add(line) }
                    text.add("\(label): {")
                    text.indented { $0.list("[", elements, "]", trailingComma: true) }
                    text.add("}\(comma)")
                }
                addList("keyPaths", keyPaths)
                let checks = layout.ownAttributes.compactMap { slot in
                    slot.source.placeholderCheck.map { "\(stringLiteral(slot.source.attribute.name)): \($0)" }
                }
                if !checks.isEmpty { addList("emptyValues", checks) }
                if properties.isEmpty { return }
                text.add("properties: [")
                text.indented { text in
                    let comma = properties.count > 1 ? "," : ""
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
        let attribute = source.attribute
        let type = attribute.typeName + (attribute.isOptional ? "?" : "")
        let columns = source.columnCount == 1 ? "" : ", columns: \(source.columnCount)"
        return ".attribute(\(stringLiteral(attribute.name)), \(stringLiteral(type))\(columns))"
    }

    /// The description of a relationship: the function, then its arguments.
    private func arguments(_ slot: ClassLayout.RelationshipSlot) -> [String] {
        let relationship = slot.relationship
        var arguments: [String] = [
            relationship.isToMany ? ".toMany" : ".toOne", stringLiteral(relationship.name),
            "to: \(types.class(of: relationship.destination)).ApusEntity.description",
        ]
        if relationship.isOptional != relationship.isToMany {
            arguments.append("isOptional: \(relationship.isOptional)")
        }
        if relationship.isOrdered { arguments.append("isOrdered: true") }
        if let (far, back) = schema.inverse(of: relationship, in: slot.owner),
            let index = ClassLayout.index(of: back, in: far, of: schema)
        {
            arguments.append("inverse: \(index)")
        }
        if relationship.deleteRule != .nullify { arguments.append("deleteRule: .\(relationship.deleteRule.rawValue)") }
        if relationship.isTransient { return arguments + ["storage: .memory"] }
        switch schema.storage(of: relationship, in: slot.owner) {
        case .ownKey: break
        case .inverseKey: arguments.append("storage: .inverseKey")
        case .link(_, isOwner: true): arguments.append("storage: .ownJoinTable")
        case .link(_, isOwner: false): arguments.append("storage: .inverseJoinTable")
        }
        return arguments
    }

    /// Adds the class that holds an object's values.
    func addBacking(to text: inout SourceText) {
        text.document("The values of an object.")
        let parent = entity.parent.map { "\(types.class(of: $0)).ApusBacking" } ?? types.apus("ModelBacking")
        let final = isParent ? "" : "final "
        text.block("nonisolated \(access.modifier)\(final)class ApusBacking: \(parent)") { text in
            for property in storedProperties { text.add(property) }
            text.gap()
            let override = "\(access.modifier)override"
            text.block("\(override) var apusEntity: \(types.apus("EntityDescription"))") { text in
                text.add("\(name).ApusEntity.description")
            }
            addReading(to: &text)
            addTaking(override, to: &text)
            addBinding(override, to: &text)
            addEnds(override, to: &text)
        }
    }

    /// The declarations of the stored properties, in the order in which they take the least memory.
    private var storedProperties: [String] {
        let attributes = layout.ownAttributes.map { ($0.source.storedProperty, $0.source.memoryLayout) }
        let end = types.apus("RelationshipEnd")
        let relationships = layout.ownRelationships.map { slot in
            ("var \(swiftName(slot.relationship.name)) = \(end)()", MemorySize(9, alignment: 8))
        }
        return packed(attributes + relationships)
    }

    private func addReading(to text: inout SourceText) {
        text.gap()
        text.block("\(access.modifier)required init()") { text in
            text.add("super.init()")
        }
        text.gap()
        let reader = types.apus("RowReader")
        text.block("\(access.modifier)required init(apusRow row: \(reader)) throws") { text in
            for attribute in layout.ownAttributes where attribute.source.attribute.isStored {
                let read = attribute.source.read(RowColumn(base: nil, offset: attribute.column))
                text.add("self.\(attribute.source.name) = \(read)")
            }
            for slot in layout.ownRelationships {
                guard let column = slot.column else { continue }
                text.add("self.\(swiftName(slot.relationship.name)) = row.end(\(column))")
            }
            text.add("try super.init(apusRow: row)")
        }
        let derived: [ClassLayout.AttributeSlot] = layout.ownAttributes.filter {
            $0.source.attribute.isStored && $0.source.attribute.derivation != nil
        }
        if derived.isEmpty { return }
        text.gap()
        text.block("\(access.modifier)override func apusTakeDerived(_ row: \(reader)) throws") { text in
            for attribute in derived {
                let read = attribute.source.read(RowColumn(base: nil, offset: attribute.column))
                text.add("self.\(attribute.source.name) = \(read)")
            }
            text.add("try super.apusTakeDerived(row)")
        }
    }

    private func addTaking(_ override: String, to text: inout SourceText) {
        if layout.ownAttributes.isEmpty { return }
        text.gap()
        let values = types.apus("ModelBacking")
        let parameters = "_ position: \(types.swift("Int")), from other: \(values)"
        text.block("\(override) func apusTake(\(parameters))") { text in
            text.add("guard let values = other as? \(name).ApusBacking else { return }")
            text.add("switch position {")
            for attribute in layout.ownAttributes {
                let property = attribute.source.name
                text.add("case \(attribute.index): self.\(property) = values.\(property)")
            }
            text.add("default: super.apusTake(position, from: other)")
            text.add("}")
        }
    }

    private func addBinding(_ override: String, to text: inout SourceText) {
        let written: [ClassLayout.AttributeSlot] = layout.ownAttributes.filter {
            $0.source.attribute.isStored && $0.source.attribute.derivation == nil
        }
        if written.isEmpty { return }
        text.gap()
        let parameters = "_ position: \(types.swift("Int")), to statement: inout \(types.apus("RowWriter"))"
        text.block("\(override) func apusBind(\(parameters))") { text in
            text.add("switch position {")
            for attribute in written {
                text.add("case \(attribute.index): \(attribute.source.bind("self.\(attribute.source.name)"))")
            }
            text.add("default: super.apusBind(position, to: &statement)")
            text.add("}")
        }
    }

    private func addEnds(_ override: String, to text: inout SourceText) {
        if layout.ownRelationships.isEmpty { return }
        text.gap()
        let end = types.apus("RelationshipEnd")
        text.block("\(override) subscript(apusEnd position: \(types.swift("Int"))) -> \(end)") { text in
            text.block("get") { text in
                text.add("switch position {")
                for slot in layout.ownRelationships {
                    text.add("case \(slot.index): self.\(swiftName(slot.relationship.name))")
                }
                text.add("default: super[apusEnd: position]")
                text.add("}")
            }
            text.block("set") { text in
                text.add("switch position {")
                for slot in layout.ownRelationships {
                    text.add("case \(slot.index): self.\(swiftName(slot.relationship.name)) = newValue")
                }
                text.add("default: super[apusEnd: position] = newValue")
                text.add("}")
            }
        }
    }
}
