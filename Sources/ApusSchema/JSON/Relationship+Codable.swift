extension Relationship: Codable {
    /// Reads the canonical JSON form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        let name = try container.decode(String.self, forKey: AnyKey("name"))
        if let many = try container.value("toMany", String.self) {
            if container.contains(AnyKey("to")) {
                throw container.refusal(of: "to", "a relationship cannot have both 'to' and 'toMany'")
            }
            self = .toMany(name, many)
        } else {
            self = .toOne(name, try container.decode(String.self, forKey: AnyKey("to")))
        }
        try readKeys(container, besides: ["name"])
    }

    /// Writes the canonical JSON form.
    public func encode(to encoder: any Encoder) throws {
        try form.encode(to: encoder)
    }

    var form: JSONValue {
        form(["name": .text(name), isToMany ? "toMany" : "to": .text(destination)])
    }
}
