import ApusSchema

extension Mapping {
    /// Returns the lines that apply to a store which an unreleased head created, although they were written for stores of the
    /// newest version.
    ///
    /// Who accepted a loss accepted that of the newest version's element. If the store has another one of that name, such as
    /// an attribute of another type, its loss was not accepted.
    func lent(to store: IndexedSchema, by version: IndexedSchema) -> Mapping {
        var lent = self
        lent.remove(
            self[.accept].filter { line in
                if line.isWildcard {
                    return store.members(of: line.path.entity).contains {
                        store.contents(of: $0) != version.contents(of: $0)
                    }
                }
                guard let accepted = version.contents(of: line.path), let lost = store.contents(of: line.path) else {
                    return false
                }
                return accepted != lost
            }
        )
        return lent
    }
}

/// What is lost with an element.
private enum Contents: Hashable {
    case objects
    case values([[String]: ScalarType])
    case references(to: String, isToMany: Bool, isOrdered: Bool)
    case enumCase
}

extension IndexedSchema {
    /// Returns the contents of an element; `nil` if there is no such element.
    fileprivate func contents(of path: ElementPath) -> Contents? {
        guard let name = path.property else { return entity(path.entity) == nil ? nil : .objects }
        if let owned = properties(of: path.entity).first(where: { $0.name == name }) {
            switch owned.property {
            case .attribute(let attribute): return values(of: attribute)
            case .relationship(let one):
                return .references(to: one.destination, isToMany: one.isToMany, isOrdered: one.isOrdered)
            }
        }
        if let part = schema.composite(path.entity)?.attributes.first(where: { $0.name == name }) {
            return values(of: part)
        }
        return schema.enumeration(path.entity)?.cases.contains { $0.name == name } == true ? .enumCase : nil
    }

    private func values(of attribute: Attribute) -> Contents {
        .values(Dictionary(schema.leaves(of: attribute).map { ($0.path, $0.type) }) { first, _ in first })
    }

    /// Returns the paths of what a line for all losses of an entity, a composite or an enum covers.
    fileprivate func members(of name: String) -> [ElementPath] {
        let names =
            properties(of: name).map(\.name) + (schema.composite(name)?.attributes.map(\.name) ?? [])
            + (schema.enumeration(name)?.cases.map(\.name) ?? [])
        return names.map { ElementPath(name, $0) }
    }
}
