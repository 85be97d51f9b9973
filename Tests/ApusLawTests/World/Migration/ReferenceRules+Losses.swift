import ApusSchema

extension ReferenceRules {
    /// Judges a set of older references, kind by kind at both ends.
    mutating func findLosses(of number: Int, _ unit: ReferenceUnit) {
        func isAlive(_ kind: String) -> Bool { survivors.isAlive(kind) && !survivors.lostToMerge.contains(kind) }
        for near in older.kinds(below: unit.sides[0].owner) where isAlive(near) {
            for far in older.kinds(below: unit.sides[0].relationship.destination)
            where isAlive(far) && unit.allows(near, far, from: 0, in: older) {
                judge(number, unit, [near, far])
            }
        }
    }

    /// Judges the references between objects of two kinds, those at the first side's end and those at the other.
    private mutating func judge(_ number: Int, _ unit: ReferenceUnit, _ ends: [String]) {
        var isKept = false
        var narrowed: Set<Int> = []
        var possible: Set<Int> = []
        for (newNumber, all) in strands.merging(read, uniquingKeysWith: +) {
            for strand in all where strand.unit == number && strand.oldKind == ends[strand.oldSide] {
                isKept = true
                if result.isPossible(strand, newNumber, ends[1 - strand.oldSide]) {
                    possible.insert(strand.oldSide)
                } else {
                    narrowed.insert(strand.oldSide)
                }
            }
        }
        // What one of several newer relationships can lead to is not lost.
        narrowed.subtract(possible)
        // What was given up is accepted already.
        let isGivenUp = givenUp.contains { $0.unit == number && $0.oldKind == ends[$0.oldSide] }
        guard !narrowed.isEmpty || (!isKept && !isGivenUp) else { return }
        // A relationship that cannot lead there any more is named itself; where both sides are gone, either name does.
        let sides: [Int] = isKept ? narrowed.sorted() : Array(unit.sides.indices)
        let isAccepted: [Bool] = sides.map { lines.accepts(unit.sides[$0].name, of: ends[$0]) }
        // A line that accepts the same references under the name that the far end's objects had for them, and have no
        // more, is no mistake, but does not accept what the other end loses.
        for side in unit.sides.indices where !sides.contains(side) && !keeps(number, side, ends[side]) {
            _ = lines.accepts(unit.sides[side].name, of: ends[side])
        }
        guard let first = sides.first, !isAccepted.contains(true) else { return }
        losses.append((ends[first], unit.sides[first].name, isKept ? "AP313" : "AP302"))
    }

    /// Whether objects of a kind keep their side of a set of references.
    private func keeps(_ number: Int, _ side: Int, _ kind: String) -> Bool {
        strands.merging(read, uniquingKeysWith: +).values.joined().contains {
            $0.unit == number && $0.oldSide == side && $0.oldKind == kind
        }
    }

    /// An order that was there and is not any more is a loss, under the ordered relationship's own name.
    mutating func findLostOrders() {
        for kind in older.kinds {
            guard survivors.isAlive(kind) else { continue }
            for relationship in older.storedRelationships(of: kind) where relationship.isOrdered {
                guard let (number, side) = older.storedUnit(of: relationship.name, in: kind) else { continue }
                let unit: ReferenceUnit = older.units[number]
                let isKept = older.kinds(below: relationship.destination).contains { far in
                    survivors.isAlive(far) && goesOn(number, unit: unit, side: side, kind: kind, far: far)
                }
                let all: [Relationship?] = survivors.becoming(kind).map { making in
                    let name: String? = making.pairs.first { $0.value == relationship.name }?.key
                    return newer.storedRelationships(of: making.kind).first { $0.name == name }
                }
                // One object needs no order.
                guard isKept, !all.contains(where: { $0?.isOrdered == true || $0?.isToMany == false }),
                    !lines.accepts(relationship.name, of: kind)
                else { continue }
                losses.append((kind, relationship.name, "AP312"))
            }
        }
    }

    /// Whether references between two kinds, seen from a side, are kept by anything.
    private func goesOn(_ number: Int, unit: ReferenceUnit, side: Int, kind: String, far: String) -> Bool {
        strands.merging(read, uniquingKeysWith: +).contains { newNumber, all in
            all.contains { strand in
                guard strand.unit == number else { return false }
                let (near, other) = strand.oldSide == side ? (kind, far) : (far, kind)
                return strand.oldKind == near && result.isPossible(strand, newNumber, other)
            }
        }
    }
}
