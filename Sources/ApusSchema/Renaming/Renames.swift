/// Other names for elements of a schema, all given at once, so that two may exchange theirs.
package struct Renames: Hashable, Sendable {
    /// The new names of entities.
    package var entities: [String: String] = [:]

    /// The new names of enums and composites.
    package var types: [String: String] = [:]

    /// The new names of properties, under the entity that declares each, and of the parts of composites; by the old names
    /// of both.
    package var properties: [ElementPath: String] = [:]

    /// Whether nothing gets another name.
    package var isEmpty: Bool { entities.isEmpty && types.isEmpty && properties.isEmpty }

    /// Creates a collection without any.
    package init() {}
}

extension Schema {
    /// The same schema with other names for some elements, wherever they are named: by relationships, sub-entities,
    /// constraints, indexes, derivations, predicates, fetch requests, configurations and translations.
    ///
    /// No `originalName` is touched: it names an element of another schema. A predicate that cannot be read stays.
    ///
    /// - Parameter renames: The names.
    /// - Returns: The schema with them.
    package func renaming(_ renames: Renames) -> Schema {
        renames.isEmpty ? self : Renamer(self, renames).renamed()
    }
}

extension Renames {
    /// The names that give the old ones back.
    package var inverted: Renames {
        var inverted = Renames()
        inverted.entities = Dictionary(entities.map { ($1, $0) }) { one, _ in one }
        inverted.types = Dictionary(types.map { ($1, $0) }) { one, _ in one }
        for (path, name) in properties {
            let owner: String = entities[path.entity] ?? types[path.entity] ?? path.entity
            inverted.properties[ElementPath(owner, name)] = path.property
        }
        return inverted
    }

    /// The place that an element has under its new name.
    package func path(of path: ModelPath) -> ModelPath {
        var steps: [String] = path.steps
        guard steps.count > 1 else { return path }
        let owner: String = steps[1]
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
