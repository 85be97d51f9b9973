import ApusSchema

extension EntitySource {
    /// The access of the initializer, limited by that of the classes of its arguments.
    var initializerAccess: AccessLevel {
        layout.relationships.map(\.relationship).filter { !$0.isToMany }.reduce(access) { level, relationship in
            let own = access(withClassOf: relationship.destination)
            return level.isWider(than: own) ? own : level
        }
    }

    /// Adds the initializer with all settable attributes and to-one relationships, and the model's defaults.
    func addInitializer(to text: inout SourceText) {
        let attributes = layout.attributes.map(\.source)
            .filter { !$0.attribute.isStored || $0.attribute.derivation == nil }
        let toOne = layout.relationships.map(\.relationship).filter { !$0.isToMany }
        let parameters: [String] =
            attributes.map { "\($0.name): \($0.type)" + ($0.argumentDefault.map { " = \($0)" } ?? "") }
            + toOne.map { relationship in
                "\(swiftName(relationship.name)): \(types.class(of: relationship.destination))"
                    + (relationship.isOptional ? "? = nil" : "")
            }
        text.document("Creates an object that is in no context yet.")
        text.list("\(initializerAccess.modifier)\(isParent ? "" : "convenience ")init(", parameters, ") {")
        text.indented { text in
            if attributes.isEmpty {
                text.add("self.init(apusBacking: \(name).ApusBacking())")
            } else {
                text.add("let apusValues = \(name).ApusBacking()")
                for attribute in attributes {
                    let value: String =
                        attribute.externalTransformer == nil
                        ? attribute.name : "\(types.apus("ExternalValue"))(\(attribute.name))"
                    text.add("apusValues.\(attribute.name) = \(value)")
                }
                text.add("self.init(apusBacking: apusValues)")
            }
            for relationship in toOne {
                text.add("self.\(swiftName(relationship.name)) = \(swiftName(relationship.name))")
            }
        }
        text.add("}")
        let hasDefaults =
            attributes.allSatisfy { $0.argumentDefault != nil } && toOne.allSatisfy(\.isOptional)
        if hasDefaults { addContextInitializer(to: &text) }
    }

    /// Adds Core Data's initializer, for a class whose properties all have defaults.
    private func addContextInitializer(to text: inout SourceText) {
        text.gap()
        text.document("Creates an object with the model's defaults, and inserts it into a context.")
        let head = "\(initializerAccess.modifier)\(isParent ? "" : "convenience ")init"
        text.block("\(head)(context: \(types.apus("ModelContext")))") { text in
            text.add("self.init()")
            text.add("context.insert(self)")
        }
    }
}
