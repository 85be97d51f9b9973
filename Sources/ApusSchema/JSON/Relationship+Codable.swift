extension Relationship: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, originalName, to, toMany, isOptional = "optional", inverse, deleteRule, holdsKey
    }

    /// Reads the canonical JSON form.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(besides: CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let many: String? = try container.decodeIfPresent(String.self, forKey: .toMany)
        let isToMany: Bool = many != nil
        if isToMany, container.contains(.to) {
            throw DecodingError.dataCorruptedError(
                forKey: .to,
                in: container,
                debugDescription: "a relationship leads to one or to many, not both"
            )
        }
        let isOptional: Bool = try container.decodeIfPresent(Bool.self, forKey: .isOptional) ?? false
        self.init(
            name: try container.decode(String.self, forKey: .name),
            originalName: try container.decodeIfPresent(String.self, forKey: .originalName),
            destination: try many ?? container.decode(String.self, forKey: .to),
            isToMany: isToMany,
            isOptional: isToMany || isOptional,
            inverse: try container.decodeIfPresent(String.self, forKey: .inverse),
            deleteRule: try container.decodeIfPresent(DeleteRule.self, forKey: .deleteRule) ?? .nullify,
            holdsKey: try container.decodeIfPresent(Bool.self, forKey: .holdsKey)
        )
    }

    /// Writes the canonical JSON form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(originalName, forKey: .originalName)
        try container.encode(destination, forKey: isToMany ? .toMany : .to)
        if isOptional, !isToMany { try container.encode(true, forKey: .isOptional) }
        try container.encodeIfPresent(inverse, forKey: .inverse)
        if deleteRule != .nullify { try container.encode(deleteRule, forKey: .deleteRule) }
        try container.encodeIfPresent(holdsKey, forKey: .holdsKey)
    }
}
