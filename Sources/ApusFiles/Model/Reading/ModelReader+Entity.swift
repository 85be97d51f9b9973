import ApusDiagnostics
import ApusSchema
import ApusYAML

extension ModelReader {
    /// Reads an entity; `nil` if nothing in it is valid.
    mutating func readEntity(_ entry: YAMLNode.Entry, at path: ModelPath) -> Entity? {
        let kinds = Keys.Kinds(owner: "an entity", known: Entity.keys.map(\.name))
        guard let keys = Keys(entry.value, kinds, into: &findings) else { return nil }
        var entity = Entity(entry.key.text)
        readSettings(Entity.keys, of: &entity, from: keys, at: path)
        entity.attributes = readSection(keys, "attributes", kind: "attribute", of: path) {
            $0.readAttribute($1, at: $2, Attribute.keys)
        }
        entity.relationships = readSection(keys, "relationships", kind: "relationship", of: path) {
            $0.readRelationship($1, at: $2)
        }
        entity.fetchedProperties = readSection(keys, "fetchedProperties", kind: "fetched property", of: path) {
            $0.readFetchedProperty($1, at: $2)
        }
        if let node = keys["unique"] { entity.uniquenessConstraints = readConstraints(node, at: path.key("unique")) }
        entity.indexes = readSection(keys, "indexes", kind: "index", of: path) { $0.readIndex($1, at: $2) }
        return entity
    }

    /// Reads a list of names and lists of names.
    private mutating func readConstraints(_ node: YAMLNode, at path: ModelPath) -> [[String]] {
        locations.record(path, at: node.location)
        let elements: [YAMLNode]
        switch node.content {
        case .sequence(let list): elements = list
        case .scalar: elements = [node]
        case .mapping:
            findings.error(
                "'unique' must be a list, not \(node.kind)",
                at: node.location,
                help: ["write 'unique: [email, [name, city]]': a constraint is a name or a list of names"]
            )
            return []
        }
        var constraints: [[String]] = []
        for element in elements {
            let before = findings.diagnostics.count
            let names = element.texts(of: "a constraint", into: &findings)
            // A constraint that cannot be read is not checked further.
            if findings.diagnostics.count > before { continue }
            let constraint = path.index(constraints.count)
            locations.record(constraint, at: element.location)
            for (index, name) in names.enumerated() { locations.record(constraint.index(index), at: name.location) }
            constraints.append(names.map(\.text))
        }
        return constraints
    }

    /// Reads an index in its short or its long form.
    private mutating func readIndex(_ entry: YAMLNode.Entry, at path: ModelPath) -> Entity.Index? {
        var index = Entity.Index(entry.key.text, [])
        var list = entry.value
        if case .mapping = entry.value.content {
            let kinds = Keys.Kinds(owner: "an index", known: Entity.Index.keys.map(\.name))
            guard let keys = Keys(entry.value, kinds, into: &findings) else { return nil }
            readSettings(Entity.Index.keys, of: &index, from: keys, at: path)
            guard let elements = keys["of"] else {
                findings.error(
                    "what '\(path.title)' indexes is missing",
                    at: keys.location,
                    help: ["write 'of: [property]'"]
                )
                return nil
            }
            list = elements
        }
        let elementsPath = path.key("of")
        locations.record(elementsPath, at: list.location)
        let before = findings.diagnostics.count
        let elements = list.texts(of: "'\(path.title)'", into: &findings)
        if findings.diagnostics.count > before { return nil }
        for (number, element) in elements.enumerated() { locations.record(elementsPath.index(number), element) }
        index.elements = elements.map { Entity.Index.Element($0.text) }
        return index
    }

    /// Reads a configuration: a list of entities, or its long form.
    mutating func readConfiguration(_ entry: YAMLNode.Entry, at path: ModelPath) -> Configuration? {
        var configuration = Configuration(entry.key.text, entities: [])
        guard case .mapping = entry.value.content else {
            for key in Configuration.keys where key.name == "entities" {
                readSetting(key, of: &configuration, from: entry.value, at: path.key("entities"))
            }
            return configuration
        }
        let kinds = Keys.Kinds(owner: "a configuration", known: Configuration.keys.map(\.name))
        guard let keys = Keys(entry.value, kinds, into: &findings) else { return nil }
        readSettings(Configuration.keys, of: &configuration, from: keys, at: path)
        return configuration
    }
}
