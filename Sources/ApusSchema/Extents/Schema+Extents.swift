extension Schema {
    /// Returns the extent of an entity's own objects.
    ///
    /// - Parameters:
    ///   - entity: An entity of a valid schema that is not abstract.
    ///   - line: The entity and its ancestors, nearest first.
    /// - Returns: The extent: the identity, the values of attributes, then the keys and order keys of to-one
    ///   relationships. Properties of the root come first.
    package func extent(of entity: Entity, inheriting line: [Entity]) -> Extent {
        var members: [Extent.Member] = [.identity]
        for owner in line.reversed() {
            for attribute in owner.attributes { members += self.members(of: attribute) }
        }
        for owner in line.reversed() {
            for relationship in owner.relationships { members += keys(of: relationship, in: owner) }
        }
        return Extent(name: .objects(entity.name), members: members)
    }

    /// Returns the values of an attribute: none if it is not stored, several if it is a composite.
    package func members(of attribute: Attribute) -> [Extent.Member] {
        if let member = attribute.member { return [member] }
        return leaves(of: attribute).map { leaf in
            Extent.Member(
                .attribute(leaf.path),
                leaf.type,
                isNullable: leaf.isNullable,
                isDerived: attribute.derivation != nil
            )
        }
    }

    /// Returns the values of a relationship: a key and possibly an order key.
    ///
    /// - Parameters:
    ///   - relationship: A relationship of a valid schema.
    ///   - owner: The entity that declares it.
    /// - Returns: The members, with the key first; none if the references are stored elsewhere.
    func keys(of relationship: Relationship, in owner: Entity) -> [Extent.Member] {
        guard !relationship.isToMany, let references = references(of: relationship, in: owner),
            !references.usesJoinTable,
            references.holder == ElementPath(owner.name, relationship.name)
        else { return [] }
        // An older version may have saved objects without one that is required now; those have no order key either.
        let key = Extent.Member(
            .key(relationship.name),
            .int64,
            isNullable: true,
            destination: relationship.destination
        )
        let orderKey = Extent.Member(.orderKey(relationship.name), .int64, isNullable: true)
        return references.isInverseOrdered ? [key, orderKey] : [key]
    }

    /// Returns the extent of the join table that a relationship owns; `nil` if it owns none.
    package func joinTable(of relationship: Relationship, in owner: Entity) -> Extent? {
        guard relationship.isToMany, let references = references(of: relationship, in: owner), references.usesJoinTable,
            references.holder == ElementPath(owner.name, relationship.name)
        else { return nil }
        var members: [Extent.Member] = [
            Extent.Member(.source, .int64, isNullable: false, destination: owner.name),
            Extent.Member(.target, .int64, isNullable: false, destination: relationship.destination),
        ]
        if references.isHolderOrdered { members.append(Extent.Member(.targetOrderKey, .int64, isNullable: false)) }
        let isOwnInverse = references.inverse == references.holder
        if references.isInverseOrdered, !isOwnInverse {
            members.append(Extent.Member(.sourceOrderKey, .int64, isNullable: false))
        }
        return Extent(name: .joinTable(references.holder), members: members)
    }
}

extension Attribute {
    /// The value of a stored scalar attribute, which is its only leaf; `nil` for other types.
    package var member: Extent.Member? {
        guard isStored, case .scalar(let type) = type else { return nil }
        return Extent.Member(.attribute([name]), type, isNullable: isOptional, isDerived: derivation != nil)
    }
}

extension Extent.Member {
    /// The identity that every object has.
    package static let identity = Extent.Member(.identity, .int64, isNullable: false)
}
