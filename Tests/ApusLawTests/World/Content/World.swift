import ApusSchema

/// The content of a store as a person would draw it: objects, their values, and arrows between them; no tables.
struct World: Sendable {
    /// The objects by kind and identity.
    var objects: [String: [Int64: WorldObject]] = [:]

    /// The last identities that a stage gave to objects below some roots, also to those that are gone.
    var last: [String: Int64] = [:]

    /// A world without objects.
    init(emptyFor reading: Reading) {
        for kind in reading.kinds { objects[kind] = [:] }
    }

    /// The last identity that an object below a root has, or has had.
    func lastIdentity(below root: String, in reading: Reading) -> Int64 {
        let largest: Int64 = reading.kinds(below: root).compactMap { objects[$0]?.keys.max() }.max() ?? 0
        return max(largest, last[root] ?? 0)
    }

    /// An object's kind, looked for below an entity.
    func kind(of identity: Int64, below entity: String, in reading: Reading) -> String? {
        reading.kinds(below: entity).first { objects[$0]?[identity] != nil }
    }

    /// All objects in the order of kinds' names and identities.
    var all: [(kind: String, identity: Int64, object: WorldObject)] {
        objects.sorted { $0.key < $1.key }.flatMap { kind, objects in
            objects.sorted { $0.key < $1.key }.map { (kind, $0.key, $0.value) }
        }
    }

    var count: Int { objects.values.reduce(0) { $0 + $1.count } }
}

extension World {
    /// Takes an object away, and every reference to it.
    mutating func remove(_ identity: Int64, of kind: String, in reading: Reading) {
        objects[kind]?[identity] = nil
        for other in reading.kinds {
            for relationship in reading.storedRelationships(of: other)
            where reading.isKind(kind, of: relationship.destination) {
                for id in (objects[other] ?? [:]).keys.sorted() {
                    objects[other]?[id]?.references[relationship.name]?.removeAll { $0 == identity }
                }
            }
        }
    }
}
