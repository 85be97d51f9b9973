extension SchemaValidator {
    /// Checks which properties no two objects of an entity may share.
    mutating func checkConstraints(of entity: Entity) {
        let list: ModelPath = ModelPath.entity(entity.name).key("unique")
        var earlier: [Set<String>: String] = uniqueElsewhere(of: entity)
        for (number, names) in entity.uniquenessConstraints.enumerated() {
            let place: ModelPath = list.index(number)
            guard !names.isEmpty else {
                error("a constraint of '\(entity.name)' names no property", at: place, help: ["remove it"])
                continue
            }
            checkNames(names, of: entity, at: place)
            let key = Set(names)
            if let other = earlier[key] {
                error(
                    "that \(Self.text(of: names)) of '\(entity.name)' is unique is said twice",
                    at: place,
                    notes: ["it is said by \(other), too"],
                    help: ["remove one of them"]
                )
            } else {
                earlier[key] = "a constraint of '\(entity.name)'"
            }
        }
        warnOfNeedlessConstraints(of: entity, earlier)
    }

    /// `'email'`, `'name' with 'startDate'`.
    private static func text(of names: [String]) -> String {
        names.map { "'\($0)'" }.joined(separator: " with ")
    }

    /// What is unique by other lines than the entity's constraints, and by which.
    private func uniqueElsewhere(of entity: Entity) -> [Set<String>: String] {
        var unique: [Set<String>: String] = [:]
        for (number, owner) in index.line(of: entity).enumerated() {
            for attribute in owner.attributes where attribute.isUnique {
                unique[[attribute.name]] = "'unique: true' of '\(owner.name).\(attribute.name)'"
            }
            for relationship in owner.relationships where relationship.isUnique {
                unique[[relationship.name]] = "'unique: true' of '\(owner.name).\(relationship.name)'"
            }
            guard number > 0 else { continue }
            for names in owner.uniquenessConstraints where !names.isEmpty {
                unique[Set(names)] = "a constraint of '\(owner.name)'"
            }
        }
        return unique
    }

    private mutating func checkNames(_ names: [String], of entity: Entity, at place: ModelPath) {
        var seen: Set<String> = []
        for (number, name) in names.enumerated() {
            let place: ModelPath = place.index(number)
            guard seen.insert(name).inserted else {
                error(
                    "a constraint of '\(entity.name)' names '\(name)' twice",
                    at: place,
                    help: ["remove one of them"]
                )
                continue
            }
            switch index.member(name, of: entity) {
            case .unreadable: continue
            case .missing:
                unknown(
                    "a constraint of '\(entity.name)' names '\(name)', but there is no such property",
                    name,
                    among: index.memberNames(of: entity),
                    at: place
                )
            case .found((let owner, let member)):
                guard let reason = whyNotUnique(member, owner, isAlone: names.count == 1) else { continue }
                error(
                    "'\(name)' cannot be in a constraint of '\(entity.name)': \(reason)",
                    at: place,
                    help: ["name attributes and to-one relationships that the store keeps"]
                )
            }
        }
    }

    private func whyNotUnique(_ member: SchemaIndex.Member, _ owner: Entity, isAlone: Bool) -> String? {
        if let reason = whyNotStored(member) { return reason }
        switch member {
        case .attribute(let attribute): return whyNotIndexed(attribute)
        // Alone it is unique by what it is.
        case .relationship(let relationship):
            guard !isAlone, let holder = keyHolder(of: relationship, owner) else { return nil }
            return "its key is kept by '\(holder)'; write 'holdsKey: true' here"
        case .fetched: return nil
        }
    }

    /// Why there is no column that holds what a name stands for, where there is none.
    func whyNotStored(_ member: SchemaIndex.Member) -> String? {
        switch member {
        case .fetched: "it is a fetched property"
        case .attribute(let attribute) where attribute.isTransient: "it is transient"
        case .attribute(let attribute) where attribute.isEphemeral: "it is ephemeral"
        case .relationship(let relationship) where relationship.isToMany: "it is to-many"
        case .relationship(let relationship) where relationship.isTransient: "it is transient"
        case .attribute, .relationship: nil
        }
    }

    /// Warns of constraints that hold because of another one, of fewer properties.
    private mutating func warnOfNeedlessConstraints(of entity: Entity, _ unique: [Set<String>: String]) {
        let byFirst: [String: [Set<String>]] = Dictionary(grouping: unique.keys) { $0.min() ?? "" }
        var seen: Set<Set<String>> = []
        for (number, names) in entity.uniquenessConstraints.enumerated() where names.count > 1 {
            let key = Set(names)
            // A second one is reported as such.
            guard seen.insert(key).inserted else { continue }
            let smaller: Set<String>? = key.lazy.flatMap { byFirst[$0] ?? [] }
                .filter { $0.count < key.count && $0.isSubset(of: key) }
                .min { ($0.count, $0.sorted().joined(separator: " ")) < ($1.count, $1.sorted().joined(separator: " ")) }
            guard let smaller else { continue }
            warn(
                "the constraint \(Self.text(of: names)) of '\(entity.name)' follows from "
                    + Self.text(of: smaller.sorted()),
                at: ModelPath.entity(entity.name).key("unique").index(number),
                notes: ["what no two objects share, they do not share together with more"],
                help: ["remove it, or the shorter one"]
            )
        }
    }
}
