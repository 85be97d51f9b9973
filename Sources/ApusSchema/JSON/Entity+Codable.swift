extension Entity: Codable {
    /// Reads the canonical JSON form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        self.init(try container.decode(String.self, forKey: AnyKey("name")))
        try readKeys(container, besides: ["name"])
        attributes = try container.value("attributes") ?? []
        relationships = try container.value("relationships") ?? []
        fetchedProperties = try container.value("fetchedProperties") ?? []
        uniquenessConstraints = try container.value("unique") ?? []
        indexes = try container.value("indexes") ?? []
    }

    /// Writes the canonical JSON form.
    public func encode(to encoder: any Encoder) throws {
        try form.encode(to: encoder)
    }

    var form: JSONValue {
        form(
            ["name": .text(name)],
            lists: [
                "attributes": attributes.map(\.form),
                "relationships": relationships.map(\.form),
                "fetchedProperties": fetchedProperties.map(\.form),
                "unique": uniquenessConstraints.map { .texts($0) },
                "indexes": indexes.map(\.form),
            ]
        )
    }
}

extension Entity.Index: Codable {
    /// Reads the canonical JSON form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        let elements: [String] = try container.value("of") ?? []
        self.init(try container.decode(String.self, forKey: AnyKey("name")), elements.map { Element($0) })
        try readKeys(container, besides: ["name"])
    }

    /// Writes the canonical JSON form.
    public func encode(to encoder: any Encoder) throws {
        try form.encode(to: encoder)
    }

    var form: JSONValue {
        form(["name": .text(name)], lists: ["of": elements.map { .text($0.text) }])
    }
}
