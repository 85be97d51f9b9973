import ApusSchema

extension AttributeJudge {
    /// Finds how an attribute differs under keys that do not touch its values.
    func judgeSettings(from before: Attribute, to after: Attribute, in entity: String, _ findings: inout Findings) {
        let name: String = after.name
        if before.column != after.column {
            findings.add(
                ColumnNameChanged(name: name, from: before.column ?? before.name, to: after.column ?? name),
                entity
            )
        }
        if before.usesExternalStorage != after.usesExternalStorage {
            findings.add(ExternalStorageChanged(name: name, isExternal: after.usesExternalStorage), entity)
        }
        if !before.isUnique, after.isUnique { findings.add(UniquenessAdded(properties: [name]), entity) }
        if before.isUnique, !after.isUnique { findings.add(UniquenessRemoved(properties: [name]), entity) }
        if before.defaultExpression != after.defaultExpression, before.defaultValue == nil, after.defaultValue == nil {
            findings.add(
                DefaultChanged(name: name, from: before.defaultExpression, to: after.defaultExpression),
                entity
            )
        }
        for (key, from, to) in Self.comparedKeys.differences(before, after) {
            switch key.name {
            case "minimum", "maximum", "length", "pattern":
                let isTighter: Bool = Self.isTighter(key.name, before, after)
                findings.add(
                    ValidationChanged(name: name, key: key.name, from: from, to: to, isTighter: isTighter),
                    entity
                )
            case "transformer", "swiftType":
                if before.type == after.type {
                    findings.add(CoderChanged(name: name, key: key.name, from: from, to: to), entity)
                }
            case "transient", "ephemeral":
                // No store has it before or after.
                if !before.isStored, !after.isStored {
                    findings.add(AttributeSettingChanged(name: name, key: key.name, from: from, to: to), entity)
                }
            default: findings.add(AttributeSettingChanged(name: name, key: key.name, from: from, to: to), entity)
            }
        }
    }

    /// The keys that neither are compared elsewhere nor are for readers and generated code only.
    private static let comparedKeys: [Key<Attribute>] = Attribute.keys.without([
        "name", "originalName", "type", "optional", "default", "documentation", "userInfo", "column", "externalStorage",
        "unique", "derived",
    ])

    /// Whether some value that was valid is so no longer.
    private static func isTighter(_ key: String, _ before: Attribute, _ after: Attribute) -> Bool {
        switch key {
        case "minimum":
            guard let limit = after.minimum else { return false }
            return before.minimum.map { $0.isBelow(limit) != false } ?? true
        case "maximum":
            guard let limit = after.maximum else { return false }
            return before.maximum.map { limit.isBelow($0) != false } ?? true
        case "length":
            guard let after = after.length else { return false }
            return before.length.map { !$0.isWithin(after) } ?? true
        default: return after.pattern != nil
        }
    }
}
