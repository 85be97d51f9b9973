import ApusSchema

extension StageInference {
    /// Finds what an entity says otherwise under keys that have no change of their own.
    mutating func inferSettings(of match: EntityMatch) {
        let (old, new): (Entity, Entity) = (match.old, match.new)
        for key in Entity.keys where !Self.silent.contains(key.name) && key.name != "parent" {
            addSetting(nil, key.name, key.text(of: old), key.text(of: new), in: new)
        }
        // A parent under a new name is the same parent.
        let parent: String? = old.parent.map { matching.newer(ElementPath($0))?.entity ?? $0 }
        if parent != new.parent { addSetting(nil, "parent", old.parent, new.parent, in: new) }
        addSetting(nil, "unique", Self.text(old.uniquenessConstraints), Self.text(new.uniquenessConstraints), in: new)
        addSetting(nil, "indexes", Self.text(old.indexes), Self.text(new.indexes), in: new)
    }

    /// Finds what a property says otherwise under keys that have no change of their own.
    mutating func inferSettings(of property: EntityMatch.PropertyMatch, in match: EntityMatch) {
        switch (property.old, property.new) {
        case (.attribute(let before), .attribute(let after)):
            for key in Attribute.keys where !Self.silent.union(["optional", "default"]).contains(key.name) {
                addSetting(after.name, key.name, key.text(of: before), key.text(of: after), in: match.new)
            }
            let (old, new): (String?, String?) = (before.defaultExpression, after.defaultExpression)
            addSetting(after.name, "default", old, new, in: match.new)
            if before.type == after.type, case .named(let name) = after.type {
                addSetting(
                    after.name,
                    name,
                    Self.text(name, in: self.old),
                    Self.text(name, in: self.new),
                    in: match.new
                )
            }
        case (.relationship(let before), .relationship(let after)):
            let known: Set<String> = ["inverse", "deleteRule", "holdsKey"]
            for key in Relationship.keys where !Self.silent.union(known).contains(key.name) {
                if key.name == "optional", !before.isToMany || !after.isToMany { continue }
                addSetting(after.name, key.name, key.text(of: before), key.text(of: after), in: match.new)
            }
        default: break
        }
    }

    private mutating func addSetting(
        _ property: String?,
        _ key: String,
        _ before: String?,
        _ after: String?,
        in entity: Entity
    ) {
        guard before != after else { return }
        add(.settingChanged(property: property, key: key, from: before, to: after), entity.name)
    }

    /// Keys that speak to people, generated code and matching, not of what a store holds.
    private static let silent: Set<String> = [
        "originalName", "documentation", "userInfo", "codegen", "class", "access",
    ]

    private static func text(_ constraints: [[String]]) -> String? {
        let texts: [String] = constraints.map { $0.joined(separator: "+") }.sorted()
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    private static func text(_ indexes: [Entity.Index]) -> String? {
        let texts: [String] = indexes.map { index in
            let elements: String = index.elements.map(\.text).joined(separator: "+")
            let settings: [String] = Entity.Index.keys.compactMap { key in key.text(of: index) }
            return ([index.name, elements] + settings).joined(separator: " ")
        }
        return texts.isEmpty ? nil : texts.sorted().joined(separator: ", ")
    }

    /// The parts of a composite or the cases of an enum, in the order of their names.
    private static func text(_ name: String, in schema: Schema) -> String? {
        let cases: [String]? = schema.enumeration(name)?.cases.map { "\($0.name) = \($0.rawValue.text)" }
        let parts: [String]? = schema.composite(name)?.attributes.map { part in
            let settings: [String] = Attribute.partKeys.compactMap { key in
                silent.contains(key.name) ? nil : key.text(of: part)
            }
            return ([part.name, part.type.name] + settings).joined(separator: " ")
        }
        return (cases ?? parts)?.sorted().joined(separator: ", ")
    }
}
