/// The names that stores give. Tables are made with them, and models checked against each other's.
extension Entity {
    /// The name of the table of a root entity.
    public var tableName: String { table ?? name }

    /// The name of the identity column of a root entity's table.
    public var identityName: String { primaryKey ?? Column.identityName }

    /// The name of the column of one of the entity's own attributes; of a composite, what its parts' names begin with.
    ///
    /// A sub-entity's begins with its name, so that a new entity never renames another one's column.
    public func columnName(of attribute: Attribute) -> String {
        attribute.column ?? ownName(attribute.name)
    }

    /// The name of the column of a part, however deep, of one of the entity's own attributes.
    ///
    /// - Parameters:
    ///   - path: The attribute's name, then those of the parts.
    ///   - attribute: The attribute.
    /// - Returns: The name: `address.city`.
    public func columnName(of path: [String], in attribute: Attribute) -> String {
        ([columnName(of: attribute)] + path.dropFirst()).joined(separator: ".")
    }

    /// The name of the column of the key of one of the entity's own to-one relationships.
    public func columnName(of relationship: Relationship) -> String {
        relationship.column ?? ownName(relationship.name)
    }

    /// The name of the column of the places that the objects have in the far objects' ordered relationship.
    public func orderKeyName(of relationship: Relationship) -> String {
        columnName(of: relationship) + ".place"
    }

    /// The name of the table of pairs of one of the entity's own to-many relationships.
    public func pairsName(of relationship: Relationship) -> String {
        relationship.table ?? "\(name)_\(relationship.name)"
    }

    /// The name of the table of one of the entity's indexes of boxes. No entity's name has a point in it.
    func rtreeName(of index: Index) -> String { "apus_rtree_\(name).\(index.name)" }

    private func ownName(_ property: String) -> String { parent == nil ? property : "\(name).\(property)" }
}
