import ApusSchema

extension ReferenceRules {
    /// Checks that the required to-one sides of a newer set lead somewhere.
    mutating func checkRequired(_ number: Int, _ unit: ReferenceUnit) {
        for (side, one) in unit.sides.enumerated() {
            guard !one.relationship.isToMany, !one.relationship.isOptional else { continue }
            for kind in newer.kinds(below: one.owner) {
                guard let oldKind = survivors.older(kind) else { continue }
                check(one, side, number, oldKind: oldKind, kind: kind)
            }
        }
    }

    private mutating func check(
        _ side: ReferenceUnit.Side,
        _ number: Int,
        _ unit: Int,
        oldKind: String,
        kind: String
    ) {
        let all: [Strand] = strands[unit] ?? []
        let path: ElementPath = side.path
        guard let end = ends(at: number, of: oldKind, in: all).first else {
            return reasons.append(Reason(code: "newRequired", path: path, settlements: []))
        }
        guard let before = end.side, !before.relationship.isOptional, !before.relationship.isToMany else {
            return promise(side, kind, else: "AP207")
        }
        let targets: [String] = older.kinds(below: before.relationship.destination)
        let isWhole: Bool = targets.allSatisfy { far in
            guard let newFar = survivors.newer[far] else { return false }
            return newer.units[unit].allows(kind, newFar, from: number, in: newer)
        }
        if !isWhole { promise(side, kind, else: "AP313") }
    }

    /// Records that the mapping requires an object for each reference, or asks for that line.
    private mutating func promise(_ side: ReferenceUnit.Side, _ kind: String, else code: String) {
        if lines.requires(.property(kind: kind, owner: side.owner, name: side.name)) {
            promises.append((kind, side.name))
        } else {
            reasons.append(Reason(code: code, path: side.path, settlements: [.require(side.path)]))
        }
    }
}
