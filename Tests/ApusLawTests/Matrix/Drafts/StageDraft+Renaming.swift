import ApusSchema

extension StageDraft {
    /// Gives entities other names at once, wherever they are named; each says which name it had.
    mutating func rename(entities names: [String: String]) {
        for index in schema.entities.indices {
            let old: String = schema.entities[index].name
            if let name = names[old] {
                schema.entities[index].name = name
                schema.entities[index].originalName = old
            }
            if let parent = schema.entities[index].parent { schema.entities[index].parent = names[parent] ?? parent }
            for number in schema.entities[index].relationships.indices {
                let far: String = schema.entities[index].relationships[number].destination
                schema.entities[index].relationships[number].destination = names[far] ?? far
            }
        }
        origins = Dictionary(uniqueKeysWithValues: origins.map { (names[$0.key] ?? $0.key, $0.value) })
        duplicates = Dictionary(uniqueKeysWithValues: duplicates.map { (names[$0.key] ?? $0.key, $0.value) })
        // What is made has its newer name in expressions.
        values = values.mapValues { $0.renamed(made: names) }
        for (entity, all) in origins {
            for index in all.indices {
                origins[entity]?[index].values = all[index].values.mapValues { $0.renamed(made: names) }
            }
        }
        for name in names.values { touch(ElementPath(name)) }
    }

    /// Gives properties of an entity other names at once, wherever they are named; each says which name it had.
    mutating func rename(properties names: [String: String], of entity: String, keepsFirstName: Bool = false) {
        renameInverses(names, of: entity)
        let line = Reading(schema)
        for index in schema.entities.indices where line.isKind(schema.entities[index].name, of: entity) {
            for number in schema.entities[index].attributes.indices {
                let derivation: Derivation? = schema.entities[index].attributes[number].derivation
                schema.entities[index].attributes[number].derivation = derivation?.renamed(names)
            }
            for number in schema.entities[index].indexes.indices {
                for element in schema.entities[index].indexes[number].elements.indices {
                    guard case .property(let path) = schema.entities[index].indexes[number].elements[element].term
                    else { continue }
                    schema.entities[index].indexes[number].elements[element].term = .property(path.renamed(names))
                }
            }
        }
        change(entity: entity) { entity in
            for index in entity.attributes.indices {
                let old: String = entity.attributes[index].name
                guard let name = names[old] else { continue }
                entity.attributes[index].name = name
                if !keepsFirstName { entity.attributes[index].originalName = old }
            }
            for index in entity.relationships.indices {
                let old: String = entity.relationships[index].name
                guard let name = names[old] else { continue }
                entity.relationships[index].name = name
                if !keepsFirstName { entity.relationships[index].originalName = old }
            }
        }
        for name in names.values { touch(ElementPath(entity, name)) }
    }

    private mutating func renameInverses(_ names: [String: String], of entity: String) {
        var renamed: [(ElementPath, String)] = []
        for (old, name) in names {
            if let back = inverse(ElementPath(entity, old)) { renamed.append((back, name)) }
        }
        for (back, name) in renamed { change(relationship: back) { $0.inverse = name } }
    }

    /// Gives an enum or a composite another name, wherever it is named.
    mutating func rename(type old: String, to name: String) {
        change(enumeration: old) {
            $0.name = name; $0.originalName = old
        }
        change(composite: old) {
            $0.name = name; $0.originalName = old
        }
        changeAllAttributes { if $0.type == .named(old) { $0.type = .named(name) } }
        touch(ElementPath(name))
    }
}

extension Derivation {
    /// The same with another first name.
    fileprivate func renamed(_ names: [String: String]) -> Derivation {
        switch self {
        case .keyPath(let path): .keyPath(path.renamed(names))
        case .function(let function, let path): .function(function, of: path.renamed(names))
        case .count(let path): .count(path.renamed(names))
        case .sum(let path, let name): .sum(path.renamed(names), of: name)
        case .now: .now
        }
    }
}

extension String {
    /// The same with other names of the entities behind `find` and `same`.
    fileprivate func renamed(made names: [String: String]) -> String {
        replacing(/(find|same)\((\w+)/) { match in
            let name = String(match.output.2)
            return "\(match.output.1)(\(names[name] ?? name)"
        }
    }
}

extension [String] {
    fileprivate func renamed(_ names: [String: String]) -> [String] {
        isEmpty ? self : [names[self[0]] ?? self[0]] + dropFirst()
    }
}
