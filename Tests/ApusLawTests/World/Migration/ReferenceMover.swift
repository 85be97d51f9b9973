import ApusSchema

/// Draws the newer arrows from the older ones.
struct ReferenceMover {
    let rules: ReferenceResult
    let world: World

    private struct Pair: Hashable {
        let near: Int64
        let far: Int64
    }

    func move(into result: inout World) {
        for (number, unit) in rules.newer.units.enumerated() where unit.isStored {
            var pairs: Set<Pair> = []
            for strand in rules.strands[number] ?? [] {
                for pair in self.pairs(of: strand, number) {
                    pairs.insert(strand.side == 0 ? pair : Pair(near: pair.far, far: pair.near))
                }
            }
            draw(pairs, unit, number, into: &result)
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
