import ApusSchema

// A frozen stage keeps its verdict for ever. A change that may lose or invent values is refused, therefore, until a
// mapping can say what is meant.

extension StageInference {
    /// Why a setting must not change from one version to the next.
    ///
    /// - Parameters:
    ///   - key: The setting.
    ///   - property: The property; `nil` for the entity itself.
    ///   - entity: The entity, as the newer schema has it.
    /// - Returns: The refusal, or `nil` where the change loses and invents nothing.
    func refusal(ofChanging key: String, of property: String?, in entity: Entity) -> Refusal? {
        guard Self.lossySettings.contains(key) else { return nil }
        let path = ElementPath(entity.name, property)
        return Refusal(
            code: property == nil ? "AP105" : "AP210",
            path: path,
            message: "'\(key)' of '\(path)' changes, and what becomes of the rows cannot be said yet",
            help: ["leave it as it was: this version of Apus has no mapping for it"]
        )
    }

    /// Why the definition of a composite or an enum must not change from one version to the next.
    ///
    /// - Parameters:
    ///   - older: The type's older name.
    ///   - newer: The type's newer name.
    ///   - property: The attribute that has the type.
    ///   - entity: The attribute's entity, as the newer schema has it.
    /// - Returns: The refusal, or `nil` where an enum only has more cases.
    func refusal(
        ofChangingType older: String,
        to newer: String,
        of property: String,
        in entity: Entity
    ) -> Refusal? {
        if let before = old.enumeration(older), let after = new.enumeration(newer), before.type == after.type {
            let values: [String: Value] = Dictionary(after.cases.map { ($0.name, $0.rawValue) }) { first, _ in first }
            if before.cases.allSatisfy({ values[$0.name] == $0.rawValue }) { return nil }
        }
        let path = ElementPath(entity.name, property)
        return Refusal(
            code: "AP210",
            path: path,
            message: "the type '\(newer)' of '\(path)' changes in a way that may lose or invent values",
            help: ["leave it as it was: this version of Apus has no mapping for it"]
        )
    }

    /// Settings on which it depends which rows and values there are.
    private static let lossySettings: Set<String> = [
        "abstract", "parent", "transient", "ephemeral", "derived", "swiftType", "transformer", "ordered",
    ]
}
