// The canonical JSON form, which stores and generated code hold. What is as usual is left out, so that a key added to
// the model later changes no text written before; the order of entities and properties is kept.

extension Schema: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case model, entities
    }

    /// Reads the canonical JSON form.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(besides: CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            model: try container.decode(String.self, forKey: .model),
            entities: try container.decode([Entity].self, forKey: .entities)
        )
    }

    /// Writes the canonical JSON form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(model, forKey: .model)
        try container.encode(entities, forKey: .entities)
    }
}

extension Entity: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, originalName, codegen, attributes, relationships
    }

    /// Reads the canonical JSON form.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(besides: CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(String.self, forKey: .name),
            originalName: try container.decodeIfPresent(String.self, forKey: .originalName),
            codegen: try container.decodeIfPresent(Codegen.self, forKey: .codegen) ?? .class,
            attributes: try container.decodeIfPresent([Attribute].self, forKey: .attributes) ?? [],
            relationships: try container.decodeIfPresent([Relationship].self, forKey: .relationships) ?? []
        )
    }

    /// Writes the canonical JSON form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(originalName, forKey: .originalName)
        if codegen != .class { try container.encode(codegen, forKey: .codegen) }
        if !attributes.isEmpty { try container.encode(attributes, forKey: .attributes) }
        if !relationships.isEmpty { try container.encode(relationships, forKey: .relationships) }
    }
}

extension Entity.Codegen: Codable {}

extension AttributeType: Codable {}

extension Relationship.DeleteRule: Codable {}
