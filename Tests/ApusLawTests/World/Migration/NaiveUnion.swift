import ApusSchema

/// Objects that become one of them, and what happens to the references from and to them.
struct NaiveUnion {
    /// Some of them, and the one that stays.
    struct Group {
        let kept: Int64
        /// In the order of creation.
        let all: [Int64]

        /// The one that stays, then the others.
        var inOrder: [Int64] { [kept] + all.filter { $0 != kept } }
    }

    private let entity: String
    private let reading: Reading
    private let groups: [Int64: Group]

    init(entity: String, groups: [Group], reading: Reading) {
        self.entity = entity
        self.reading = reading
        self.groups = Dictionary(uniqueKeysWithValues: groups.flatMap { group in group.all.map { ($0, group) } })
    }

    /// A reference as it was, with its positions in the lists of both objects, and the objects that it is one of now.
    private struct Arrow {
        let near: Int64
        let far: Int64
        let pair: Pair
        let positions: [Int]
    }

    private struct Pair: Hashable {
        let near: Int64
        let far: Int64
    }

    func apply(to world: inout World) {
        let before: World = world
        for unit in reading.units where unit.isStored {
            let arrows: [Arrow] = reduced(self.arrows(of: unit, in: before), unit)
            for (side, one) in unit.sides.enumerated() {
                let lists: [Int64: [Arrow]] = Dictionary(grouping: arrows) { side == 0 ? $0.pair.near : $0.pair.far }
                for kind in reading.kinds(below: one.owner) {
                    for identity in (before.objects[kind] ?? [:]).keys {
                        let list: [(position: Int, target: Int64)] = (lists[identity] ?? []).map {
                            ($0.positions[side], side == 0 ? $0.pair.far : $0.pair.near)
                        }
                        world.objects[kind]?[identity]?.references[one.name] =
                            one.relationship.isOrdered
                            ? list.sorted { $0 < $1 }.map(\.target) : list.map(\.target).sorted()
                    }
                }
            }
        }
        for (identity, group) in groups where identity != group.kept {
            for kind in reading.kinds(below: entity) { world.objects[kind]?[identity] = nil }
        }
    }

    /// What an object is one of now.
    private func now(_ identity: Int64, below entity: String) -> Int64 {
        reading.root(of: entity) == reading.root(of: self.entity) ? groups[identity]?.kept ?? identity : identity
    }

    /// The references that both objects can have afterwards.
    private func arrows(of unit: ReferenceUnit, in world: World) -> [Arrow] {
        let side: ReferenceUnit.Side = unit.sides[0]
        let destination: String = side.relationship.destination
        let isOneToOne = unit.sides.count == 2 && unit.sides.allSatisfy { !$0.relationship.isToMany }
        let isWithin = reading.root(of: side.owner) == reading.root(of: destination)
        return reading.kinds(below: side.owner).flatMap { kind in
            (world.objects[kind] ?? [:]).flatMap { identity, object in
                (object.references[side.name] ?? []).enumerated().compactMap { position, target -> Arrow? in
                    let pair = Pair(near: now(identity, below: side.owner), far: now(target, below: destination))
                    // Between objects that become one.
                    if isWithin, pair.near == pair.far, identity != target { return nil }
                    // One of an object that goes to itself would leave no room for others.
                    if isWithin, isOneToOne, identity == target, pair.near != identity { return nil }
                    guard let near = world.kind(of: pair.near, below: side.owner, in: reading),
                        let far = world.kind(of: pair.far, below: destination, in: reading),
                        unit.allows(near, far, from: 0, in: reading)
                    else { return nil }
                    let back: Int? = unit.opposite(0).flatMap { opposite in
                        world.targets(of: target, opposite, in: reading).firstIndex(of: identity)
                    }
                    return Arrow(near: identity, far: target, pair: pair, positions: [position, back ?? 0])
                }
            }
        }
    }

    /// The references that every to-one side can have: an object's own, or else that of the first of the others; of equal
    /// ones that of the first.
    private func reduced(_ arrows: [Arrow], _ unit: ReferenceUnit) -> [Arrow] {
        var pairs: Set<Pair> = Set(arrows.map(\.pair))
        // One of an object that goes to itself is the last that an object takes over.
        let isSole = unit.sides.contains { !$0.relationship.isToMany }
        func rank(_ arrow: Arrow, _ side: Int) -> Int { self.rank(arrow, side, isSelfLast: isSole) }
        for (side, one) in unit.sides.enumerated() where !one.relationship.isToMany {
            for (_, all) in Dictionary(grouping: arrows, by: { side == 0 ? $0.pair.near : $0.pair.far }) {
                let inOrder: [Arrow] = all.sorted { rank($0, side) < rank($1, side) }
                pairs.subtract(all.map(\.pair).filter { $0 != inOrder[0].pair })
            }
        }
        // A relationship that is its own inverse is the same in both directions.
        if unit.isOwnInverse { pairs = pairs.filter { pairs.contains(Pair(near: $0.far, far: $0.near)) } }
        // Of equal ones, a to-one side is asked first, or else that by whose name the store keeps the references.
        let names: [ElementPath] = unit.sides.map(\.path)
        let toOne: Int? = unit.sides.firstIndex { !$0.relationship.isToMany }
        let first: Int = toOne ?? (names.count == 2 && names[1] < names[0] ? 1 : 0)
        let inOrder: [Arrow] = arrows.sorted {
            (rank($0, first), rank($0, 1 - first)) < (rank($1, first), rank($1, 1 - first))
        }
        return inOrder.filter { pairs.remove($0.pair) != nil }
    }

    /// How many objects have their reference before this one.
    private func rank(_ arrow: Arrow, _ side: Int, isSelfLast: Bool) -> Int {
        let (identity, now) = side == 0 ? (arrow.near, arrow.pair.near) : (arrow.far, arrow.pair.far)
        if identity == now { return 0 }
        let group: [Int64] = groups[now]?.inOrder ?? []
        let isSelf = arrow.near == arrow.far && arrow.pair.near == arrow.pair.far
        return (group.firstIndex(of: identity) ?? 0) + (isSelf && isSelfLast ? group.count : 0)
    }
}

extension World {
    /// Where a relationship of an object leads, whatever its kind is.
    fileprivate func targets(of identity: Int64, _ side: ReferenceUnit.Side, in reading: Reading) -> [Int64] {
        kind(of: identity, below: side.owner, in: reading).flatMap {
            objects[$0]?[identity]?.references[side.name]
        } ?? []
    }
}
