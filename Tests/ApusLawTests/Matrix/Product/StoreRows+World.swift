import ApusSchema
import ApusTestSupport

extension StoreRows {
    /// The world that the rows are.
    func world(_ reading: Reading) -> World {
        var world = World(emptyFor: reading)
        for kind in reading.kinds {
            for row in extents[.objects(kind)] ?? [] {
                guard let identity = row[.identity]?.number else { continue }
                var object = WorldObject()
                for leaf in reading.leaves(of: kind) { object.values[leaf.path] = row[.attribute(leaf.path)] }
                for relationship in reading.storedRelationships(of: kind) {
                    object.references[relationship.name] = targets(of: relationship, row, identity, kind, reading)
                }
                world.objects[kind]?[identity] = object
            }
        }
        return world
    }

    private func targets(
        of relationship: Relationship,
        _ row: Row,
        _ identity: Int64,
        _ kind: String,
        _ reading: Reading
    ) -> [Int64] {
        guard let owned = reading.property(relationship.name, of: kind),
            let owner = reading.schema.entity(owned.owner)
        else { return [] }
        var found: [(orderKey: Int64, target: Int64)]
        switch reading.schema.storage(of: relationship, in: owner) {
        case .ownKey: return row[.key(relationship.name)]?.number.map { [$0] } ?? []
        case .inverseKey: found = keys(leadingTo: identity, relationship, reading)
        case .link(let holder, let isOwner):
            let (near, far, orderKey): (Field, Field, Field) =
                isOwner ? (.source, .target, .targetOrderKey) : (.target, .source, .sourceOrderKey)
            found = (extents[.joinTable(holder)] ?? []).compactMap { row in
                guard row[near]?.number == identity, let target = row[far]?.number else { return nil }
                return (row[orderKey]?.number ?? target, target)
            }
        }
        if !relationship.isOrdered { found = found.map { ($0.target, $0.target) } }
        return found.sorted { ($0.orderKey, $0.target) < ($1.orderKey, $1.target) }.map(\.target)
    }

    /// The objects whose key, the inverse of a relationship, leads to an object.
    private func keys(
        leadingTo identity: Int64,
        _ relationship: Relationship,
        _ reading: Reading
    ) -> [(orderKey: Int64, target: Int64)] {
        guard let back = relationship.inverse else { return [] }
        return reading.kinds(below: relationship.destination).flatMap { far in
            (extents[.objects(far)] ?? []).compactMap { row in
                guard row[.key(back)]?.number == identity, let target = row[.identity]?.number else { return nil }
                return (row[.orderKey(back)]?.number ?? target, target)
            }
        }
    }
}
