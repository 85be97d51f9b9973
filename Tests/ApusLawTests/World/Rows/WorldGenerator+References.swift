import ApusSchema
import ApusTestSupport

extension WorldGenerator {
    /// An object that references begin or end at.
    private struct ObjectID: Hashable {
        let kind: String
        let identity: Int64
    }

    /// Draws the arrows of one set of references, on both sides.
    mutating func connect(_ unit: ReferenceUnit) {
        let near: [ObjectID] = ids(below: unit.sides[0].owner)
        let far: [ObjectID] = ids(below: unit.sides[0].relationship.destination)
        for id in near { world.objects[id.kind]?[id.identity]?.references[unit.sides[0].name] = [] }
        if unit.sides.count == 2 {
            for id in ids(below: unit.sides[1].owner) {
                world.objects[id.kind]?[id.identity]?.references[unit.sides[1].name] = []
            }
        }
        for (one, other) in pairs(unit, near, far) {
            world.objects[one.kind]?[one.identity]?.references[unit.sides[0].name]?.append(other.identity)
            guard unit.sides.count == 2 else { continue }
            world.objects[other.kind]?[other.identity]?.references[unit.sides[1].name]?.append(one.identity)
        }
        for side in unit.sides { order(side) }
    }

    private func ids(below entity: String) -> [ObjectID] {
        reading.kinds(below: entity).flatMap { kind in
            (world.objects[kind] ?? [:]).keys.sorted().map { ObjectID(kind: kind, identity: $0) }
        }
    }

    private mutating func pairs(
        _ unit: ReferenceUnit,
        _ near: [ObjectID],
        _ far: [ObjectID]
    ) -> [(ObjectID, ObjectID)] {
        let one: Relationship = unit.sides[0].relationship
        if unit.isOwnInverse { return couples(near.filter(far.contains), isToMany: one.isToMany) }
        let back: Relationship? = unit.opposite(0)?.relationship
        var pairs: [(ObjectID, ObjectID)] = []
        // Those that must lead somewhere choose first.
        let isTurned = back.map { !$0.isToMany && (one.isToMany || (!$0.isOptional && one.isOptional)) } ?? false
        let (choosers, chosen) = isTurned ? (far, near) : (near, far)
        let chooser: Relationship = isTurned ? back ?? one : one
        let isOneToOne = !one.isToMany && back?.isToMany == false
        var free: [ObjectID] = random.shuffled(chosen)
        let reading: Reading = reading
        for id in choosers {
            func isAllowed(_ other: ObjectID) -> Bool {
                let (start, end) = isTurned ? (other, id) : (id, other)
                return unit.allows(start.kind, end.kind, from: 0, in: reading)
            }
            for other in targets(chooser, &free, isOneToOne, isAllowed) {
                pairs.append(isTurned ? (other, id) : (id, other))
            }
        }
        return pairs
    }

    private mutating func targets(
        _ relationship: Relationship,
        _ free: inout [ObjectID],
        _ isOneToOne: Bool,
        _ isAllowed: (ObjectID) -> Bool
    ) -> [ObjectID] {
        let possible: [ObjectID] = free.filter(isAllowed)
        if relationship.isToMany {
            return random.chance(20) ? [] : random.chance(15) ? possible : random.some(4, of: possible)
        }
        if relationship.isOptional, random.chance(isTame ? 0 : 35) { return [] }
        // A few objects that many lead to.
        guard let target = random.pickAny(isOneToOne ? possible : Array(possible.prefix(3))) else { return [] }
        if isOneToOne { free.removeAll { $0 == target } }
        return [target]
    }

    /// Objects that lead to each other, some to themselves.
    private mutating func couples(_ ids: [ObjectID], isToMany: Bool) -> [(ObjectID, ObjectID)] {
        var pairs: [(ObjectID, ObjectID)] = []
        var free: [ObjectID] = random.shuffled(ids)
        if isToMany {
            for (number, one) in ids.enumerated() {
                for other in ids[number...] where random.chance(30) {
                    pairs.append((one, other))
                    if one != other { pairs.append((other, one)) }
                }
            }
            return pairs
        }
        while let one = free.popLast() {
            if !isTame, random.chance(25) { continue }
            let other: ObjectID = random.chance(15) ? one : free.popLast() ?? one
            pairs.append((one, other))
            if one != other { pairs.append((other, one)) }
        }
        return pairs
    }

    private mutating func order(_ side: ReferenceUnit.Side) {
        for id in ids(below: side.owner) {
            let list: [Int64] = world.objects[id.kind]?[id.identity]?.references[side.name] ?? []
            world.objects[id.kind]?[id.identity]?.references[side.name] =
                side.relationship.isOrdered ? random.shuffled(list) : list.sorted()
        }
    }
}
