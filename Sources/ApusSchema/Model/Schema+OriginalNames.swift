extension Schema {
    /// The same schema without the names that its elements had before.
    public var withoutOriginalNames: Schema {
        var copy: Schema = self
        for index in copy.entities.indices {
            copy.entities[index].originalName = nil
            for property in copy.entities[index].attributes.indices {
                copy.entities[index].attributes[property].originalName = nil
            }
            for property in copy.entities[index].relationships.indices {
                copy.entities[index].relationships[property].originalName = nil
            }
        }
        for index in copy.composites.indices {
            copy.composites[index].originalName = nil
            for part in copy.composites[index].attributes.indices {
                copy.composites[index].attributes[part].originalName = nil
            }
        }
        return copy
    }
}
