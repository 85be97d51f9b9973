extension Schema {
    /// The same schema with entities and properties in the order of their names.
    ///
    /// Two schemas that differ only in the order in which somebody wrote them have equal normal forms.
    public var normalized: Schema {
        var copy: Schema = self
        copy.entities = entities.map(\.normalized).sorted { $0.name < $1.name }
        return copy
    }

    /// Whether another schema says the same, whatever the order it says it in.
    public func means(_ other: Schema) -> Bool {
        normalized == other.normalized
    }
}

extension Entity {
    /// The same entity with its properties in the order of their names.
    var normalized: Entity {
        var copy: Entity = self
        copy.attributes.sort { $0.name < $1.name }
        copy.relationships.sort { $0.name < $1.name }
        return copy
    }
}
