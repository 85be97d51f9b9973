extension Schema {
    /// The name of the entity at the top of an entity's hierarchy.
    package func root(of name: String) -> String {
        entity(name).flatMap { ancestors(of: $0).last?.name } ?? name
    }

    /// The value that a new object gets for an attribute, or for a part of a composite; `nil` if the model gives none.
    package func storedDefault(of attribute: Attribute) -> StoredValue? {
        if let value = attribute.defaultValue { return value.stored }
        guard case .named(let name) = attribute.type, let text = attribute.defaultExpression else { return nil }
        return enumeration(name)?.cases.first { $0.name == text }?.rawValue.stored
    }
}
