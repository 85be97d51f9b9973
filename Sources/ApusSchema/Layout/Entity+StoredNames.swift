/// The names of tables and columns, for layouts and for the validation of name conflicts.
extension Entity {
    /// The table name of a root entity.
    package var tableName: String { table ?? name }

    /// The name of the identity column of a root entity's table.
    package var identityName: String { primaryKey ?? Column.identityName }

    /// Returns the column name of one of the entity's own attributes, or the column prefix of a composite's parts.
    ///
    /// A sub-entity's column name begins with the entity's name, so adding an entity never renames a column of another.
    package func columnName(of attribute: Attribute) -> String {
        attribute.column ?? ownName(attribute.name)
    }

    /// Returns the column name of a part, at any depth, of one of the entity's own attributes.
    ///
    /// - Parameters:
    ///   - path: The attribute's name, then those of the parts.
    ///   - attribute: The attribute.
    /// - Returns: The name, such as `address.city`.
    package func columnName(of path: [String], in attribute: Attribute) -> String {
        ([columnName(of: attribute)] + path.dropFirst()).joined(separator: ".")
    }

    /// Returns the name of the key column of one of the entity's own to-one relationships.
    package func columnName(of relationship: Relationship) -> String {
        relationship.column ?? ownName(relationship.name)
    }

    /// Returns the name of the column for an object's order key in the ordered inverse of a relationship.
    package func orderKeyName(of relationship: Relationship) -> String {
        columnName(of: relationship) + ".place"
    }

    /// Returns the name of the column for the lookups of an encrypted attribute or part.
    ///
    /// - Parameters:
    ///   - path: The attribute's name, then those of the parts.
    ///   - attribute: The attribute.
    /// - Returns: The name, such as `email.lookup`.
    package func lookupName(of path: [String], in attribute: Attribute) -> String {
        columnName(of: path, in: attribute) + ".lookup"
    }

    /// Returns the name of the join table of one of the entity's own to-many relationships.
    package func pairsName(of relationship: Relationship) -> String {
        relationship.table ?? "\(name)_\(relationship.name)"
    }

    /// Returns the table name of one of the entity's R-trees. It is unambiguous because entity names contain no dot.
    func rtreeName(of index: Index) -> String { "apus_rtree_\(name).\(index.name)" }

    private func ownName(_ property: String) -> String { parent == nil ? property : "\(name).\(property)" }
}
