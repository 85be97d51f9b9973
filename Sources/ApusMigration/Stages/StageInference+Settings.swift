import ApusSchema

extension StageInference {
    /// Finds what an entity says otherwise under keys that have no change of their own.
    mutating func inferSettings(of match: EntityMatch) {
        let (old, new): (Entity, Entity) = (match.old, match.new)
        for key in Entity.keys where !Self.silent.contains(key.name) && key.name != "parent" {
            addSetting(nil, key.name, key.text(of: old), key.text(of: new), in: new)
        }
        // A parent under a new name is the same parent; another entity under the parent's name is not.
        let parent: String? = old.parent.flatMap { matching.newer(ElementPath($0))?.entity }
        if parent != new.parent || (old.parent == nil) != (new.parent == nil) {
            add(
                .settingChanged(property: nil, key: "parent", from: old.parent, to: new.parent),
                new.name,
                refusedBecause: refusal(ofChanging: "parent", of: nil, in: new)
            )
        }
        // Nor is a constraint or an index another one because a property in it is called otherwise now.
        let constraints: [[String]] = old.uniquenessConstraints.map { $0.map { newerName(of: $0, in: old) } }
        if constraints.sorted(by: Self.isBefore) != new.uniquenessConstraints.sorted(by: Self.isBefore) {
            let (before, after) = (Self.text(old.uniquenessConstraints), Self.text(new.uniquenessConstraints))
            add(.settingChanged(property: nil, key: "unique", from: before, to: after), new.name)
        }
        let indexes: [Entity.Index] = old.indexes.map { newer($0, in: old) }
        if Set(indexes) != Set(new.indexes) {
            let (before, after) = (Self.text(old.indexes), Self.text(new.indexes))
            add(.settingChanged(property: nil, key: "indexes", from: before, to: after), new.name)
        }
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
            if case .named(let older) = before.type, case .named(let name) = after.type,
                isSameType(before.type, after.type)
            {
                let (old, new) = (Self.meaning(of: older, in: self.old), Self.meaning(of: name, in: self.new))
                let (from, to): (String?, String?) = (Self.text(ofParts: old), Self.text(ofParts: new))
                if old != new {
                    add(
                        .settingChanged(property: after.name, key: name, from: from, to: to),
                        match.new.name,
                        refusedBecause: refusal(ofChangingType: older, to: name, of: after.name, in: match.new)
                    )
                }
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
        // By bytes, as a store compares.
        guard before.map({ Array($0.utf8) }) != after.map({ Array($0.utf8) }) else { return }
        add(
            .settingChanged(property: property, key: key, from: before, to: after),
            entity.name,
            refusedBecause: refusal(ofChanging: key, of: property, in: entity)
        )
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
            return ([index.name, elements] + settings(of: index, by: Entity.Index.keys)).joined(separator: " ")
        }
        return texts.isEmpty ? nil : texts.sorted().joined(separator: ", ")
    }

    private static func isBefore(_ one: [String], _ other: [String]) -> Bool {
        one.lexicographicallyPrecedes(other)
    }
}

// MARK: - Names

extension StageInference {
    /// What a property that an older entity has or inherits is called now; its older name where it is gone.
    private func newerName(of property: String, in entity: Entity) -> String {
        let owners: [Entity] = entity.parent == nil ? [entity] : [entity] + old.ancestors(of: entity)
        return owners.lazy.compactMap { matching.newer(ElementPath($0.name, property))?.property }.first ?? property
    }

    /// An older index as the newer schema would say it. Expressions and predicates stay as they are written.
    private func newer(_ index: Entity.Index, in entity: Entity) -> Entity.Index {
        var index: Entity.Index = index
        for position in index.elements.indices {
            guard case .property(var names) = index.elements[position].term, let first = names.first else { continue }
            names[0] = newerName(of: first, in: entity)
            index.elements[position].term = .property(names)
        }
        return index
    }
}

// MARK: - Types that the model names

extension StageInference {
    /// Whether two types are the same, or a composite or an enum under its older and its newer name.
    func isSameType(_ before: AttributeType, _ after: AttributeType) -> Bool {
        guard before != after, case .named(let older) = before, case .named(let newer) = after else {
            return before == after
        }
        return old.enumeration(older) != nil && new.enumeration(newer)?.originalName == older
            || old.composite(older) != nil && new.composite(newer)?.originalName == older
    }

    /// The cases of an enum or the parts of a composite, down to the last, in the order of their names.
    private static func meaning(of name: String, in schema: Schema, below types: [String] = []) -> [[String]] {
        // A valid schema has no composite that is a part of itself.
        guard !types.contains(name) else { return [] }
        if let enumeration = schema.enumeration(name) {
            let cases: [[String]] = enumeration.cases.map { ["\($0.name) = \($0.rawValue.text)"] }
            let type: [[String]] = enumeration.type == .string ? [] : [[enumeration.type.rawValue]]
            return type + cases.sorted(by: isBefore)
        }
        let parts: [[String]] = (schema.composite(name)?.attributes ?? []).flatMap { part -> [[String]] in
            let line: [String] = [part.name, part.type.name] + settings(of: part, by: Attribute.partKeys)
            guard case .named(let inner) = part.type else { return [line] }
            let below: [[String]] = meaning(of: inner, in: schema, below: types + [name])
            return [line] + below.map { ["\(part.name).\($0[0])"] + $0.dropFirst() }
        }
        return parts.sorted(by: isBefore)
    }

    private static func text(ofParts meaning: [[String]]) -> String? {
        meaning.isEmpty ? nil : meaning.map { $0.joined(separator: " ") }.joined(separator: ", ")
    }

    private static func settings<Element>(of element: Element, by keys: [Key<Element>]) -> [String] {
        keys.compactMap { key in
            silent.contains(key.name) ? nil : key.text(of: element).map { "\(key.name): \($0)" }
        }
    }
}
