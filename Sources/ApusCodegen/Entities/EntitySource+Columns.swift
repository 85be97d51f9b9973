import ApusSchema

extension EntitySource {
    /// The name under which the columns are found: `Trip.columns`.
    func addColumnsProperty(to text: inout SourceText) {
        // A class inherits what the one above declares, and each has columns of its own.
        let head: String =
            isInHierarchy
            ? "nonisolated extension \(types.apus("PersistentModel")) where Self == \(name)"
            : "nonisolated extension \(name)"
        text.block(head) { text in
            text.document("The properties, to fetch by.")
            text.block("\(access.modifier)static var columns: \(name).ApusColumns<\(name)>") { text in
                text.add("\(name).ApusColumns(apusPath: \(types.apus("ColumnPath"))())")
            }
        }
    }

    /// The structure with a member for each property that a store keeps, the inherited ones as well.
    func addColumns(to text: inout SourceText) {
        text.document("The properties, to fetch by.")
        let head: String =
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
            for placed in layout.relationships where !placed.relationship.isTransient {
                text.gap()
                add(column: placed.relationship, to: &text)
            }
        }
    }

    private func add(column relationship: Relationship, to text: inout SourceText) {
        let far = "\(types.class(of: relationship.destination)).ApusColumns<ApusRoot>"
        let type: String = relationship.isToMany ? "\(types.apus("ToManyColumns"))<\(far)>" : far
        let function: String = relationship.isToMany ? "objects" : "object"
        text.document(relationship.documentation ?? "The relationship `\(relationship.name)`.")
        text.add(
            "\(access(withClassOf: relationship.destination).modifier)var \(swiftName(relationship.name)): \(type) "
                + "{ apusPath.\(function)(\(stringLiteral(relationship.name))) }"
        )
    }
}

/// Adds the way to the object or the value that has the columns.
func addColumnPath(_ access: AccessLevel, _ types: TypeNames, to text: inout SourceText) {
    let path = "\(types.apus("ColumnPath"))<ApusRoot>"
    text.document("The way here from the objects that are fetched.")
    text.add("\(access.modifier)let apusPath: \(path)")
    text.gap()
    text.document("Creates the columns at the end of a way.")
    text.block("\(access.modifier)init(apusPath: \(path))") { $0.add("self.apusPath = apusPath") }
}

extension AttributeSource {
    /// The declaration of an attribute's column.
    func column(_ access: AccessLevel) -> String {
        let name: String = stringLiteral(attribute.name)
        let head: String = "\(access.modifier)var \(self.name): "
        if case .composite = kind { return head + "\(valueType).ApusColumns<ApusRoot> { apusPath.composite(\(name)) }" }
        return head + "\(columnType)<ApusRoot, \(valueType)> { apusPath.attribute(\(name)) }"
    }
}
