import ApusSchema

extension EntitySource {
    /// Adds the static property `Trip.columns`.
    func addColumnsProperty(to text: inout SourceText) {
        // A class inherits the static properties of its superclass, but has columns of its own.
        let head =
            isInHierarchy
            ? "nonisolated extension \(types.apus("PersistentModel")) where Self == \(name)"
            : "nonisolated extension \(name)"
        text.block(head) { text in
            text.document("The properties, for use in fetches.")
            text.block("\(access.modifier)static var columns: \(name).ApusColumns<\(name)>") { text in
                text.add("\(name).ApusColumns(apusPath: \(types.apus("ColumnPath"))())")
            }
        }
    }

    /// Adds the structure with a member for each persistent property, including inherited ones.
    func addColumns(to text: inout SourceText) {
        text.document("The properties, for use in fetches.")
        let head =
            "nonisolated \(access.modifier)struct ApusColumns<ApusRoot: \(types.apus("PersistentModel"))>: "
            + types.apus("EntityColumns")
        text.block(head) { text in
            text.add("\(access.modifier)typealias ApusModel = \(name)")
            text.gap()
            addColumnPath(access, types, to: &text)
            for attribute in layout.attributes where attribute.source.attribute.isStored {
                text.gap()
                text.document(
                    attribute.source.attribute.documentation ?? "The attribute `\(attribute.source.attribute.name)`."
                )
                text.add(attribute.source.column(access))
            }
            for slot in layout.relationships where !slot.relationship.isTransient {
                text.gap()
                add(column: slot.relationship, to: &text)
            }
        }
    }

    private func add(column relationship: Relationship, to text: inout SourceText) {
        let far = "\(types.class(of: relationship.destination)).ApusColumns<ApusRoot>"
        let type = relationship.isToMany ? "\(types.apus("ToManyColumns"))<\(far)>" : far
        let function = relationship.isToMany ? "objects" : "object"
        text.document(relationship.documentation ?? "The relationship `\(relationship.name)`.")
        text.add(
            "\(access(withClassOf: relationship.destination).modifier)var \(swiftName(relationship.name)): \(type) "
                + "{ apusPath.\(function)(\(stringLiteral(relationship.name))) }"
        )
    }
}

/// Adds the path to the object or the value that has the columns.
func addColumnPath(_ access: AccessLevel, _ types: TypeNames, to text: inout SourceText) {
    let path = "\(types.apus("ColumnPath"))<ApusRoot>"
    text.document("The path from the fetched objects.")
    text.add("\(access.modifier)let apusPath: \(path)")
    text.gap()
    text.document("Creates the columns at a path.")
    text.block("\(access.modifier)init(apusPath: \(path))") { $0.add("self.apusPath = apusPath") }
}

extension AttributeSource {
    /// The declaration of an attribute's column.
    func column(_ access: AccessLevel) -> String {
        let name = stringLiteral(attribute.name)
        let head = "\(access.modifier)var \(self.name): "
        if case .composite = kind { return head + "\(valueType).ApusColumns<ApusRoot> { apusPath.composite(\(name)) }" }
        return head + "\(columnType)<ApusRoot, \(valueType)> { apusPath.attribute(\(name)) }"
    }
}
