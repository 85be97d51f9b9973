extension FetchRequest: Codable {
    /// Reads the canonical JSON form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        self.init(try container.decode(String.self, forKey: AnyKey("name")), "")
        try readKeys(container, besides: ["name"])
        try readStructures(container)
    }

    /// Writes the canonical JSON form.
    public func encode(to encoder: any Encoder) throws {
        try form.encode(to: encoder)
    }

    var form: JSONValue {
        form(["name": .text(name)], lists: structures)
    }

    fileprivate mutating func readStructures(_ container: KeyedDecodingContainer<AnyKey>) throws {
        guard container.contains(AnyKey("entity")) else {
            throw container.refusal(of: "entity", "a fetch request needs an entity")
        }
        variables = try (container.value("variables", [[String]].self) ?? []).map { pair in
            guard pair.count == 2, let variable = Variable(pair[0], text: pair[1]) else {
                throw container.refusal(of: "variables", "\(pair) is not a variable and its type")
            }
            return variable
        }
        sortBy = try (container.value("sortBy", [String].self) ?? []).map { text in
            guard let key = SortKey(text) else { throw container.refusal(of: "sortBy", "'\(text)' is not a sort key") }
            return key
        }
    }

    fileprivate var structures: [String: [JSONValue]] {
        ["variables": variables.map { .texts([$0.name, $0.text]) }, "sortBy": sortBy.map { .text($0.text) }]
    }
}

extension FetchedProperty: Codable {
    /// Reads the canonical JSON form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        self.init(FetchRequest(try container.decode(String.self, forKey: AnyKey("name")), ""))
        try readKeys(container, besides: ["name"])
        try request.readStructures(container)
    }

    /// Writes the canonical JSON form.
    public func encode(to encoder: any Encoder) throws {
        try form.encode(to: encoder)
    }

    var form: JSONValue {
        form(["name": .text(name)], lists: request.structures)
    }
}

extension Configuration: Codable {
    /// Reads the canonical JSON form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        self.init(try container.decode(String.self, forKey: AnyKey("name")), entities: [])
        try readKeys(container, besides: ["name"])
    }

    /// Writes the canonical JSON form.
    public func encode(to encoder: any Encoder) throws {
        try form.encode(to: encoder)
    }

    var form: JSONValue {
        form(["name": .text(name)])
    }
}
