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
    /// By the newer set of references: the relationships that expressions compute.
    private(set) var values: [Int: [ReferenceValue]] = [:]
    /// By the newer set of references: what such expressions go on with.
    private(set) var read: [Int: [Strand]] = [:]
    /// The older sets of references that conditions of origins may lose, which is not accepted.
    private(set) var watched: [Int] = []
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
            values: values,
            watched: watched,
            read: read,
            promises: promises,
            crowds: crowds,
            choices: choices
        )
    }

    init(_ older: Reading, _ newer: Reading, _ match: StageMatch, _ lines: StageLines, _ survivors: Survivors) {
        (self.older, self.newer, self.match, self.lines, self.survivors) = (older, newer, match, lines, survivors)
        for (number, unit) in newer.units.enumerated() where unit.isStored {
            findValues(of: unit, number)
            strands[number] = allStrands(of: unit, number)
            giveUpHopeless(in: number)
            settleConflicts(of: number, unit)
        }
        for (number, unit) in older.units.enumerated() where unit.isStored {
            findLosses(of: number, unit)
            watch(number, unit)
        }
        for (number, unit) in newer.units.enumerated() where unit.isStored {
            checkRequired(number, unit)
            findCrowds(number, unit)
        }
        findLostOrders()
    }

    /// Finds out whether conditions of origins may lose references.
    private mutating func watch(_ number: Int, _ unit: ReferenceUnit) {
        let kinds: [[String]] = [
            older.kinds(below: unit.sides[0].owner), older.kinds(below: unit.sides[0].relationship.destination),
        ]
        guard
            kinds.joined().contains(where: { kind in
                survivors.makings(of: kind).contains { $0.condition != nil }
            })
        else { return }
        let isAccepted: [Bool] = unit.sides.enumerated().flatMap { side, one in
            kinds[side].map { lines.accepts(one.name, of: $0) }
        }
        if !isAccepted.contains(true) { watched.append(number) }
    }

    /// The relationships of a set that expressions compute: those of an origin, or else of a line.
    private mutating func findValues(of unit: ReferenceUnit, _ number: Int) {
        for (side, one) in unit.sides.enumerated()
        // What is to-one has the references of its inverse.
        where !one.relationship.isToMany || unit.opposite(side)?.relationship.isToMany != false {
            for making in newer.kinds(below: one.owner).flatMap(survivors.makings(for:)) {
                var text: String? = making.values[one.name]
                let spot: Spot = .property(kind: making.kind, owner: one.owner, name: one.name)
                if text == nil, let line = lines.expression(spot) {
                    lines.use(.values, line)
                    text = lines.mapping[.values][line].expression
                }
                guard let text else { continue }
                let value = ReferenceValue(making: making, side: side, expression: NaiveReference(text))
                let isMade = newer.kinds(below: one.relationship.destination).contains { kind in
                    !survivors.makings(for: kind).isEmpty
                }
                if !isMade || one.relationship.isToMany && unit.isOwnInverse {
                    reasons.append(Reason(code: "AP415", path: spot.path, settlements: []))
                }
                if isMade,
                    !one.relationship.isToMany && value.expression.isList(making.oldKind, older)
                        || !value.expression.isUsable(
                            by: making,
                            destination: one.relationship.destination,
                            survivors: survivors,
                            older: older,
                            newer: newer
                        )
                {
                    reasons.append(Reason(code: "AP411", path: spot.path, settlements: []))
                }
                values[number, default: []].append(value)
                // What a list's expression reads is lost unless something else keeps it.
                if !one.relationship.isToMany, let name = value.expression.continued,
                    let found = older.storedUnit(of: name, in: making.oldKind)
                {
                    read[number, default: []].append(
                        Strand(
                            unit: found.unit,
                            oldSide: found.side,
                            side: side,
                            oldKind: making.oldKind,
                            kind: making.kind
                        )
                    )
                }
            }
        }
    }

    /// Whether an expression computes a side of a set for what a making makes.
    func isComputed(_ making: Making, at side: Int, of number: Int) -> Bool {
        values[number]?.contains { $0.side == side && $0.making.isSame(as: making) } == true
    }

    /// The older objects' relationships that the sides of a set are.
    private func allStrands(of unit: ReferenceUnit, _ unitNumber: Int) -> [Strand] {
        unit.sides.enumerated().flatMap { number, side in
            newer.kinds(below: side.owner).flatMap { kind in
                survivors.makings(for: kind).compactMap { making -> Strand? in
                    guard !isComputed(making, at: number, of: unitNumber), let name = making.pairs[side.name],
                        let found = older.storedUnit(of: name, in: making.oldKind),
                        making.ordinal == 0 || older.isCopied(found)
                    else { return nil }
                    let strand = Strand(
                        unit: found.unit,
                        oldSide: found.side,
                        side: number,
                        oldKind: making.oldKind,
                        kind: kind
                    )
                    return leadsOnlyToComputed(strand, unit, unitNumber) ? nil : strand
                }
            }
        }
    }

    /// Whether expressions compute the other side of all objects that a strand can lead to.
    private func leadsOnlyToComputed(_ strand: Strand, _ unit: ReferenceUnit, _ number: Int) -> Bool {
        guard unit.sides.count == 2 else { return false }
        let old: Relationship = older.units[strand.unit].sides[strand.oldSide].relationship
        let ends: [Making] = older.kinds(below: old.destination).flatMap(survivors.becoming).filter {
            unit.allows(strand.kind, $0.kind, from: strand.side, in: newer)
        }
        return !ends.isEmpty && ends.allSatisfy { isComputed($0, at: 1 - strand.side, of: number) }
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
            let areOneWay = near.union(far).allSatisfy {
                older.units[$0].sides.count == 1 && !older.units[$0].isOwnInverse
            }
            let isSoft = areOneWay && unit.sides.contains { !$0.relationship.isToMany }
            return ("AP307", unit.sides[0].path, near.symmetricDifference(far).sorted(), isSoft)
        }
        if unit.isOwnInverse, let other = near.sorted().first(where: { !older.units[$0].isOwnInverse }) {
            return ("selfInverse", unit.sides[0].path, [other], false)
        }
        for (number, side) in unit.sides.enumerated() {
            if let ends = crowd(at: number, side, strands, in: nil) {
                return ("AP305", side.path, ends.map(\.unit), true)
            }
        }
        return nil
    }

    /// The older references of which the objects at a to-one side may have several; `nil` if there is at most one. What
    /// expressions compute counts as well if the number of the newer set is given.
    private func crowd(at number: Int, _ side: ReferenceUnit.Side, _ strands: [Strand], in unitNumber: Int?) -> [End]? {
        if side.relationship.isToMany { return nil }
        let computed: [ReferenceValue] = unitNumber.flatMap { values[$0] } ?? []
        let leading: [ReferenceValue] = computed.filter { $0.side != number }
        let isCrowded: Bool =
            leading.count > 1
            || !leading.allSatisfy {
                $0.making.each == nil && $0.expression.isOneToOne($0.making.oldKind, older)
            }
        for kind in newer.kinds(below: side.owner) {
            for making in survivors.makings(for: kind)
            where !computed.contains(where: {
                $0.side == number && $0.making.isSame(as: making)
            }) {
                if isCrowded { return [] }
                guard making.ordinal == 0 else { continue }
                let ends: [End] = ends(at: number, of: making.oldKind, in: strands)
                let isClear: Bool =
                    ends.count + leading.count <= 1 && ends.allSatisfy { $0.side?.relationship.isToMany == false }
                if !isClear { return ends }
            }
        }
        return nil
    }

    /// Finds the to-one sides whose objects may have several references, and what the mapping says about them.
    private mutating func findCrowds(_ number: Int, _ unit: ReferenceUnit) {
        // Of computed references that both objects should have, those are given up that only one has.
        if unit.isOwnInverse, values[number]?.isEmpty == false, let one = unit.sides.first {
            choices[one.path] = lines.duplicates(one.path)
        }
        for (side, one) in unit.sides.enumerated() where crowd(at: side, one, strands[number] ?? [], in: number) != nil
        {
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
