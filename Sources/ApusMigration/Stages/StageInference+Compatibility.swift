import ApusSchema

extension StageInference {
    /// Why a matched property cannot keep its values, or `nil` where it can.
    func incompatibility(
        of property: EntityMatch.PropertyMatch,
        in match: EntityMatch
    ) -> (kind: Change.Kind, refusal: Refusal)? {
        let path = ElementPath(match.new.name, property.new.name)
        switch (property.old, property.new) {
        case (.attribute(let before), .attribute(let after)):
            guard !isSameType(before.type, after.type), !before.type.widens(to: after.type) else { return nil }
            let kind: Change.Kind = .typeChanged(after.name, from: before.type, to: after.type)
            return (
                kind,
                refusal(
                    kind,
                    path,
                    "'\(path)' changes from \(before.type.name) to \(after.type.name), which may lose values",
                    dropping: ElementPath(match.old.name, before.name)
                )
            )
        case (.relationship(let before), .relationship(let after)):
            return incompatibility(of: after, before: before, in: match)
        case (let before, let after):
            let kind: Change.Kind = .kindChanged(from: before, to: after)
            return (
                kind,
                refusal(
                    kind,
                    path,
                    "'\(path)' is no longer \(before.kindName) but \(after.kindName)",
                    dropping: ElementPath(match.old.name, before.name)
                )
            )
        }
    }

    private func incompatibility(
        of after: Relationship,
        before: Relationship,
        in match: EntityMatch
    ) -> (kind: Change.Kind, refusal: Refusal)? {
        let path = ElementPath(match.new.name, after.name)
        let dropped = ElementPath(match.old.name, before.name)
        func obstacle(_ kind: Change.Kind, _ message: String) -> (kind: Change.Kind, refusal: Refusal) {
            (kind, refusal(kind, path, message, dropping: dropped))
        }
        if before.isToMany != after.isToMany {
            let words: String = after.isToMany ? "from to-one to to-many" : "from to-many to to-one"
            return obstacle(.cardinalityChanged(after.name, toMany: after.isToMany), "'\(path)' changes \(words)")
        }
        let far: String? = matching.match(older: before.destination)?.new.name
        if far != after.destination {
            let words: String =
                before.destination == after.destination
                ? ", which is \(far.map { "'\($0)' now" } ?? "gone"), and leads to another '\(after.destination)'"
                : " and now leads to '\(after.destination)'"
            return obstacle(
                .destinationChanged(after.name, from: before.destination, to: after.destination),
                "'\(path)' led to '\(before.destination)'\(words)"
            )
        }
        if let reason = inverseObstacle(after, before, path, in: match) {
            let kind: Change.Kind = .inverseChanged(after.name, from: before.inverse, to: after.inverse)
            let refusal: Refusal = refusal(kind, path, "'\(path)' \(reason)", dropping: dropped)
            return (kind, refusal.helping(first: likelyRenameOfInverse(after, before)))
        }
        let from: RelationshipStorage = old.storage(of: before, in: match.old)
        let to: RelationshipStorage = new.storage(of: after, in: match.new)
        guard !isSamePlace(from, to) else { return nil }
        let kind: Change.Kind = .storageMoved(after.name, from: from, to: to)
        if let back = new.inverse(of: after, in: match.new), back.relationship.isToMany == after.isToMany,
            from.isPairs == to.isPairs
        {
            let backPath = ElementPath(back.entity.name, back.relationship.name)
            let (holder, other): (ElementPath, ElementPath) = to.isHere ? (backPath, path) : (path, backPath)
            let isSaidByOther: Bool = (to.isHere ? after : back.relationship).holdsKey == true
            let removal: String = isSaidByOther ? ", and remove it from '\(other)'" : ""
            return (
                kind,
                Refusal(
                    code: kind.code,
                    path: path,
                    message: "the references of '\(path)' would move to its other side",
                    help: ["add 'holdsKey: true' to '\(holder)', the side that has held them so far\(removal)"]
                )
            )
        }
        return obstacle(kind, "the references of '\(path)' would have to be stored in another way")
    }

