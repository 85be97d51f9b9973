import ApusSchema
import ApusTestSupport

/// What a store holds, extent by extent: the objects and pairs of a world as rows, without tables.
struct StoreRows: Sendable {
    typealias Row = StoredRow

    var extents: StoredRows = [:]

    init(extents: StoredRows = [:]) {
        self.extents = extents
    }

    /// The rows of a world, with what the store computes itself.
    init(_ world: World, _ reading: Reading, _ sources: MigrationSources) {
        let schema: Schema = reading.schema
        for entity in schema.entities {
            if !entity.isAbstract {
                let extent: Extent = schema.extent(of: entity, inheriting: [entity] + schema.ancestors(of: entity))
                extents[extent.name] = (world.objects[entity.name] ?? [:]).sorted { $0.key < $1.key }
                    .map { identity, object in
                        let values: [StoredValue] = extent.members.map { member in
                            Self.value(
                                of: member,
                                identity: identity,
                                object: object,
                                kind: entity.name,
                                world: world,
                                reading: reading,
                                sources: sources
                            )
                        }
                        return Dictionary(uniqueKeysWithValues: zip(extent.members.map(\.field), values))
                    }
            }
            for relationship in entity.relationships {
                guard let extent = schema.joinTable(of: relationship, in: entity) else { continue }
                extents[extent.name] = Self.pairs(of: relationship, in: entity, extent, world, reading)
            }
        }
    }

    private static func value(
        of member: Extent.Member,
        identity: Int64,
        object: WorldObject,
        kind: String,
        world: World,
        reading: Reading,
        sources: MigrationSources
    ) -> StoredValue {
        switch member.field {
        case .identity: return .integer(identity)
        case .entity: return .text(kind)
        case .attribute(let path):
            if let value = object.values[path] { return value }
            guard let attribute = reading.property(path[0], of: kind)?.attribute else { return .null }
            return world.derived(attribute, of: object, kind, in: reading, sources)
        case .key(let name): return object.references[name]?.first.map { .integer($0) } ?? .null
        case .orderKey(let name):
            guard let target = object.references[name]?.first,
                let orderKey = orderKey(of: identity, at: target, through: name, of: kind, world, reading)
            else { return .null }
            return .integer(orderKey)
        case .lookup, .source, .target, .sourceOrderKey, .targetOrderKey: return .null
        }
    }

    /// The order key of an object in the list of an object that one of its relationships points to.
    private static func orderKey(
        of identity: Int64,
        at target: Int64,
        through name: String,
        of kind: String,
        _ world: World,
        _ reading: Reading
    ) -> Int64? {
        guard let relationship = reading.property(name, of: kind)?.relationship,
            let (number, side) = reading.storedUnit(of: name, in: kind),
            let back = reading.units[number].opposite(side),
            let far = world.kind(of: target, below: relationship.destination, in: reading),
            let index = world.objects[far]?[target]?.references[back.name]?.firstIndex(of: identity)
        else { return nil }
        // Order keys have gaps in a store.
        return Int64(index) * 3 + 1
    }

    private static func pairs(
        of relationship: Relationship,
        in owner: Entity,
        _ extent: Extent,
        _ world: World,
        _ reading: Reading
    ) -> [Row] {
        reading.kinds(below: owner.name).flatMap { kind in
            (world.objects[kind] ?? [:]).sorted { $0.key < $1.key }.flatMap { identity, object in
                (object.references[relationship.name] ?? []).enumerated().map { number, target in
                    var row: Row = [:]
                    for member in extent.members {
                        switch member.field {
                        case .source: row[.source] = .integer(identity)
                        case .target: row[.target] = .integer(target)
                        case .targetOrderKey: row[.targetOrderKey] = .integer(Int64(number) * 3 + 1)
                        case .sourceOrderKey:
                            row[.sourceOrderKey] = orderKey(
                                of: identity,
                                at: target,
                                through: relationship.name,
                                of: kind,
                                world,
                                reading
                            ).map { .integer($0) }
                        case .identity, .entity, .attribute, .lookup, .key, .orderKey: break
                        }
                    }
                    return row
                }
            }
        }
    }
}
