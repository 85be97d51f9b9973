extension Schema {
    /// The same schema with its elements in the order of their names.
    ///
    /// Two schemas that differ only in the order in which somebody wrote them have equal normal forms. The order within
    /// a constraint, an index, a list of sort keys stays: it means something.
    public var normalized: Schema {
        var copy: Schema = self
        copy.entities = entities.map(\.normalized).sorted(by: \.name)
        copy.composites = composites.map(\.normalized).sorted(by: \.name)
        copy.enumerations = enumerations.map(\.normalized).sorted(by: \.name)
        copy.fetchRequests = fetchRequests.map(\.normalized).sorted(by: \.name)
        copy.configurations = configurations.map(\.normalized).sorted(by: \.name)
        return copy
    }

    /// Whether another schema says the same, whatever the order it says it in.
    public func means(_ other: Schema) -> Bool {
        // By bytes: Swift takes a text and its decomposed form for one, a store and a digest for two.
        normalized.json == other.normalized.json
    }
}

extension Entity {
    /// The same entity with its properties, constraints and indexes in the order of their names.
    public var normalized: Entity {
        var copy: Entity = self
        copy.attributes = attributes.sorted(by: \.name)
        copy.relationships = relationships.sorted(by: \.name)
        copy.fetchedProperties = fetchedProperties.map(\.normalized).sorted(by: \.name)
        copy.uniquenessConstraints.sort { $0.lexicographicallyPrecedes($1, by: precedes) }
        copy.indexes = indexes.sorted(by: \.name)
        return copy
    }
}

extension Composite {
    fileprivate var normalized: Composite {
        var copy: Composite = self
        copy.attributes = attributes.sorted(by: \.name)
        return copy
    }
}

extension Enumeration {
    fileprivate var normalized: Enumeration {
        var copy: Enumeration = self
        copy.cases = cases.sorted(by: \.name)
        return copy
    }
}

extension FetchRequest {
    fileprivate var normalized: FetchRequest {
        var copy: FetchRequest = self
        copy.variables = variables.sorted(by: \.name)
        copy.propertiesToFetch.sort(by: precedes)
        copy.relationshipKeyPathsForPrefetching.sort(by: precedes)
        return copy
    }
}

extension FetchedProperty {
    fileprivate var normalized: FetchedProperty {
        var copy: FetchedProperty = self
        copy.request = request.normalized
        return copy
    }
}

extension Configuration {
    fileprivate var normalized: Configuration {
        var copy: Configuration = self
        copy.entities.sort(by: precedes)
        return copy
    }
}

extension Array {
    fileprivate func sorted(by name: KeyPath<Element, String>) -> [Element] {
        sorted { precedes($0[keyPath: name], $1[keyPath: name]) }
    }
}

/// By bytes: the order of Swift's strings depends on a release's version of Unicode.
private func precedes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
}
