import ApusSchema

/// Which older element each newer one is, by the rules of matching and nothing else.
struct StageMatch: Sendable {
    /// The older name of newer entities.
    let entities: [String: String]
    /// The older name of newer enums.
    let enumerations: [String: String]
    /// The older name of newer composites.
    let composites: [String: String]
    /// By the newer composite: the older names of its parts.
    let parts: [String: [String: String]]
    /// By the newer entity: the older names of its properties, the inherited ones included.
    private let properties: [String: [String: String]]
    private let older: Reading

    /// - Throws: `StageRefused` where the lines contradict each other.
    init(_ older: Reading, _ newer: Reading) throws {
        self.older = older
        let (old, new) = (older.schema, newer.schema)
        let entities: [String: String] = try Self.match(
            old.entities.map { ($0.name, $0.originalName) },
            new.entities.map { ($0.name, $0.originalName) },
            "entity"
        )
        self.entities = entities
        enumerations = try Self.match(
            old.enumerations.map { ($0.name, $0.originalName) },
            new.enumerations.map { ($0.name, $0.originalName) },
            "enum"
        )
        composites = try Self.match(
            old.composites.map { ($0.name, $0.originalName) },
            new.composites.map { ($0.name, $0.originalName) },
            "composite"
        )
        parts = try composites.reduce(into: [:]) { parts, pair in
            parts[pair.key] = try Self.match(
                (old.composite(pair.value)?.attributes ?? []).map { ($0.name, $0.originalName) },
                (new.composite(pair.key)?.attributes ?? []).map { ($0.name, $0.originalName) },
                "part"
            )
        }
        properties = try entities.reduce(into: [:]) { properties, pair in
            properties[pair.key] = try Self.match(
                older.properties(of: pair.value).map { ($0.name, $0.property.originalName) },
                newer.properties(of: pair.key).map { ($0.name, $0.property.originalName) },
                "property"
            )
        }
    }

    private static func match(
        _ older: [(String, String?)],
        _ newer: [(String, String?)],
        _ kind: String
    ) throws -> [String: String] {
        let matcher = NaiveMatcher(
            older: older.map { NaiveMatcher.Named(name: $0.0, originalName: $0.1) },
            newer: newer.map { NaiveMatcher.Named(name: $0.0, originalName: $0.1) },
            kind: kind
        )
        do {
            return try matcher.match()
        } catch let refused as Refused {
            let reason = Reason(code: "match", path: ElementPath(refused.reason), settlements: [])
            throw StageRefused(reasons: [reason])
        }
    }

    /// The older property that a property of a newer entity is.
    func older(_ name: String, of entity: String) -> OwnedProperty? {
        guard let oldEntity = entities[entity], let oldName = properties[entity]?[name] else { return nil }
        return older.property(oldName, of: oldEntity)
    }

    /// The older name of each property of a newer entity, by the older entity that it is.
    func pairs(of entity: String) -> [String: String] { properties[entity] ?? [:] }

    /// The older name of each property of a newer entity, for objects that are made of an older entity's.
    func pairs(of entity: String, from oldEntity: String, _ newer: Reading) throws -> [String: String] {
        try Self.match(
            older.properties(of: oldEntity).map { ($0.name, $0.property.originalName) },
            newer.properties(of: entity).map { ($0.name, $0.property.originalName) },
            "property"
        )
    }

    /// The newer name of a property of an older entity, in the newer entity that it is now.
    func newer(_ oldName: String, in entity: String) -> String? {
        properties[entity]?.first { $0.value == oldName }?.key
    }

    /// The newer case that each case of an enum is: by name, then by raw value.
    static func cases(_ older: Enumeration, _ newer: Enumeration) -> [String: Enumeration.Case] {
        var found: [String: Enumeration.Case] = [:]
        for item in older.cases { found[item.name] = newer.cases.first { $0.name == item.name } }
        for item in older.cases where found[item.name] == nil {
            found[item.name] = newer.cases.first { candidate in
                !older.cases.contains { $0.name == candidate.name }
                    && candidate.rawValue.stored == item.rawValue.stored
            }
        }
        return found
    }
}
