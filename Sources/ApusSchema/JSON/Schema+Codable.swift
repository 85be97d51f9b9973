// The canonical JSON form, which stores and generated code contain. Named elements are objects in lists, which keep the
// author's order.

extension Schema: Codable {
    /// Reads the canonical JSON form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        self.init(model: try container.decode(String.self, forKey: AnyKey("model")))
        try readKeys(container)
        entities = try container.decode([Entity].self, forKey: AnyKey("entities"))
        composites = try container.value("composites") ?? []
        enumerations = try container.value("enums") ?? []
        fetchRequests = try container.value("fetchRequests") ?? []
        configurations = try container.value("configurations") ?? []
    }

    /// Writes the canonical JSON form.
    public func encode(to encoder: any Encoder) throws {
        try form.encode(to: encoder)
    }

    package var form: JSONValue {
        form(
            ["entities": .list(entities.map(\.form))],
            lists: [
                "composites": composites.map(\.form),
                "enums": enumerations.map(\.form),
                "fetchRequests": fetchRequests.map(\.form),
                "configurations": configurations.map(\.form),
            ]
        )
    }
}
