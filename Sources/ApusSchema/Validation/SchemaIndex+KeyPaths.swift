extension SchemaIndex {
    /// The property at the end of a key path.
    struct Target {
        /// The last member; a part of a composite is an attribute.
        let member: Member

        /// The entity that declares the last member, or the attribute that the last part belongs to.
        let owner: Entity

        /// The destination of a relationship at the end.
        var destination: Entity?

        /// The number of relationships in the path before its end.
        let relationships: Int

        /// The first to-many relationship in the path before its end.
        let toMany: String?

        /// Whether the last name is a part of a composite.
        var isPart = false
    }

    /// The reason why a key path is not valid.
    struct DeadEnd {
        /// The problem, as the end of a sentence: `'Trip' has no property 'naem'`.
        let reason: String

        /// The unknown name.
        let name: String

        /// The possible names.
        let candidates: any Sequence<String>
    }

    /// The end of a key path.
    enum End {
        case target(Target)
        case deadEnd(DeadEnd)
        case unreadable
    }

    /// Follows a key path from an entity through relationships and into composites.
    func follow(_ path: [String], from entity: Entity) -> End {
        var current = entity
        var count = 0
        var toMany: String?
        for (number, name) in path.enumerated() {
            let rest = path[(number + 1)...]
            switch member(name, of: current) {
            case .unreadable: return .unreadable
            case .missing:
                let reason = "'\(current.name)' has no property '\(name)'"
                return .deadEnd(DeadEnd(reason: reason, name: name, candidates: memberNames(of: current)))
            case .found((let owner, .attribute(let attribute))):
                return followParts(rest, of: attribute, owner: owner, relationships: count, toMany: toMany)
            case .found((let owner, .fetched(let property))):
                guard rest.isEmpty else {
                    return .deadEnd(
                        DeadEnd(reason: "'\(name)' is a fetched property", name: name, candidates: EmptyCollection())
                    )
                }
                let member: Member = .fetched(property)
                return .target(Target(member: member, owner: owner, relationships: count, toMany: toMany))
            case .found((let owner, .relationship(let relationship))):
                let destination = self.entity(relationship.destination)
                if rest.isEmpty {
                    guard case .found(let far) = destination else { return .unreadable }
                    let target = Target(
                        member: .relationship(relationship),
                        owner: owner,
                        destination: far,
                        relationships: count,
                        toMany: toMany
                    )
                    return .target(target)
                }
                // A relationship without a destination is reported at its definition.
                guard case .found(let far) = destination else { return .unreadable }
                current = far
                count += 1
                if relationship.isToMany { toMany = toMany ?? name }
            }
        }
        return .deadEnd(DeadEnd(reason: "it is empty", name: "", candidates: EmptyCollection()))
    }

    /// Returns the first relationship in a key path that is not stored.
    func transientRelationship(on path: [String], from entity: Entity) -> String? {
        var current = entity
        for name in path {
            guard case .found((let owner, .relationship(let relationship))) = member(name, of: current),
                case .found(let far) = self.entity(relationship.destination)
            else { return nil }
            let nearby = neighbourhood(of: relationship, in: owner)
            if nearby.references(of: relationship, in: owner) == nil { return name }
            current = far
        }
        return nil
    }

    private func followParts(
        _ names: ArraySlice<String>,
        of attribute: Attribute,
        owner: Entity,
        relationships: Int,
        toMany: String?
    ) -> End {
        var attribute = attribute
        for name in names {
            guard case .named(let type) = attribute.type, let composite = composite(type) else {
                if case .named(let type) = attribute.type, enumeration(type) == nil { return .unreadable }
                let reason = "'\(attribute.name)' is \(attribute.type.name), which has no part '\(name)'"
                return .deadEnd(DeadEnd(reason: reason, name: name, candidates: EmptyCollection()))
            }
            guard let part = composite.attributes.first(where: { $0.name == name }) else {
                let modelPath: ModelPath = .element("composites", type)
                if isUnreadable(modelPath.element("attributes", name)) { return .unreadable }
                let reason = "the composite '\(type)' has no part '\(name)'"
                return .deadEnd(DeadEnd(reason: reason, name: name, candidates: composite.attributes.lazy.map(\.name)))
            }
            attribute = part
        }
        let target = Target(
            member: .attribute(attribute),
            owner: owner,
            relationships: relationships,
            toMany: toMany,
            isPart: !names.isEmpty
        )
        return .target(target)
    }
}
