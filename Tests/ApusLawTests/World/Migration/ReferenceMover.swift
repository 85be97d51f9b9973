import ApusSchema

/// Draws the newer arrows from the older ones.
struct ReferenceMover {
    let rules: ReferenceResult
    let world: World

    private struct Pair: Hashable {
        let near: Int64
        let far: Int64
    }

    /// - Throws: `MigrationStopped` if an object has several references where one can stay.
    func move(into result: inout World) throws {
        for (number, unit) in rules.newer.units.enumerated() where unit.isStored {
            var pairs: Set<Pair> = []
            for strand in rules.strands[number] ?? [] {
                for pair in self.pairs(of: strand, number) {
                    pairs.insert(strand.side == 0 ? pair : Pair(near: pair.far, far: pair.near))
                }
            }
            draw(try reduced(pairs, unit, number), unit, number, into: &result)
        }
    }

    /// The older references of a strand that the newer schema can have, from the older relationship's side.
    private func pairs(of strand: Strand, _ number: Int) -> [Pair] {
        let side: ReferenceUnit.Side = rules.older.units[strand.unit].sides[strand.oldSide]
        return (world.objects[strand.oldKind] ?? [:]).flatMap { identity, object in
            (object.references[side.name] ?? []).compactMap { target in
                let far: String? = world.kind(of: target, below: side.relationship.destination, in: rules.older)
                guard let far, rules.isPossible(strand, number, far) else { return nil }
                return Pair(near: identity, far: target)
            }
        }
    }

    /// The pairs that every to-one side can have.
    private func reduced(_ pairs: Set<Pair>, _ unit: ReferenceUnit, _ number: Int) throws -> Set<Pair> {
        var kept: Set<Pair> = pairs
        for (side, one) in unit.sides.enumerated() where !one.relationship.isToMany {
            for (near, all) in Dictionary(grouping: pairs, by: { side == 0 ? $0.near : $0.far }) where all.count > 1 {
                guard let choice = rules.choices[one.path] else {
                    throw MigrationStopped(reason: "\(near) has several objects for '\(one.path)'")
                }
                let targets: [Int64] = all.map { side == 0 ? $0.far : $0.near }.sorted()
                let inOrder: [Int64] = olderOrder(of: targets, near, side, number) ?? targets
                let chosen: Int64? = choice == .first ? inOrder.first : inOrder.last
                kept.subtract(all.filter { (side == 0 ? $0.far : $0.near) != chosen })
            }
        }
        // A reference of a relationship that is its own inverse is the same in both directions.
        return unit.isOwnInverse ? kept.filter { kept.contains(Pair(near: $0.far, far: $0.near)) } : kept
    }

    /// Targets in the order of the only older list that they come from; `nil` if there was no order.
    private func olderOrder(of targets: [Int64], _ identity: Int64, _ side: Int, _ number: Int) -> [Int64]? {
        let all: [Strand] = rules.strands[number] ?? []
        guard
            let kind = rules.newer.kinds(below: rules.newer.units[number].sides[side].owner).first(where: { kind in
                rules.survivors.older(kind).flatMap { world.objects[$0]?[identity] } != nil
            }), let oldKind = rules.survivors.older(kind)
        else { return nil }
        guard Set(all.map(\.unit)).count == 1, let unit = all.first?.unit else { return nil }
        let lists: [[Int64]] = rules.older.storedRelationships(of: oldKind).compactMap { relationship in
            guard relationship.isOrdered, relationship.isToMany,
                let found = rules.older.storedUnit(of: relationship.name, in: oldKind), found.unit == unit,
                // Between objects of one entity, the list of the other end is no order of this one.
                all.contains(where: { $0.side == side ? $0.oldSide == found.side : $0.oldSide == 1 - found.side })
            else { return nil }
            let list: [Int64] = world.objects[oldKind]?[identity]?.references[relationship.name] ?? []
            return Set(list).isSuperset(of: targets) ? list.filter(targets.contains) : nil
        }
        return lists.first
    }

    private func draw(_ pairs: Set<Pair>, _ unit: ReferenceUnit, _ number: Int, into result: inout World) {
        var forth: [Int64: Set<Int64>] = [:]
        var back: [Int64: Set<Int64>] = [:]
        for pair in pairs {
            forth[pair.near, default: []].insert(pair.far)
            back[pair.far, default: []].insert(pair.near)
        }
        for (side, one) in unit.sides.enumerated() {
            let lists: [Int64: Set<Int64>] = side == 0 ? forth : back
            for kind in rules.newer.kinds(below: one.owner) {
                for identity in (result.objects[kind] ?? [:]).keys {
                    let targets: [Int64] = (lists[identity] ?? []).sorted()
                    result.objects[kind]?[identity]?.references[one.name] =
                        one.relationship.isOrdered ? ordered(targets, identity, kind, side, number) : targets
                }
            }
        }
    }

    /// Targets in the older list's order, where that had one; then the others, by identity.
    private func ordered(_ targets: [Int64], _ identity: Int64, _ kind: String, _ side: Int, _ number: Int) -> [Int64] {
        guard let strand = rules.strands[number]?.first(where: { $0.side == side && $0.kind == kind }) else {
            return targets
        }
        let old: ReferenceUnit.Side = rules.older.units[strand.unit].sides[strand.oldSide]
        guard old.relationship.isOrdered else { return targets }
        let list: [Int64] = world.objects[strand.oldKind]?[identity]?.references[old.name] ?? []
        return list.filter(targets.contains) + targets.filter { !list.contains($0) }
    }
}
