extension Entity {
    /// Returns the path of a property in the model's document.
    public func path(of property: Property) -> ModelPath {
        switch property {
        case .attribute(let attribute): path(of: attribute)
        case .relationship(let relationship): path(of: relationship)
        }
    }

    func path(of attribute: Attribute) -> ModelPath {
        ModelPath.entity(name).element("attributes", attribute.name)
    }

    func path(of relationship: Relationship) -> ModelPath {
        ModelPath.entity(name).element("relationships", relationship.name)
    }
}
