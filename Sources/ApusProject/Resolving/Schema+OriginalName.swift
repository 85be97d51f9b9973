import ApusSchema

extension Schema {
    /// The path of an element in the entity or composite that declares it; `nil` if the schema does not have it.
    func declarer(of path: ElementPath) -> ElementPath? {
        guard let name = path.property else {
            let isThere = entity(path.entity) != nil || composite(path.entity) != nil || enumeration(path.entity) != nil
            return isThere ? path : nil
        }
        if let composite = composite(path.entity) {
            return composite.attributes.contains { $0.name == name } ? path : nil
        }
        guard let entity = entity(path.entity) else { return nil }
        let owner = ([entity] + ancestors(of: entity)).first { owner in
            owner.attributes.contains { $0.name == name } || owner.relationships.contains { $0.name == name }
        }
        return owner.map { ElementPath($0.name, name) }
    }

    /// The `originalName` that an element declares.
    func originalName(of path: ElementPath) -> String? {
        guard let owner = declarer(of: path) else { return nil }
        guard let property = owner.property else {
            return entity(owner.entity)?.originalName ?? composite(owner.entity)?.originalName
                ?? enumeration(owner.entity)?.originalName
        }
        let owning = entity(owner.entity)
        let attributes = composite(owner.entity)?.attributes ?? owning?.attributes ?? []
        return attributes.first { $0.name == property }?.originalName
            ?? owning?.relationships.first { $0.name == property }?.originalName
    }

    /// The schema with an `originalName` of an element; `nil` if it does not have the element.
    func declaring(originalName: String, of path: ElementPath) -> Schema? {
        guard let owner = declarer(of: path) else { return nil }
        var schema = self
        guard let property = owner.property else {
            if let index = entities.firstIndex(where: { $0.name == owner.entity }) {
                schema.entities[index].originalName = originalName
            } else if let index = composites.firstIndex(where: { $0.name == owner.entity }) {
                schema.composites[index].originalName = originalName
            } else if let index = enumerations.firstIndex(where: { $0.name == owner.entity }) {
                schema.enumerations[index].originalName = originalName
            }
            return schema
        }
        if let index = composites.firstIndex(where: { $0.name == owner.entity }) {
            schema.composites[index].attributes.declare(originalName, of: property)
        } else if let index = entities.firstIndex(where: { $0.name == owner.entity }) {
            schema.entities[index].attributes.declare(originalName, of: property)
            if let relationship = entities[index].relationships.firstIndex(where: { $0.name == property }) {
                schema.entities[index].relationships[relationship].originalName = originalName
            }
        }
        return schema
    }
}

extension [Attribute] {
    fileprivate mutating func declare(_ originalName: String, of name: String) {
        if let index = firstIndex(where: { $0.name == name }) { self[index].originalName = originalName }
    }
}
