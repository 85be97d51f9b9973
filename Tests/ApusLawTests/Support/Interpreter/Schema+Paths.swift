import ApusSchema

extension Schema {
    /// A property by its path.
    func property(_ path: ElementPath) -> Property? {
        entity(path.entity)?.properties.first { $0.name == path.property }
    }

    /// A relationship by its path.
    func relationship(_ path: ElementPath) -> Relationship? {
        path.property.flatMap { entity(path.entity)?.relationship($0) }
    }

    /// Whether a relationship is the same seen from the other side.
    func isOwnInverse(_ path: ElementPath) -> Bool {
        guard let relationship = relationship(path) else { return false }
        return relationship.inverse == path.property && relationship.destination == path.entity
    }
}
