extension Schema {
    /// The extent of an entity's own objects.
    ///
    /// - Parameters:
    ///   - entity: An entity of a valid schema that is not abstract.
    ///   - line: The entity and its ancestors, nearest first.
    /// - Returns: The extent: identity, the values of attributes, then keys and places of to-one relationships; those of
    ///   the root first.
    public func extent(of entity: Entity, inheriting line: [Entity]) -> Extent {
        var members: [Extent.Member] = [.identity]
        for owner in line.reversed() {
            for attribute in owner.attributes {
                if case .scalar(let type) = attribute.type {
                    // Most are, and are their own only leaf.
                    guard attribute.isStored else { continue }
                    let isDerived: Bool = attribute.derivation != nil
                    members.append(
                        Extent.Member(
                            .attribute([attribute.name]),
                            type,
                            isNullable: attribute.isOptional,
                            isDerived: isDerived
                        )
                    )
                    continue
                }
                for leaf in leaves(of: attribute) {
                    members.append(
                        Extent.Member(
                            .attribute(leaf.path),
                            leaf.type,
                            isNullable: leaf.isNullable,
                            isDerived: attribute.derivation != nil
                        )
                    )
                }
            }
        }
        for owner in line.reversed() {
            for relationship in owner.relationships where !relationship.isToMany {
                members += keys(of: relationship, in: owner)
            }
        }
        return Extent(name: .objects(entity.name), members: members)
    }

    private func keys(of relationship: Relationship, in owner: Entity) -> [Extent.Member] {
        guard let references = references(of: relationship, in: owner), !references.isPairs,
            references.holder == ElementPath(owner.name, relationship.name)
        else { return [] }
        let key = Extent.Member(
            .key(relationship.name),
            .int64,
            isNullable: relationship.isOptional,
            destination: relationship.destination
        )
        // An object that nothing leads to has no place.
        let place = Extent.Member(.place(relationship.name), .int64, isNullable: relationship.isOptional)
        return references.isInverseOrdered ? [key, place] : [key]
    }

    /// The extent of the pairs that a relationship holds; `nil` where it holds none.
    public func pairs(of relationship: Relationship, in owner: Entity) -> Extent? {
        guard relationship.isToMany, let references = references(of: relationship, in: owner), references.isPairs,
            references.holder == ElementPath(owner.name, relationship.name)
        else { return nil }
        var members: [Extent.Member] = [
            Extent.Member(.source, .int64, isNullable: false, destination: owner.name),
            Extent.Member(.target, .int64, isNullable: false, destination: relationship.destination),
        ]
        if references.isHolderOrdered { members.append(Extent.Member(.targetPlace, .int64, isNullable: false)) }
        let isOwnInverse: Bool = references.inverse == references.holder
        if references.isInverseOrdered, !isOwnInverse {
            members.append(Extent.Member(.sourcePlace, .int64, isNullable: false))
        }
        return Extent(name: .pairs(references.holder), members: members)
    }
}

extension Extent.Member {
    fileprivate static let identity = Extent.Member(.identity, .int64, isNullable: false)
}
