import ApusDiagnostics

extension SchemaValidator {
    /// Checks the uniqueness constraints of an entity.
    mutating func checkConstraints(of entity: Entity) {
        let list = ModelPath.entity(entity.name).key("unique")
        var earlier = uniqueElsewhere(of: entity)
        for (number, names) in entity.uniquenessConstraints.enumerated() {
            let modelPath = list.index(number)
            guard !names.isEmpty else {
                error("a constraint of '\(entity.name)' is empty", at: modelPath, help: ["remove it"])
                continue
            }
            checkNames(names, of: entity, at: modelPath)
            let key = Set(names)
            if let other = earlier[key] {
                error(
                    "the constraint \(Self.text(of: names)) of '\(entity.name)' is defined twice",
                    at: modelPath,
                    notes: ["it is also defined by \(other)"],
                    help: ["remove one of them"]
                )
            } else {
                earlier[key] = "a constraint of '\(entity.name)'"
            }
        }
        warnOfNeedlessConstraints(of: entity, earlier)
    }

    /// The properties as messages show them: `'email'`, `'name' with 'startDate'`.
    private static func text(of names: [String]) -> String {
        names.map { "'\($0)'" }.joined(separator: " with ")
    }

    /// The unique properties that are defined elsewhere than in the entity's constraints, with a description of where.
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

    private mutating func checkNames(_ names: [String], of entity: Entity, at modelPath: ModelPath) {
        var seen: Set<String> = []
        for (number, name) in names.enumerated() {
            let modelPath = modelPath.index(number)
            guard seen.insert(name).inserted else {
                error(
                    "a constraint of '\(entity.name)' contains '\(name)' twice",
                    at: modelPath,
                    help: ["remove one of them"]
                )
                continue
            }
            switch index.member(name, of: entity) {
            case .unreadable: continue
            case .missing:
                unknown(
                    "a constraint of '\(entity.name)' contains '\(name)', but there is no such property",
                    name,
                    among: index.memberNames(of: entity),
                    at: modelPath
                )
            case .found((let owner, let member)):
                guard let reason = whyNotUnique(member, owner, isAlone: names.count == 1) else { continue }
                error(
                    "'\(name)' cannot be in a constraint of '\(entity.name)': \(reason)",
                    at: modelPath,
                    help: ["use stored attributes and to-one relationships"]
                )
            }
        }
    }

    private func whyNotUnique(_ member: SchemaIndex.Member, _ owner: Entity, isAlone: Bool) -> String? {
        if let reason = whyNotStored(member) { return reason }
        switch member {
        case .attribute(let attribute): return whyNotIndexed(attribute)
        // On its own, a one-to-one relationship is always unique.
        case .relationship(let relationship):
            guard !isAlone, let holder = keyHolder(of: relationship, owner) else { return nil }
            return "'\(holder)' holds its key; write 'holdsKey: true' here"
        case .fetched: return nil
        }
    }

    /// The reason why a member has no column, or `nil`.
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

    /// Warns about constraints that follow from another one with fewer properties.
    private mutating func warnOfNeedlessConstraints(of entity: Entity, _ unique: [Set<String>: String]) {
        let byFirst: [String: [Set<String>]] = Dictionary(grouping: unique.keys) { $0.min() ?? "" }
        var seen: Set<Set<String>> = []
        for (number, names) in entity.uniquenessConstraints.enumerated() where names.count > 1 {
            let key = Set(names)
            // A duplicate is reported elsewhere.
            guard seen.insert(key).inserted else { continue }
            let smaller = key.lazy.flatMap { byFirst[$0] ?? [] }
                .filter { $0.count < key.count && $0.isSubset(of: key) }
                .min { ($0.count, $0.sorted().joined(separator: " ")) < ($1.count, $1.sorted().joined(separator: " ")) }
            guard let smaller else { continue }
            warn(
                "the constraint \(Self.text(of: names)) of '\(entity.name)' follows from "
                    + Self.text(of: smaller.sorted()),
                about: Topic("'\(names[0])'", ["\(names.count)", "\(smaller.count)"]),
                at: ModelPath.entity(entity.name).key("unique").index(number),
                notes: ["if the shorter one is unique, the longer one is unique too"],
                help: ["remove it, or the shorter one"]
            )
        }
    }
}
