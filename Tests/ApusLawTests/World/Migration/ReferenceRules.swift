import ApusMigration
import ApusSchema

/// Finds out which older references the newer ones are, and what of that is refused.
struct ReferenceRules {
    let older: Reading
    let newer: Reading
    let match: StageMatch
    let lines: StageLines
    let survivors: Survivors
    /// By the newer set of references: what it goes on with.
    private(set) var strands: [Int: [Strand]] = [:]
    /// References that the mapping gives up so that the rest can be kept.
    private(set) var givenUp: [Strand] = []
    var reasons: [Reason] = []
    /// Losses by the older kind and name, see ``NaiveMigration``.
    var losses: [(kind: String, name: String, code: String)] = []
    /// Newer to-one relationships that the mapping requires to have an object: concrete entity and name.
    var promises: [(kind: String, name: String)] = []
    /// Newer to-one relationships whose objects may have several references.
    private(set) var crowds: [ElementPath] = []
    /// The mapping's choices among several.
    private var choices: [ElementPath: Mapping.Duplicates] = [:]

    /// What it all came to.
    var result: ReferenceResult {
        ReferenceResult(
            older: older,
            newer: newer,
            survivors: survivors,
            strands: strands,
            promises: promises,
            crowds: crowds,
            choices: choices
        )
    }

    init(_ older: Reading, _ newer: Reading, _ match: StageMatch, _ lines: StageLines, _ survivors: Survivors) {
        (self.older, self.newer, self.match, self.lines, self.survivors) = (older, newer, match, lines, survivors)
        for (number, unit) in newer.units.enumerated() where unit.isStored {
            strands[number] = allStrands(of: unit)
            giveUpHopeless(in: number)
            settleConflicts(of: number, unit)
        }
        for (number, unit) in older.units.enumerated() where unit.isStored { findLosses(of: number, unit) }
        for (number, unit) in newer.units.enumerated() where unit.isStored {
            checkRequired(number, unit)
            findCrowds(number, unit)
        }
        findLostOrders()
    }

    /// The older objects' relationships that the sides of a set are.
    private func allStrands(of unit: ReferenceUnit) -> [Strand] {
        unit.sides.enumerated().flatMap { number, side in
            newer.kinds(below: side.owner).compactMap { kind in
                guard let oldKind = survivors.older(kind), let old = match.older(side.name, of: kind),
                    let found = older.storedUnit(of: old.name, in: oldKind)
                else { return nil }
                return Strand(unit: found.unit, oldSide: found.side, side: number, oldKind: oldKind, kind: kind)
            }
        }
    }

    mutating func giveUp(_ gone: [Strand], in number: Int) {
        givenUp += gone
        strands[number]?.removeAll(where: gone.contains)
    }

    func conflict(
        in strands: [Strand],
        of unit: ReferenceUnit
    ) -> (code: String, path: ElementPath, units: [Int], isSoft: Bool)? {
        let (near, far) = (units(of: strands, at: 0), units(of: strands, at: 1))
        if !near.isEmpty, !far.isEmpty, !near.isSubset(of: far), !far.isSubset(of: near) {
            let areOneWay: Bool = near.union(far).allSatisfy {
                older.units[$0].sides.count == 1 && !older.units[$0].isOwnInverse
            }
            let isSoft: Bool = areOneWay && unit.sides.contains { !$0.relationship.isToMany }
            return ("AP307", unit.sides[0].path, near.symmetricDifference(far).sorted(), isSoft)
        }
        if unit.isOwnInverse, let other = near.sorted().first(where: { !older.units[$0].isOwnInverse }) {
            return ("selfInverse", unit.sides[0].path, [other], false)
        }
        for (number, side) in unit.sides.enumerated() {
            if let ends = crowd(at: number, side, strands) { return ("AP305", side.path, ends.map(\.unit), true) }
        }
        return nil
    }

    /// The older references of which the objects at a to-one side may have several; `nil` if there is at most one.
    private func crowd(at number: Int, _ side: ReferenceUnit.Side, _ strands: [Strand]) -> [End]? {
        if side.relationship.isToMany { return nil }
        for kind in newer.kinds(below: side.owner) {
            guard let oldKind = survivors.older(kind) else { continue }
            let ends: [End] = ends(at: number, of: oldKind, in: strands)
            let isClear: Bool = ends.count <= 1 && ends.allSatisfy { $0.side?.relationship.isToMany == false }
            if !isClear { return ends }
        }
        return nil
    }

    /// Finds the to-one sides whose objects may have several references, and what the mapping says about them.
    private mutating func findCrowds(_ number: Int, _ unit: ReferenceUnit) {
        for (side, one) in unit.sides.enumerated() where crowd(at: side, one, strands[number] ?? []) != nil {
            crowds.append(one.path)
            choices[one.path] = lines.duplicates(one.path)
        }
    }

    private func units(of strands: [Strand], at side: Int) -> Set<Int> {
        Set(strands.filter { $0.side == side }.map(\.unit))
    }

    /// An end of older references: the relationship of the objects there, where they had one.
    struct End {
        let unit: Int
        let number: Int?
        let side: ReferenceUnit.Side?
    }

    /// The older references that the objects of an older kind have at a side of a newer set.
    func ends(at side: Int, of oldKind: String, in strands: [Strand]) -> [End] {
        var ends: [Int: End] = [:]
        for strand in strands {
            let unit: ReferenceUnit = older.units[strand.unit]
            if strand.side == side, strand.oldKind == oldKind {
                ends[strand.unit] = End(unit: strand.unit, number: strand.oldSide, side: unit.sides[strand.oldSide])
            } else if strand.side != side, unit.allows(strand.oldKind, oldKind, from: strand.oldSide, in: older),
                ends[strand.unit] == nil
            {
                let number: Int? = unit.isOwnInverse ? 0 : unit.sides.count == 2 ? 1 - strand.oldSide : nil
                ends[strand.unit] = End(unit: strand.unit, number: number, side: unit.opposite(strand.oldSide))
            }
        }
        return ends.sorted { $0.key < $1.key }.map(\.value)
    }
}
