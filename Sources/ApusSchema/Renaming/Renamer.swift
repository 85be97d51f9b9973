/// Renames elements of a schema and all references to them.
struct Renamer {
    private let schema: Schema
    private let renames: Renames

    init(_ schema: Schema, _ renames: Renames) {
        self.schema = schema
        self.renames = renames
    }

    func renamed() -> Schema {
        var copy = schema
        copy.entities = schema.entities.map(renamed)
        for index in copy.composites.indices {
            let name = copy.composites[index].name
            copy.composites[index].name = type(name)
            for part in copy.composites[index].attributes.indices {
                rename(&copy.composites[index].attributes[part], of: name)
            }
        }
        for index in copy.enumerations.indices {
            copy.enumerations[index].name = type(copy.enumerations[index].name)
            copy.enumerations[index].enclosingEntity = copy.enumerations[index].enclosingEntity.map(entity)
        }
        for index in copy.fetchRequests.indices { rename(&copy.fetchRequests[index], owner: nil) }
        for index in copy.configurations.indices {
            copy.configurations[index].entities = copy.configurations[index].entities.map(entity)
        }
        copy.localization = Dictionary(schema.localization.map { (localizationKey($0.key), $0.value) }) { one, _ in one
        }
        return copy
    }

    // MARK: Names

    func entity(_ name: String) -> String { renames.entities[name] ?? name }

    private func type(_ name: String) -> String { renames.types[name] ?? name }

    private func type(_ type: AttributeType) -> AttributeType {
        if case .named(let name) = type { .named(self.type(name)) } else { type }
    }

    /// The new name of a property that an entity has or inherits.
    private func property(_ name: String, of entity: Entity) -> String {
        for owner in [entity] + schema.ancestors(of: entity) where owner.declares(name) {
            return renames.properties[ElementPath(owner.name, name)] ?? name
        }
        return name
    }

    /// The values at the end of a step.
    enum End {
        case entity(Entity)
        case composite(Composite)
        case other
    }

    /// Returns a step's new name and its end.
    func step(_ name: String, from end: End) -> (name: String, end: End) {
        switch end {
        case .other: return (name, .other)
        case .composite(let composite):
            let part = composite.attributes.first { $0.name == name }
            return (renames.properties[ElementPath(composite.name, name)] ?? name, self.end(of: part))
        case .entity(let entity):
            let renamed = property(name, of: entity)
            if let attribute = schema.attribute(name, of: entity) { return (renamed, self.end(of: attribute)) }
            let far = schema.relationship(name, of: entity)
                .flatMap { schema.entity($0.relationship.destination) }
            return (renamed, far.map(End.entity) ?? .other)
        }
    }

    private func end(of attribute: Attribute?) -> End {
        guard case .named(let name) = attribute?.type, let composite = schema.composite(name) else { return .other }
        return .composite(composite)
    }

    private func path(_ names: [String], from entity: Entity) -> [String] {
        var end: End = .entity(entity)
        return names.map { name in
            let next = step(name, from: end)
            end = next.end
            return next.name
        }
    }

    private func path(_ text: String, from entity: Entity) -> String {
        path(text.split(separator: ".", omittingEmptySubsequences: false).map(String.init), from: entity)
            .joined(separator: ".")
    }

    // MARK: Elements

