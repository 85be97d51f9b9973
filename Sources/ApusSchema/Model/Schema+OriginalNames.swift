extension Schema {
    /// The schema without original names.
    public var withoutOriginalNames: Schema { withOriginalNames { _ in nil } }

    /// Returns the schema with other original names.
    ///
    /// - Parameter before: Returns the original name of an entity, a property, a composite, a part of one or an enum by
    ///   its path in this schema; `nil` for none.
    /// - Returns: The schema.
    package func withOriginalNames(_ before: (ElementPath) -> String?) -> Schema {
        var copy = self
        for index in copy.entities.indices {
            let name = copy.entities[index].name
            copy.entities[index].originalName = before(ElementPath(name))
            for number in copy.entities[index].attributes.indices {
                let path = ElementPath(name, copy.entities[index].attributes[number].name)
                copy.entities[index].attributes[number].originalName = before(path)
            }
            for number in copy.entities[index].relationships.indices {
                let path = ElementPath(name, copy.entities[index].relationships[number].name)
                copy.entities[index].relationships[number].originalName = before(path)
            }
        }
        for index in copy.composites.indices {
            let name = copy.composites[index].name
            copy.composites[index].originalName = before(ElementPath(name))
            for part in copy.composites[index].attributes.indices {
                let path = ElementPath(name, copy.composites[index].attributes[part].name)
                copy.composites[index].attributes[part].originalName = before(path)
            }
        }
        for index in copy.enumerations.indices {
            copy.enumerations[index].originalName = before(ElementPath(copy.enumerations[index].name))
        }
        return copy
    }
}
