extension Attribute: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, originalName, type, isOptional = "optional", defaultValue = "default"
    }

    /// Reads the canonical JSON form.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(besides: CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let type: AttributeType = try container.decode(AttributeType.self, forKey: .type)
        let text: String? = try container.decodeIfPresent(String.self, forKey: .defaultValue)
        let value: Value? = try text.map { text in
            guard let value = Value(text: text, type: type) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .defaultValue,
                    in: container,
                    debugDescription: "'\(text)' is no \(type.rawValue)"
                )
            }
            return value
        }
        self.init(
            try container.decode(String.self, forKey: .name),
            type,
            isOptional: try container.decodeIfPresent(Bool.self, forKey: .isOptional) ?? false,
            default: value,
            originalName: try container.decodeIfPresent(String.self, forKey: .originalName)
        )
    }

    /// Writes the canonical JSON form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(originalName, forKey: .originalName)
        try container.encode(type, forKey: .type)
        if isOptional { try container.encode(true, forKey: .isOptional) }
        try container.encodeIfPresent(defaultValue?.text, forKey: .defaultValue)
    }
}
