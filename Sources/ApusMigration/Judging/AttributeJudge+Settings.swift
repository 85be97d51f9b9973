import ApusSchema

extension AttributeJudge {
    /// Finds the differences of an attribute in keys that do not affect its values.
    func judgeSettings(from before: Attribute, to after: Attribute, in entity: String, _ findings: inout Findings) {
        let name = after.name
        if before.column != after.column {
            findings.add(
                ColumnNameChanged(name: name, from: before.column ?? before.name, to: after.column ?? name),
                of: entity
            )
        }
        if before.usesExternalStorage != after.usesExternalStorage {
            findings.add(ExternalStorageChanged(name: name, isExternal: after.usesExternalStorage), of: entity)
        }
        if before.encryptionKey != after.encryptionKey, before.isStored, after.isStored {
            findings.add(EncryptionChanged(name: name, from: before.encryptionKey, to: after.encryptionKey), of: entity)
        }
        if before.allowsLookup != after.allowsLookup, before.isStored, after.isStored {
            findings.add(LookupChanged(name: name, isAdded: after.allowsLookup), of: entity)
        }
        context.judgeUniqueness(from: (before.name, before.isUnique), to: (name, after.isUnique), in: entity, &findings)
        if before.defaultExpression != after.defaultExpression, before.defaultValue == nil, after.defaultValue == nil {
            findings.add(
                DefaultChanged(name: name, from: before.defaultExpression, to: after.defaultExpression),
                of: entity
            )
        }
        for (key, from, to) in Self.comparedKeys.differences(before, after) {
            switch key.name {
            case "minimum", "maximum", "length", "pattern":
                let isTighter = Self.isTighter(key.name, from: before, to: after)
                findings.add(
                    ValidationChanged(name: name, key: key.name, from: from, to: to, isTighter: isTighter),
                    of: entity
                )
            case "transformer", "swiftType":
                guard before.type == after.type else { break }
                if before.isInt == after.isInt {
                    findings.add(CoderChanged(name: name, key: key.name, from: from, to: to), of: entity)
                } else {
                    let (from, to) = (before.typeName, after.typeName)
                    findings.add(AttributeSettingChanged(name: name, key: "type", from: from, to: to), of: entity)
                }
            case "transient", "ephemeral":
                // The attribute is stored neither before nor after.
                if !before.isStored, !after.isStored {
                    findings.add(AttributeSettingChanged(name: name, key: key.name, from: from, to: to), of: entity)
                }
            default: findings.add(AttributeSettingChanged(name: name, key: key.name, from: from, to: to), of: entity)
            }
        }
    }

    /// The keys that are not compared elsewhere and do not only affect documentation and generated code.
    private static let comparedKeys: [Key<Attribute>] = Attribute.keys.without([
        "name", "originalName", "type", "optional", "default", "documentation", "userInfo", "column", "externalStorage",
        "unique", "derived", "encrypted", "lookup",
    ])

    /// Returns whether a value that was valid may no longer be.
    private static func isTighter(_ key: String, from before: Attribute, to after: Attribute) -> Bool {
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
