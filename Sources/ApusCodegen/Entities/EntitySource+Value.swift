import ApusSchema

extension EntitySource {
    /// The name of the structure for an object's values.
    var valueName: String { fileName + "Value" }

    /// The persistent attributes, including inherited ones.
    var valueAttributes: [AttributeSource] {
        layout.attributes.map(\.source).filter(\.attribute.isStored)
    }

    /// Adds the structure for an object's values, and what sets an object's values from it.
    func addValue(to text: inout SourceText) {
        text.document("The values of an object of the entity \(entity.name): a copy that belongs to no context.")
        // The conformances of the user's own types are unknown.
        let own = hasForeignValues() ? [] : ["Hashable", "Codable", "Sendable"].map(types.swift)
        let conformances = own + [types.apus(uid == nil ? "PersistentValue" : "RecordModel")]
        let head = "nonisolated \(access.modifier)struct \(valueName): \(conformances.joined(separator: ", "))"
        text.block(head) { text in
            let identifier = types.apus("PersistentIdentifier")
            text.document("The identifier of the object; `nil` if the values belong to no object.")
            text.add("\(access.modifier)let persistentModelID: \(identifier)?")
            for attribute in valueAttributes {
                text.gap()
                text.document(attribute.attribute.documentation ?? "The attribute `\(attribute.attribute.name)`.")
                text.add("\(access.modifier)var \(attribute.name): \(attribute.type)")
            }
            for relationship in valueRelationships {
                text.gap()
                text.document(relationship.documentation ?? "The relationship `\(relationship.name)`.")
                let access = valueAccess(of: relationship)
                text.add("\(access.modifier)var \(swiftName(relationship.name)): \(valueType(of: relationship))")
            }
            text.gap()
            addMemberwise(to: &text)
            text.gap()
            text.document(
                "Copies the values of an object.\n\n- Throws: The error of a value that cannot be read, which looks like an empty one."
            )
            let throwing = valueRelationships.contains { $0.valueForm == .nested }
            text.block("\(access.modifier)init(_ object: \(name)) throws") { text in
                // A property may be called 'Self'.
                let isTaken = (valueAttributes.map(\.attribute.name) + valueRelationships.map(\.name)).contains("Self")
                let own = isTaken ? valueName : "Self"
                text.add("self = try \(own).copying(object) { \(throwing ? "try " : "")\(own)(apusCopying: $0) }")
            }
            text.gap()
            text.block("private init(apusCopying object: \(name))\(throwing ? " throws" : "")") { text in
                text.add("persistentModelID = object.persistentModelID")
                for attribute in valueAttributes {
                    text.add("\(attribute.assigned) = object.\(memberName(attribute.attribute.name))")
                }
                for relationship in valueRelationships {
                    text.add("\(assigned(relationship)) = \(copy(of: relationship))")
                }
            }
            addRecord(to: &text)
        }
        text.gap()
        addAssignment(to: &text)
    }

    private func addMemberwise(to text: inout SourceText) {
        let parameters: [String] =
            valueAttributes.map {
                let isDerived = $0.attribute.derivation != nil
                let usual: String? = $0.argumentDefault ?? (isDerived ? $0.emptyLiteral : nil)
                return "\($0.name): \($0.type)" + (usual.map { " = \($0)" } ?? "")
            }
            + valueRelationships.map {
                // Without a default: a relationship that is left out would be emptied when the values are saved.
                "\(swiftName($0.name)): \(valueType(of: $0))"
            }
        text.document("Creates values that belong to no object yet.")
        let access = valueRelationships.map { valueAccess(of: $0) }.reduce(access) { $0.isWider(than: $1) ? $1 : $0 }
        text.list("\(access.modifier)init(", parameters, ") {")
        text.indented { text in
            text.add("persistentModelID = nil")
            for attribute in valueAttributes { text.add("self.\(attribute.name) = \(attribute.name)") }
            for relationship in valueRelationships.map({ swiftName($0.name) }) {
                text.add("self.\(relationship) = \(relationship)")
            }
        }
        text.add("}")
    }

    /// Adds what sets an object's values from the structure.
    private func addAssignment(to text: inout SourceText) {
        let written = valueAttributes.filter(\.attribute.isKept)
        let required = layout.relationships.map(\.relationship)
            .filter { !$0.isToMany && !$0.isOptional }
        // An initializer of a hierarchy must not be inherited, as in `addProperties(to:)`.
        if !entity.isAbstract, isParent {
            text.block("nonisolated extension \(types.apus("PersistentModel")) where Self == \(name)") { text in
                addInitializer(with: required, to: &text)
            }
            text.gap()
        }
        text.block("nonisolated extension \(name)") { text in
            if !entity.isAbstract, !isParent { addInitializer(with: required, to: &text) }
            text.gap()
            text.document("Sets all attributes except derived ones, which the store computes.")
            text.block("\(access.modifier)func take(_ value: \(valueName))") { text in
                for attribute in written {
                    text.add("\(attribute.assigned) = value.\(memberName(attribute.attribute.name))")
                }
            }
        }
    }

    /// Adds an initializer that takes the values of the attributes and the required relationships.
    private func addInitializer(with required: [Relationship], to text: inout SourceText) {
        let parameters =
            ["_ apusValue: \(valueName)"]
            + required.map { "\(swiftName($0.name)): \(types.class(of: $0.destination))" }
        let access: AccessLevel = required.reduce(access) { level, relationship in
            let own = self.access(withClassOf: relationship.destination)
            return level.isWider(than: own) ? own : level
        }
        text.document("Creates an object with these values that is in no context yet.")
        text.list("\(access.modifier)\(isParent ? "" : "convenience ")init(", parameters, ") {")
        text.indented { text in
            let values: [String] = layout.attributes.map(\.source).compactMap { source in
                let label = argumentLabel(source.attribute.name)
                if source.attribute.isKept { return "\(label): apusValue.\(memberName(source.attribute.name))" }
                // Transient attributes start as in any new object.
                let isOpen = source.attribute.derivation == nil && source.argumentDefault == nil
                return isOpen ? "\(label): \(source.emptyLiteral ?? ".init()")" : nil
            }
            let objects = required.map { "\(argumentLabel($0.name)): \(swiftName($0.name))" }
            text.list("self.init(", values + objects, ")")
        }
        text.add("}")
    }
}

/// Names of parameters, and of others that an assignment would mean.
private let assignedNames: Set<String> = ["object", "value", "persistentModelID", "ID"]

extension EntitySource {
    /// The property of a relationship in an assignment.
    fileprivate func assigned(_ relationship: Relationship) -> String {
        let name = swiftName(relationship.name)
        if assignedNames.contains(relationship.name) { return "self.\(name)" }
        return name.hasPrefix("`") ? "self.\(memberName(relationship.name))" : name
    }
}

extension AttributeSource {
    /// The property in an assignment, with `self` if a parameter has the same name.
    fileprivate var assigned: String {
        assignedNames.contains(attribute.name) ? "self.\(name)" : memberOfSelf
    }

    private var memberOfSelf: String { name.hasPrefix("`") ? "self.\(memberName(attribute.name))" : name }
}
