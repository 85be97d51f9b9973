import ApusMigration
import ApusSchema
import ApusTestSupport

/// A unique constraint of an entity.
struct NaiveUniqueness {
    let entity: String
    private let properties: [String]
    private let reading: Reading
    private let sources: MigrationSources

    init(_ entity: String, _ properties: [String], _ reading: Reading, _ sources: MigrationSources) {
        (self.entity, self.properties, self.reading, self.sources) = (entity, properties, reading, sources)
    }

    /// The entities that its relationships lead to.
    var destinations: [String] {
        properties.compactMap { reading.property($0, of: entity)?.relationship?.destination }
    }

    /// Whether objects share what each should have for itself.
    static func isBroken(in world: World, _ reading: Reading, _ sources: MigrationSources) -> Bool {
        reading.schema.entities.contains { entity in
            entity.uniqueConstraints.contains {
                !NaiveUniqueness(entity.name, $0, reading, sources).groups(in: world).isEmpty
            }
        }
    }

    /// The identities of equal objects, in the order of their creation.
    func groups(in world: World) -> [[Int64]] {
        var groups: [[StoredValue]: [Int64]] = [:]
        for kind in reading.kinds(below: entity) {
            for (identity, object) in world.objects[kind] ?? [:] {
                let key: [StoredValue] = properties.map { value($0, of: object, kind, in: world) }
                if !key.contains(.null) { groups[key, default: []].append(identity) }
            }
        }
        return groups.values.filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
    }

    /// What an object has in one of the properties, and in the others.
    struct Parted {
        let identity: Int64
        let own: StoredValue
        let rest: [StoredValue]
    }

    /// The values of all objects, those in one of the properties apart.
    func parted(at name: String, in world: World) -> [Parted] {
        reading.kinds(below: entity).flatMap { kind in
            (world.objects[kind] ?? [:]).map { identity, object in
                Parted(
                    identity: identity,
                    own: value(name, of: object, kind, in: world),
                    rest: properties.filter { $0 != name }.map { value($0, of: object, kind, in: world) }
                )
            }
        }
    }

    /// What an object has in a property.
    private func value(_ name: String, of object: WorldObject, _ kind: String, in world: World) -> StoredValue {
        if let targets = object.references[name] { return targets.first.map { .integer($0) } ?? .null }
        if let value = object.values[[name]] { return value }
        guard let attribute = reading.property(name, of: kind)?.storedAttribute else { return .null }
        return world.derived(attribute, of: object, kind, in: reading, sources)
    }
}
