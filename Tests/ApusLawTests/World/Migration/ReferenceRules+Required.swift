import ApusSchema

extension ReferenceRules {
    /// Checks that the required to-one sides of a newer set lead somewhere.
    mutating func checkRequired(_ number: Int, _ unit: ReferenceUnit) {
        for (side, one) in unit.sides.enumerated() {
            guard !one.relationship.isToMany, !one.relationship.isOptional else { continue }
            for kind in newer.kinds(below: one.owner) {
                for making in survivors.makings(for: kind) { check(one, number: side, unit: number, making: making) }
            }
        }
    }

    private mutating func check(
        _ side: ReferenceUnit.Side,
        number: Int,
        unit: Int,
        making: Making
    ) {
        let kind: String = making.kind
        if isComputed(making, at: number, of: unit) { return promise(side, kind) }
        let all: [Strand] = strands[unit] ?? []
        guard let end = making.ordinal == 0 ? ends(at: number, of: making.oldKind, in: all).first : nil else {
            return promise(side, kind)
        }
        guard let before = end.side, !before.relationship.isOptional, !before.relationship.isToMany else {
            return promise(side, kind)
        }
        let targets: [String] = older.kinds(below: before.relationship.destination)
        let isWhole = targets.allSatisfy { far in
            survivors.becoming(far).contains {
                $0.condition == nil && newer.units[unit].allows(kind, $0.kind, from: number, in: newer)
            }
        }
        if !isWhole { promise(side, kind) }
    }

    /// Records that the mapping requires an object in each row; without that line, rows without one stay.
    private mutating func promise(_ side: ReferenceUnit.Side, _ kind: String) {
        if lines.requires(.property(kind: kind, owner: side.owner, name: side.name)) {
            promises.append((kind, side.name))
        }
    }
}
