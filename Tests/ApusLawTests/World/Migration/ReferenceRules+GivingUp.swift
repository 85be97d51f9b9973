import ApusSchema

extension ReferenceRules {
    /// Gives up references if that is accepted: those that can no longer point to any of their former objects, and, by
    /// their name only, those of relationships that became to-one, because one of each can be kept.
    mutating func giveUpHopeless(in number: Int) {
        for strand in strands[number] ?? [] {
            let isAccepted: Bool =
                isHopeless(strand, number)
                ? accepts(strand, isByName: true) || accepts(strand, isByName: false)
                : becameToOne(strand, number) && accepts(strand, isByName: true)
            if isAccepted { giveUp([strand], in: number) }
        }
    }

    private func becameToOne(_ strand: Strand, _ number: Int) -> Bool {
        let before: Relationship = older.units[strand.unit].sides[strand.oldSide].relationship
        let now: Relationship = newer.units[number].sides[strand.side].relationship
        return before.isToMany && !now.isToMany && !isNarrowed(strand, number)
    }

    private func isHopeless(_ strand: Strand, _ number: Int) -> Bool {
        let before: Relationship = older.units[strand.unit].sides[strand.oldSide].relationship
        let now: Relationship = newer.units[number].sides[strand.side].relationship
        let targets: [String] = older.kinds(below: before.destination).flatMap(survivors.becoming).map(\.kind)
        return !targets.isEmpty && !targets.contains { newer.isKind($0, of: now.destination) }
    }

    /// Whether some former objects can no longer be pointed to. What is accepted then is that, and no more.
    private func isNarrowed(_ strand: Strand, _ number: Int) -> Bool {
        let before: Relationship = older.units[strand.unit].sides[strand.oldSide].relationship
        let now: Relationship = newer.units[number].sides[strand.side].relationship
        return older.kinds(below: before.destination).map(survivors.becoming).contains { all in
            // What is also made of an object that can be pointed to takes nothing away.
            !all.isEmpty && !all.contains { newer.isKind($0.kind, of: now.destination) }
        }
    }

    /// Gives up accepted losses until the rest has no conflicts.
    mutating func settleConflicts(of number: Int, _ unit: ReferenceUnit) {
        while let conflict = conflict(in: strands[number] ?? [], of: unit) {
            if giveUp(oneOf: conflict.units, in: number, unlessNarrowed: conflict.isSoft) { continue }
            // The data decides whether there is one.
            if conflict.isSoft { return }
            let paths: [ElementPath] = conflict.units.flatMap { older.units[$0].sides.map(\.path) }
            reasons.append(Reason(code: conflict.code, path: conflict.path, settlements: paths.map { .accept($0) }))
            return
        }
    }

    /// Gives up one set of older references, no more than needed: one that is accepted by name before one that a
    /// wildcard covers, and then the one that comes first in the newer model.
    private mutating func giveUp(oneOf units: [Int], in number: Int, unlessNarrowed: Bool) -> Bool {
        // A line that the loss of some of them, or of their order, needs does not give up those that can be kept.
        let all: [Strand] = (strands[number] ?? []).filter {
            !unlessNarrowed || !isNarrowed($0, number) && !losesOrder($0, number)
        }
        let inOrder: [Strand] = all.filter { units.contains($0.unit) }.sorted { rank(of: $0) < rank(of: $1) }
        for isByName in unlessNarrowed ? [true] : [true, false] {
            for first in inOrder where accepts(first, isByName: isByName) {
                giveUp(all.filter { $0.unit == first.unit && accepts($0, isByName: isByName) }, in: number)
                return true
            }
        }
        return false

        func rank(of strand: Strand) -> Int {
            let entities: Int = newer.schema.entities.firstIndex { $0.name == strand.kind } ?? 0
            let name: String = newer.units[number].sides[strand.side].name
            return entities * 10_000 + (newer.properties(of: strand.kind).firstIndex { $0.name == name } ?? 0)
        }
    }

    /// Whether the objects at an end of the references had a list, and have a set now.
    private func losesOrder(_ strand: Strand, _ number: Int) -> Bool {
        let (old, new) = (older.units[strand.unit].sides, newer.units[number].sides)
        return old.indices.contains { index in
            let side = index == strand.oldSide ? strand.side : 1 - strand.side
            guard new.indices.contains(side) else { return false }
            let (before, after) = (old[index].relationship, new[side].relationship)
            return before.isToMany && before.isOrdered && after.isToMany && !after.isOrdered
        }
    }

    /// Whether the loss of an entity's references is accepted, under their name at either end.
    private func accepts(_ strand: Strand, isByName: Bool) -> Bool {
        let unit: ReferenceUnit = older.units[strand.unit]
        if lines.accepts(unit.sides[strand.oldSide].name, of: strand.oldKind, isByName: isByName) { return true }
        let back: ReferenceUnit.Side? = unit.opposite(strand.oldSide)
        if let back, lines.accepts(back.name, of: back.owner, isByName: isByName) { return true }
        // If all objects that they point to are given up, so are the references.
        let target: String = unit.sides[strand.oldSide].relationship.destination
        return isByName && !match.entities.values.contains(target) && lines.accepts(entity: target)
    }
}
