import ApusSchema

extension EntitySource {
    /// The name of the structure with an object's values.
    var valueName: String { fileName + "Value" }

    /// The attributes that a store keeps, the inherited ones as well.
    private var valueAttributes: [AttributeSource] {
        layout.attributes.map(\.source).filter(\.attribute.isStored)
    }

    /// The structure with the values of an object, and the way back.
    func addValue(to text: inout SourceText) {
        text.document("The values of an object of the entity \(entity.name): a copy that belongs to no context.")
        // Whether a type of the user's own is any of these is not known here.
        let isForeign: Bool = valueAttributes.contains { schema.isForeign($0.attribute) }
        let conformances: String =
            isForeign ? "" : ": " + ["Hashable", "Codable", "Sendable"].map(types.swift).joined(separator: ", ")
        text.block("nonisolated \(access.modifier)struct \(valueName)\(conformances)") { text in
            let identifier: String = types.apus("PersistentIdentifier")
            text.document("The identifier of the object; `nil` of values that are nobody's.")
            text.add("\(access.modifier)let persistentModelID: \(identifier)?")
            for attribute in valueAttributes {
                text.gap()
                text.document(attribute.attribute.documentation ?? "The attribute `\(attribute.attribute.name)`.")
                text.add("\(access.modifier)var \(attribute.name): \(attribute.type)")
            }
            text.gap()
            addMemberwise(to: &text)
            text.gap()
            text.document("Takes the values of an object.")
            text.block("\(access.modifier)init(_ object: \(name))") { text in
                text.add("persistentModelID = object.persistentModelID")
                for attribute in valueAttributes {
                    text.add("\(attribute.assigned) = object.\(memberName(attribute.attribute.name))")
                }
            }
        }
        text.gap()
        addWayBack(to: &text)
    }

    private func addMemberwise(to text: inout SourceText) {
        let parameters: [String] = valueAttributes.map {
            let isDerived: Bool = $0.attribute.derivation != nil
            let usual: String? = $0.argumentDefault ?? (isDerived ? $0.emptyLiteral : nil)
            return "\($0.name): \($0.type)" + (usual.map { " = \($0)" } ?? "")
        }
        text.document("Creates values that are nobody's yet.")
        text.list("\(access.modifier)init(", parameters, ") {")
        text.indented { text in
            text.add("persistentModelID = nil")
            for attribute in valueAttributes { text.add("self.\(attribute.name) = \(attribute.name)") }
        }
        text.add("}")
    }

    /// What gives an object the values.
    private func addWayBack(to text: inout SourceText) {
        let written: [AttributeSource] = valueAttributes.filter(\.attribute.isKept)
        let required: [Relationship] = layout.relationships.map(\.relationship)
            .filter { !$0.isToMany && !$0.isOptional }
        // As of the initializer with the values one by one: none is inherited.
        if !entity.isAbstract, isParent {
            text.block("nonisolated extension \(types.apus("PersistentModel")) where Self == \(name)") { text in
                addInitializer(with: required, to: &text)
            }
            text.gap()
        }
        text.block("nonisolated extension \(name)") { text in
            if !entity.isAbstract, !isParent { addInitializer(with: required, to: &text) }
            text.gap()
            text.document("Takes values over; what the store computes stays as it is.")
            text.block("\(access.modifier)func take(_ value: \(valueName))") { text in
                for attribute in written {
                    text.add("\(attribute.assigned) = value.\(memberName(attribute.attribute.name))")
                }
            }
        }
    }

    /// An initializer that takes the values of the attributes, and the relationships that lead somewhere always.
    private func addInitializer(with required: [Relationship], to text: inout SourceText) {
        let parameters: [String] =
            ["_ apusValue: \(valueName)"]
            + required.map { "\(swiftName($0.name)): \(types.class(of: $0.destination))" }
        let access: AccessLevel = required.reduce(access) { level, relationship in
            let own: AccessLevel = self.access(withClassOf: relationship.destination)
            return level.isWider(than: own) ? own : level
        }
        text.document("Creates an object with these values that is in no context yet.")
        text.list("\(access.modifier)\(isParent ? "" : "convenience ")init(", parameters, ") {")
        text.indented { text in
            let values: [String] = layout.attributes.map(\.source).compactMap { source in
                if source.attribute.isKept { return "\(source.name): apusValue.\(memberName(source.attribute.name))" }
                // What no store keeps begins as it does in any new object.
                let isOpen: Bool = source.attribute.derivation == nil && source.argumentDefault == nil
                return isOpen ? "\(source.name): \(source.emptyLiteral ?? ".init()")" : nil
            }
            let objects: [String] = required.map { "\(swiftName($0.name)): \(swiftName($0.name))" }
            text.list("self.init(", values + objects, ")")
        }
        text.add("}")
    }
}

extension AttributeSource {
    /// The property as an assignment names it: a parameter may have the same name.
    fileprivate var assigned: String {
        ["object", "value", "persistentModelID"].contains(attribute.name) ? "self.\(name)" : memberOfSelf
    }

    private var memberOfSelf: String { name.hasPrefix("`") ? "self.\(memberName(attribute.name))" : name }
}