    private func renamed(_ entity: Entity) -> Entity {
        var copy = entity
        copy.name = self.entity(entity.name)
        copy.parent = entity.parent.map(self.entity)
        copy.uid = entity.uid.map { property($0, of: entity) }
        for index in copy.attributes.indices {
            rename(&copy.attributes[index], of: entity.name)
            copy.attributes[index].derivation = copy.attributes[index].derivation.map { renamed($0, in: entity) }
        }
        for index in copy.relationships.indices {
            let relationship = entity.relationships[index]
            copy.relationships[index].name = property(relationship.name, of: entity)
            copy.relationships[index].destination = self.entity(relationship.destination)
            if let inverse = relationship.inverse, let far = schema.entity(relationship.destination) {
                copy.relationships[index].inverse = property(inverse, of: far)
            }
        }
        for index in copy.fetchedProperties.indices {
            rename(&copy.fetchedProperties[index].request, owner: entity)
            copy.fetchedProperties[index].request.name = property(entity.fetchedProperties[index].name, of: entity)
        }
        copy.uniquenessConstraints = entity.uniquenessConstraints.map { $0.map { path($0, from: entity) } }
        for index in copy.indexes.indices {
            copy.indexes[index].predicate = copy.indexes[index].predicate.map { predicate($0, from: entity) }
            for element in copy.indexes[index].elements.indices {
                let term: Entity.Index.Element.Term =
                    switch entity.indexes[index].elements[element].term {
                    case .property(let names): .property(path(names, from: entity))
                    case .expression(let text): .expression(expression(text, from: entity))
                    }
                copy.indexes[index].elements[element].term = term
            }
        }
        copy.spotlightDisplayName = entity.spotlightDisplayName.map { expression($0, from: entity) }
        return copy
    }

    private func rename(_ attribute: inout Attribute, of owner: String) {
        attribute.name = renames.properties[ElementPath(owner, attribute.name)] ?? attribute.name
        attribute.type = type(attribute.type)
    }

    private func renamed(_ derivation: Derivation, in entity: Entity) -> Derivation {
        switch derivation {
        case .keyPath(let names): return .keyPath(path(names, from: entity))
        case .function(let function, let names): return .function(function, of: path(names, from: entity))
        case .count(let names): return .count(path(names, from: entity))
        case .sum(let names, let summand):
            let all = path(names + [summand], from: entity)
            return .sum(Array(all.dropLast()), of: all[all.count - 1])
        case .now: return .now
        }
    }

    /// Renames the references in a request; the owner is the entity that has it as a fetched property.
    private func rename(_ request: inout FetchRequest, owner: Entity?) {
        let fetched = schema.entity(request.entity)
        request.entity = entity(request.entity)
        for index in request.variables.indices { request.variables[index].type = type(request.variables[index].type) }
        guard let fetched else { return }
        request.predicate = request.predicate.map { predicate($0, from: fetched, owner: owner) }
        for index in request.sortBy.indices {
            request.sortBy[index].keyPath = path(request.sortBy[index].keyPath, from: fetched)
        }
        request.propertiesToFetch = request.propertiesToFetch.map { path($0, from: fetched) }
        request.relationshipKeyPathsForPrefetching = request.relationshipKeyPathsForPrefetching.map {
            path($0, from: fetched)
        }
    }

    /// Renames a key of Core Data's localization dictionary: `Entity/Trip`, `Property/name/Entity/Trip`.
    private func localizationKey(_ key: String) -> String {
        let parts = key.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        switch (parts.count, parts.first) {
        case (2, "Entity"): return "Entity/\(entity(parts[1]))"
        case (4, "Property") where parts[2] == "Entity":
            guard let owner = schema.entity(parts[3]) else { return key }
            return "Property/\(property(parts[1], of: owner))/Entity/\(entity(parts[3]))"
        default: return key
        }
    }

    // MARK: Predicates

    private func predicate(_ text: String, from entity: Entity, owner: Entity? = nil) -> String {
        PredicateRenamer(renamer: self, entity: entity, owner: owner).renamed(predicate: text)
    }

    private func expression(_ text: String, from entity: Entity) -> String {
        PredicateRenamer(renamer: self, entity: entity, owner: nil).renamed(expression: text)
    }
}

extension Entity {
    /// Whether the entity itself declares a property with a name.
    fileprivate func declares(_ name: String) -> Bool {
        attribute(name) != nil || relationship(name) != nil || fetchedProperties.contains { $0.name == name }
    }
}
