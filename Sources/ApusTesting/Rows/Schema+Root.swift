import ApusSchema

extension Schema {
    /// The name of the entity at the top of an entity's hierarchy.
    func root(of name: String) -> String {
        entity(name).flatMap { ancestors(of: $0).last?.name } ?? name
    }
}