    /// Why the references of a matched relationship are not those of its newer inverse, or `nil`.
    private func inverseObstacle(
        _ after: Relationship,
        _ before: Relationship,
        _ path: ElementPath,
        in match: EntityMatch
    ) -> String? {
        // Relationships that do not name each other are kept apart, whatever the one says.
        let oldBack: ElementPath? = old.inversePath(of: before, in: match.old)
        let newBack: ElementPath? = new.inversePath(of: after, in: match.new)
        switch (oldBack, newBack) {
        case (let oldBack?, let newBack?):
            if matching.newer(oldBack) == newBack { return nil }
            // One inverse went and another came: this side's references are its own where it holds them itself.
            let isIndependent: Bool = matching.newer(oldBack) == nil && !wasThere(newBack)
            guard isIndependent, old.storage(of: before, in: match.old).isHere else {
                return "had the inverse '\(oldBack)' and now has '\(newBack)', which is not the same one renamed"
            }
            let wasShared: Bool = old.inverse(of: before, in: match.old)?.relationship.isToMany == true
            return wasShared && becomesOneToOne(after, in: match.new) ? Self.shared : nil
        case (nil, let newBack?):
            if wasThere(newBack) {
                return newBack == path
                    ? "led one way and is now its own inverse"
                    : "and '\(newBack)' were independent and are now each other's inverse"
            }
            return becomesOneToOne(after, in: match.new) ? Self.shared : nil
        case (_, nil):
            return nil
        }
    }

    private static let shared: String =
        "becomes one side of a one-to-one relationship, but several objects may share one so far"

    private func becomesOneToOne(_ after: Relationship, in entity: Entity) -> Bool {
        !after.isToMany && new.inverse(of: after, in: entity)?.relationship.isToMany == false
    }

    /// Whether a property of the newer schema is one of the older schema.
    private func wasThere(_ newer: ElementPath) -> Bool {
        matching.match(newer: newer.entity)?.properties.contains { $0.new.name == newer.property } == true
    }

    /// The line that makes the newer inverse the older one under another name, where both are without a match.
    private func likelyRenameOfInverse(_ after: Relationship, _ before: Relationship) -> String? {
        guard let older = before.inverse, let newer = after.inverse,
            let far = matching.match(older: before.destination), far.new.name == after.destination,
            far.removed.contains(where: { $0.name == older }), far.added.contains(where: { $0.name == newer })
        else { return nil }
        return "if '\(far.new.name).\(newer)' is '\(far.old.name).\(older)' renamed, add 'originalName: \(older)' to it"
    }

    /// Whether references that were kept in one place are found in the other without moving them.
    func isSamePlace(_ from: RelationshipStorage, _ to: RelationshipStorage) -> Bool {
        switch (from, to) {
        case (.ownKey, .ownKey), (.inverseKey, .inverseKey): true
        case (.link(let before, let wasOwner), .link(let after, let isOwner)):
            wasOwner == isOwner && matching.newer(before) == after
        default: false
        }
    }

    /// Whether the references of a removed relationship go with it, rather than being kept by its inverse.
    func losesReferences(_ relationship: Relationship, of entity: Entity) -> Bool {
        guard let back = old.inverse(of: relationship, in: entity),
            let newer = matching.newer(ElementPath(back.entity.name, back.relationship.name)),
            let far = new.entity(newer.entity),
            let kept = newer.property.flatMap({ far.relationship($0) })
        else { return true }
        let storage: RelationshipStorage = old.storage(of: back.relationship, in: back.entity)
        return !storage.isHere || !isSamePlace(storage, new.storage(of: kept, in: far))
    }

    /// Whether somebody accepted the loss of a property of the older schema: by its name, by its inverse's, or by that
    /// of a removed entity that either belongs to.
    func isAcceptedLoss(_ property: Property, of entity: Entity) -> Bool {
        if isAccepted(ElementPath(entity.name, property.name)) { return true }
        guard case .relationship(let relationship) = property, let inverse = relationship.inverse else { return false }
        return isAccepted(ElementPath(relationship.destination, inverse))
    }

    private func isAccepted(_ path: ElementPath) -> Bool {
        let entity = ElementPath(path.entity)
        return accepted.contains(path)
            || (accepted.contains(entity) && matching.removed.contains { $0.name == path.entity })
    }
}

extension Schema {
    /// The inverse of a relationship, under the entity that declares it.
    fileprivate func inversePath(of relationship: Relationship, in entity: Entity) -> ElementPath? {
        inverse(of: relationship, in: entity).map { ElementPath($0.entity.name, $0.relationship.name) }
    }
}

extension RelationshipStorage {
    /// Whether the references are kept in a table of pairs.
    fileprivate var isPairs: Bool {
        if case .link = self { true } else { false }
    }

    /// Whether the references are kept on the relationship's own side.
    fileprivate var isHere: Bool {
        switch self {
        case .ownKey, .link(_, isOwner: true): true
        case .inverseKey, .link(_, isOwner: false): false
        }
    }
}

extension Property {
    /// What the property is, in words.
    fileprivate var kindName: String {
        switch self {
        case .attribute: "an attribute"
        case .relationship: "a relationship"
        }
    }
}
