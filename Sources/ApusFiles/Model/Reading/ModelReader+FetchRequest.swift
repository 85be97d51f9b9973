import ApusDiagnostics
import ApusSchema
import ApusYAML

extension ModelReader {
    /// Reads a fetch request; `nil` if it is not valid.
    mutating func readFetchRequest(_ entry: YAMLNode.Entry, at path: ModelPath) -> FetchRequest? {
        let kinds = Keys.Kinds(owner: "a fetch request", known: FetchRequest.keys.map(\.name))
        guard let keys = Keys(entry.value, kinds, into: &findings) else { return nil }
        var request = FetchRequest(entry.key.text, "")
        readSettings(FetchRequest.keys, of: &request, from: keys, at: path)
        return readStructures(of: request, from: keys, at: path)
    }

    /// Reads a fetched property; `nil` if it is not valid.
    mutating func readFetchedProperty(_ entry: YAMLNode.Entry, at path: ModelPath) -> FetchedProperty? {
        let kinds = Keys.Kinds(owner: "a fetched property", known: FetchedProperty.keys.map(\.name))
        guard let keys = Keys(entry.value, kinds, into: &findings) else { return nil }
        var property = FetchedProperty(FetchRequest(entry.key.text, ""))
        readSettings(FetchedProperty.keys, of: &property, from: keys, at: path)
        guard let request = readStructures(of: property.request, from: keys, at: path) else { return nil }
        property.request = request
        return property
    }

    private mutating func readStructures(
        of request: FetchRequest,
        from keys: Keys,
        at path: ModelPath
    ) -> FetchRequest? {
        var request = request
        request.variables = readVariables(keys["variables"], at: path.key("variables"))
        request.sortBy = readSortKeys(keys["sortBy"], at: path.key("sortBy"))
        if keys["entity"] == nil {
            findings.error(
                "the entity of '\(path.title)' is missing",
                at: keys.location,
                help: ["write 'entity: Name' with the entity to fetch"]
            )
        }
        // The validator reports an empty name; only an unreadable one is left out here.
        guard case .scalar(let scalar)? = keys["entity"]?.content, !scalar.isNull else { return nil }
        return request
    }

    private mutating func readVariables(_ node: YAMLNode?, at path: ModelPath) -> [FetchRequest.Variable] {
        (node?.entries(of: "'variables'", into: &findings) ?? []).compactMap { entry in
            let name = entry.key.text
            locations.record(path.key(name), at: entry.key.location)
            guard let scalar = entry.value.text(of: "the type of '$\(name)'", into: &findings) else { return nil }
            locations.record(path.key(name).key("type"), at: scalar.location)
            if let variable = FetchRequest.Variable(name, text: scalar.text) { return variable }
            findings.error(
                "'\(scalar.text)' is not a type",
                at: scalar.location,
                help: ["write a type such as 'date', an entity, or a list of them: '[string]'"]
            )
            return nil
        }
    }

    private mutating func readSortKeys(_ node: YAMLNode?, at path: ModelPath) -> [SortKey] {
        let texts: [YAMLScalar] = node?.texts(of: "'sortBy'", into: &findings) ?? []
        return texts.enumerated().compactMap { index, scalar in
            locations.record(path.index(index), at: scalar.location)
            if let key = SortKey(scalar.text) { return key }
            findings.error(
                "'\(scalar.text)' is not a sort key",
                at: scalar.location,
                help: ["write 'property', 'property desc' or 'relationship.property'"]
            )
            return nil
        }
    }
}
