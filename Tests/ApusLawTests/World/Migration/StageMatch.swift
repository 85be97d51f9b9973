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
    init(_ older: Reading, _ newer: Reading, _ lines: StageLines) throws {
        self.older = older
        let (old, new) = (older.schema, newer.schema)
        let entities: [String: String] = try Self.match(
            old.entities.map { ($0.name, $0.originalName) },
            new.entities.map { ($0.name, $0.originalName) },
            "entity",
            { ElementPath($0) },
            lines.accepts(entity:)
        )
        self.entities = entities
        enumerations = try Self.match(
            old.enumerations.map { ($0.name, $0.originalName) },
            new.enumerations.map { ($0.name, $0.originalName) },
            "enum",
            { ElementPath($0) }
        ) { _ in false }
        composites = try Self.match(
            old.composites.map { ($0.name, $0.originalName) },
            new.composites.map { ($0.name, $0.originalName) },
            "composite",
            { ElementPath($0) }
        ) { _ in false }
        var parts: [String: [String: String]] = [:]
        for (name, oldName) in composites {
            parts[name] = try Self.match(
                (old.composite(oldName)?.attributes ?? []).map { ($0.name, $0.originalName) },
                (new.composite(name)?.attributes ?? []).map { ($0.name, $0.originalName) },
                "part",
                { ElementPath(oldName, $0) }
            ) { lines.accepts(member: $0, of: oldName) }
        }
        self.parts = parts
        var properties: [String: [String: String]] = [:]
        for (name, oldName) in entities {
            properties[name] = try Self.match(
                older.properties(of: oldName).map { ($0.name, $0.property.originalName) },
                newer.properties(of: name).map { ($0.name, $0.property.originalName) },
                "property",
                { older.property($0, of: oldName)?.path ?? ElementPath(oldName, $0) }
            ) { lines.accepts($0, of: oldName) }
        }
        self.properties = properties
    }

    private static func match(
        _ older: [(String, String?)],
        _ newer: [(String, String?)],
        _ kind: String,
        _ path: (String) -> ElementPath,
        _ isAccepted: (String) -> Bool
    ) throws -> [String: String] {
        var missing: String?
        return try withoutActuallyEscaping(isAccepted) { isAccepted in
            let matcher = NaiveMatcher(
                older: older.map { NaiveMatcher.Named(name: $0.0, originalName: $0.1) },
                newer: newer.map { NaiveMatcher.Named(name: $0.0, originalName: $0.1) },
                kind: kind
            ) { name in
                guard !isAccepted(name) else { return true }
                missing = name
                return false
            }
            do {
                return try matcher.match()
            } catch let refused as Refused {
                let settlements: [Reason.Settlement] = missing.map { [.accept(path($0))] } ?? []
                let reason = Reason(code: "match", path: ElementPath(refused.reason), settlements: settlements)
                throw StageRefused(reasons: [reason])
            }
        }
    }

    /// The older property that a property of a newer entity is.
    func older(_ name: String, of entity: String) -> OwnedProperty? {
        guard let oldEntity = entities[entity], let oldName = properties[entity]?[name] else { return nil }
        return older.property(oldName, of: oldEntity)
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
                    && candidate.rawValue.stored.isSame(as: item.rawValue.stored)
            }
        }
        return found
    }
}
