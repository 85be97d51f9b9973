import ApusDiagnostics

extension Schema {
    /// The schema with its elements sorted by name.
    ///
    /// Two schemas that differ only in the order of their elements have equal normal forms. The order in a constraint,
    /// an index or a list of sort keys is kept, because it has a meaning.
    public var normalized: Schema {
        var copy = self
        copy.entities = entities.map(\.normalized).sorted(by: \.name)
        copy.composites = composites.map(\.normalized).sorted(by: \.name)
        copy.enumerations = enumerations.map(\.normalized).sorted(by: \.name)
        copy.fetchRequests = fetchRequests.map(\.normalized).sorted(by: \.name)
        copy.configurations = configurations.map(\.normalized).sorted(by: \.name)
        return copy
    }

    /// Returns whether another schema has the same meaning, whatever the order of its elements.
    public func means(_ other: Schema) -> Bool {
        // Compares bytes, because canonically equivalent strings are equal in Swift, but not in a store or a digest.
        normalized.json == other.normalized.json
    }
}

extension Entity {
    /// The entity with its properties, constraints and indexes sorted by name.
    public var normalized: Entity {
        var copy = self
        copy.attributes = attributes.sorted(by: \.name)
        copy.relationships = relationships.sorted(by: \.name)
        copy.fetchedProperties = fetchedProperties.map(\.normalized).sorted(by: \.name)
        copy.uniquenessConstraints.sort { one, other in one.lexicographicallyPrecedes(other) { $0.precedes($1) } }
        copy.indexes = indexes.sorted(by: \.name)
        return copy
    }
}

extension Composite {
    fileprivate var normalized: Composite {
        var copy = self
        copy.attributes = attributes.sorted(by: \.name)
        return copy
    }
}

extension Enumeration {
    fileprivate var normalized: Enumeration {
        var copy = self
        copy.cases = cases.sorted(by: \.name)
        return copy
    }
}

extension FetchRequest {
    fileprivate var normalized: FetchRequest {
        var copy = self
        copy.variables = variables.sorted(by: \.name)
        copy.propertiesToFetch.sort { $0.precedes($1) }
        copy.relationshipKeyPathsForPrefetching.sort { $0.precedes($1) }
        return copy
    }
}

extension FetchedProperty {
    fileprivate var normalized: FetchedProperty {
        var copy = self
        copy.request = request.normalized
        return copy
    }
}

extension Configuration {
    fileprivate var normalized: Configuration {
        var copy = self
        copy.entities.sort { $0.precedes($1) }
        return copy
    }
}

extension Array {
    fileprivate func sorted(by name: KeyPath<Element, String>) -> [Element] {
        sorted { $0[keyPath: name].precedes($1[keyPath: name]) }
    }
}
