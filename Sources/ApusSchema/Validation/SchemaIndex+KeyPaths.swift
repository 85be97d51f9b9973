extension SchemaIndex {
    /// What stands at the end of a key path.
    struct Target {
        /// What the last name stands for; a part of a composite counts as an attribute.
        let member: Member

        /// The entity that declares the last member, or the attribute that the last part belongs to.
        let owner: Entity

        /// The entity that a relationship at the end leads to.
        let destination: Entity?

        /// How many relationships the path goes over before its end.
        let relationships: Int

        /// A to-many relationship that the path goes over before its end.
        let toMany: String?

        /// Whether the last name is that of a part of a composite.
        let isPart: Bool
    }

    /// Why a key path leads nowhere.
    struct Dead {
        /// What is wrong, as the end of a sentence: `in 'Trip' there is no property 'naem'`.
        let reason: String

        /// The name that stands for nothing.
        let name: String

        /// What could stand instead.
        let candidates: [String]
    }

    /// What a key path leads to.
    enum End {
        case target(Target)
        case dead(Dead)
        case unreadable
    }

    /// Follows a key path from an entity over relationships and into composites.
    func follow(_ path: [String], from entity: Entity) -> End {
        var current: Entity = entity
        var count: Int = 0
        var toMany: String?
        for (number, name) in path.enumerated() {
            let rest: ArraySlice<String> = path[(number + 1)...]
            switch member(name, of: current) {
            case .unreadable: return .unreadable
            case .missing:
                let reason = "in '\(current.name)' there is no property '\(name)'"
                return .dead(Dead(reason: reason, name: name, candidates: memberNames(of: current)))
            case .found((let owner, .attribute(let attribute))):
                return followParts(rest, of: attribute, owner, count, toMany)
            case .found((let owner, .fetched(let property))):
                guard rest.isEmpty else {
                    return .dead(Dead(reason: "'\(name)' is a fetched property", name: name, candidates: []))
                }
                return .target(Target(.fetched(property), owner, nil, count, toMany, false))
            case .found((let owner, .relationship(let relationship))):
                let destination: Answer<Entity> = self.entity(relationship.destination)
                if rest.isEmpty {
                    guard case .found(let far) = destination else { return .unreadable }
                    return .target(Target(.relationship(relationship), owner, far, count, toMany, false))
                }
                // A dangling relationship is reported where it stands.
                guard case .found(let far) = destination else { return .unreadable }
                current = far
                count += 1
                if relationship.isToMany { toMany = toMany ?? name }
            }
        }
        return .dead(Dead(reason: "it is empty", name: "", candidates: []))
    }

    /// The first relationship on a key path that no store keeps.
    func transientRelationship(on path: [String], from entity: Entity) -> String? {
        var current: Entity = entity
        for name in path {
            guard case .found((let owner, .relationship(let relationship))) = member(name, of: current),
                case .found(let far) = self.entity(relationship.destination)
            else { return nil }
            let nearby: Schema = neighbourhood(of: relationship, in: owner)
            if nearby.references(of: relationship, in: owner) == nil { return name }
            current = far
        }
        return nil
    }

    private func followParts(
        _ names: ArraySlice<String>,
        of attribute: Attribute,
        _ owner: Entity,
        _ count: Int,
        _ toMany: String?
    ) -> End {
        var attribute: Attribute = attribute
        for name in names {
            guard case .named(let type) = attribute.type, let composite = composite(type) else {
                if case .named(let type) = attribute.type, enumeration(type) == nil { return .unreadable }
                let reason = "'\(attribute.name)' is \(attribute.type.name), which has no part '\(name)'"
                return .dead(Dead(reason: reason, name: name, candidates: []))
            }
            guard let part = composite.attributes.first(where: { $0.name == name }) else {
                let place: ModelPath = .element("composites", type)
                if isUnreadable(place.element("attributes", name)) { return .unreadable }
                let reason = "the composite '\(type)' has no part '\(name)'"
                return .dead(Dead(reason: reason, name: name, candidates: composite.attributes.map(\.name)))
            }
            attribute = part
        }
        return .target(Target(.attribute(attribute), owner, nil, count, toMany, !names.isEmpty))
    }
}

extension SchemaIndex.Target {
    fileprivate init(
        _ member: SchemaIndex.Member,
        _ owner: Entity,
        _ destination: Entity?,
        _ relationships: Int,
        _ toMany: String?,
        _ isPart: Bool
    ) {
        self.member = member
        self.owner = owner
        self.destination = destination
        self.relationships = relationships
        self.toMany = toMany
        self.isPart = isPart
    }
}
