extension Entity {
    /// The place of a property in the model's document.
    public func place(of property: Property) -> ModelPath {
        switch property {
        case .attribute(let attribute): place(of: attribute)
        case .relationship(let relationship): place(of: relationship)
        }
    }

    func place(of attribute: Attribute) -> ModelPath {
        ModelPath.entity(name).element("attributes", attribute.name)
    }

    func place(of relationship: Relationship) -> ModelPath {
        ModelPath.entity(name).element("relationships", relationship.name)
    }
}
