import ApusDiagnostics

extension Attribute: Codable {
    /// Reads the canonical JSON form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        let type = try container.decode(String.self, forKey: AnyKey("type"))
        self.init(try container.decode(String.self, forKey: AnyKey("name")), AttributeType(name: type))
        try readKeys(container, besides: ["name"])
    }

    /// Writes the canonical JSON form.
    public func encode(to encoder: any Encoder) throws {
        try form.encode(to: encoder)
    }

    var form: JSONValue {
        form(["name": .text(name), "type": .text(type.name)])
    }
}

extension Composite: Codable {
    /// Reads the canonical JSON form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        self.init(try container.decode(String.self, forKey: AnyKey("name")))
        try readKeys(container, besides: ["name"])
        attributes = try container.value("attributes") ?? []
    }

    /// Writes the canonical JSON form.
    public func encode(to encoder: any Encoder) throws {
        try form.encode(to: encoder)
    }

    var form: JSONValue {
        form(["name": .text(name)], lists: ["attributes": attributes.map(\.form)])
    }
}

extension Enumeration: Codable {
    /// A case, before the type of its raw value is known.
    private struct CaseForm: Decodable {
        let name: String
        let rawValue: String
        let documentation: String?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            try container.refuseUnknownKeys(besides: ["name", "rawValue", "documentation"])
            name = try container.decode(String.self, forKey: AnyKey("name"))
            rawValue = try container.decode(String.self, forKey: AnyKey("rawValue"))
            documentation = try container.value("documentation")
        }
    }

    /// Reads the canonical JSON form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        self.init(try container.decode(String.self, forKey: AnyKey("name")))
        try readKeys(container, besides: ["name"])
        cases = try (container.value("cases", [CaseForm].self) ?? []).map { form in
            guard let value = Value(text: form.rawValue, type: type) else {
                throw container.refusal(of: "cases", "'\(form.rawValue)' is not \(type.rawValue.withArticle)")
            }
            return Case(form.name, value, documentation: form.documentation)
        }
    }

    /// Writes the canonical JSON form.
    public func encode(to encoder: any Encoder) throws {
        try form.encode(to: encoder)
    }

    var form: JSONValue {
        form(["name": .text(name)], lists: ["cases": cases.map(\.form)])
    }
}

extension Enumeration.Case {
    fileprivate var form: JSONValue {
        var object: [String: JSONValue] = ["name": .text(name), "rawValue": .text(rawValue.text)]
        if let documentation { object["documentation"] = .text(documentation) }
        return .object(object)
    }
}
