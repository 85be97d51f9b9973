import ApusSchema

/// A schema seen from its objects: the properties of each concrete entity, inherited ones included.
final class Reading: Sendable {
    let schema: Schema
    /// Entities of which there are objects.
    let kinds: [String]
    /// The references, transient ones too.
    let units: [ReferenceUnit]
    /// From an entity to its root.
    private let lines: [String: [String]]
    /// What an entity has, the root's properties first.
    private let properties: [String: [OwnedProperty]]
    private let unitNumbers: [ElementPath: (unit: Int, side: Int)]
    // Asked for again and again.
    private let propertiesByName: [String: [String: OwnedProperty]]
    private let kindsBelow: [String: [String]]
    private let leavesByKind: [String: [WorldLeaf]]
    private let relationshipsByKind: [String: [Relationship]]

    init(_ schema: Schema) {
        self.schema = schema
        kinds = schema.entities.filter { !$0.isAbstract }.map(\.name)
        var lines: [String: [String]] = [:]
        var properties: [String: [OwnedProperty]] = [:]
        for entity in schema.entities {
            let line: [Entity] = [entity] + schema.ancestors(of: entity)
            lines[entity.name] = line.map(\.name)
            properties[entity.name] = line.reversed().flatMap { owner in
                owner.properties.map { OwnedProperty(owner: owner.name, property: $0) }
            }
        }
        self.lines = lines
        self.properties = properties
        units = Self.units(of: schema)
        var numbers: [ElementPath: (unit: Int, side: Int)] = [:]
        for (number, unit) in units.enumerated() {
            for (side, one) in unit.sides.enumerated() { numbers[one.path] = (number, side) }
        }
        unitNumbers = numbers
        propertiesByName = properties.mapValues { Dictionary($0.map { ($0.name, $0) }) { first, _ in first } }
        let kinds: [String] = kinds
        kindsBelow = lines.reduce(into: [:]) { below, line in
            below[line.key] = kinds.filter { lines[$0]?.contains(line.key) == true }
        }
        leavesByKind = properties.mapValues { owned in
            Self.plain(owned).flatMap { schema.storedLeaves(of: $0) }
        }
        let units: [ReferenceUnit] = units
        relationshipsByKind = properties.mapValues { owned in
            owned.compactMap { one in
                one.relationship.flatMap { numbers[one.path].map { units[$0.unit].isStored } == true ? $0 : nil }
            }
        }
    }

    private static func plain(_ properties: [OwnedProperty]) -> [Attribute] {
        properties.compactMap(\.storedAttribute).filter { $0.derivation == nil }
    }

    private static func units(of schema: Schema) -> [ReferenceUnit] {
        var units: [ReferenceUnit] = []
        var seen: Set<ElementPath> = []
        for entity in schema.entities {
            for relationship in entity.relationships {
                let side = ReferenceUnit.Side(owner: entity.name, relationship: relationship)
                guard seen.insert(side.path).inserted else { continue }
                var sides: [ReferenceUnit.Side] = [side]
                let back = schema.inverse(of: relationship, in: entity)
                    .map { ReferenceUnit.Side(owner: $0.entity.name, relationship: $0.relationship) }
                if let back, seen.insert(back.path).inserted { sides.append(back) }
                units.append(ReferenceUnit(sides: sides, isOwnInverse: back?.path == side.path))
            }
        }
        return units
    }

    /// Whether an entity is another one or below it.
    func isKind(_ entity: String, of ancestor: String) -> Bool { lines[entity]?.contains(ancestor) == true }

    /// An entity and all above it.
    func line(of entity: String) -> [String] { lines[entity] ?? [] }

    func root(of entity: String) -> String { lines[entity]?.last ?? entity }

    /// The kinds that are an entity or below it.
    func kinds(below entity: String) -> [String] { kindsBelow[entity] ?? [] }

    func properties(of entity: String) -> [OwnedProperty] { properties[entity] ?? [] }

    func property(_ name: String, of entity: String) -> OwnedProperty? {
        propertiesByName[entity]?[name]
    }

    /// The set of references that a relationship is a side of, and which side.
    func unit(of path: ElementPath) -> (unit: Int, side: Int)? { unitNumbers[path] }

    /// The stored set of references that a kind's relationship is a side of.
    func storedUnit(of name: String, in kind: String) -> (unit: Int, side: Int)? {
        guard let found = property(name, of: kind).flatMap({ unit(of: $0.path) }), units[found.unit].isStored else {
            return nil
        }
        return found
    }

    /// The attributes whose values a world holds: stored, and not computed by the store.
    func plainAttributes(of entity: String) -> [Attribute] {
        Self.plain(properties(of: entity))
    }

    /// The values that an object of a kind has.
    func leaves(of kind: String) -> [WorldLeaf] { leavesByKind[kind] ?? [] }

    /// The relationships of a kind that a store keeps.
    func storedRelationships(of kind: String) -> [Relationship] { relationshipsByKind[kind] ?? [] }
}
