/// New names for elements of a schema, which are applied at the same time, so that two elements can swap names.
package struct Renames: Hashable, Sendable {
    /// The new names of entities.
    package var entities: [String: String] = [:]

    /// The new names of enums and composites.
    package var types: [String: String] = [:]

    /// The new names of properties and of parts of composites, by the old names of the owner and of the element.
    package var properties: [ElementPath: String] = [:]

    /// Whether there are no new names.
    package var isEmpty: Bool { entities.isEmpty && types.isEmpty && properties.isEmpty }

    /// Creates an empty collection.
    package init() {}
}

extension Schema {
    /// Returns the schema with elements renamed, including references to them in relationships, sub-entities,
    /// constraints, uids, indexes, derivations, predicates, fetch requests, configurations and localizations.
    ///
    /// An `originalName` is not changed, because it refers to an element of another schema. A predicate that cannot be
    /// parsed is kept.
    ///
    /// - Parameter renames: The new names.
    /// - Returns: The renamed schema.
    package func renaming(_ renames: Renames) -> Schema {
        renames.isEmpty ? self : Renamer(self, renames).renamed()
    }
}

extension Renames {
    /// The renames in the opposite direction.
    package var inverted: Renames {
        var inverted = Renames()
        inverted.entities = Dictionary(entities.map { ($1, $0) }) { one, _ in one }
        inverted.types = Dictionary(types.map { ($1, $0) }) { one, _ in one }
        for (path, name) in properties {
            let owner = entities[path.entity] ?? types[path.entity] ?? path.entity
            inverted.properties[ElementPath(owner, name)] = path.property
        }
        return inverted
    }

    /// Returns the path of an element with the new names.
    package func path(of path: ModelPath) -> ModelPath {
        var steps = path.steps
        guard steps.count > 1 else { return path }
        let owner = steps[1]
        switch steps[0] {
        case "entities": steps[1] = entities[owner] ?? owner
        case "composites", "enums": steps[1] = types[owner] ?? owner
        default: return path
        }
        if steps.count > 3, ["attributes", "relationships", "fetchedProperties"].contains(steps[2]) {
            steps[3] = properties[ElementPath(owner, steps[3])] ?? steps[3]
        }
        return ModelPath(steps)
    }
}
