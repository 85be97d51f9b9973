import ApusSchema

/// Draws the newer arrows from the older ones.
struct ReferenceMover {
    let rules: ReferenceResult
    let world: World
    let made: MadeObjects
    let mapping: Mapping

    private struct Pair: Hashable {
        let near: Int64
        let far: Int64

        var reversed: Pair { Pair(near: far, far: near) }
    }

    /// A relationship of an object.
    private struct End: Hashable {
        let side: Int
        let identity: Int64
    }

    /// - Throws: `MigrationStopped` if an object has several references where one can stay, or loses one to a condition.
    func move(into result: inout World) throws {
        for number in rules.watched { try check(number) }
        for (number, unit) in rules.newer.units.enumerated() where unit.isStored {
            var pairs: Set<Pair> = []
            var lists: [End: [Int64]] = [:]
            for strand in rules.strands[number] ?? [] {
                for pair in self.pairs(of: strand, number) {
                    pairs.insert(strand.side == 0 ? pair : Pair(near: pair.far, far: pair.near))
                }
            }
            for value in rules.values[number] ?? [] {
                let isList = unit.sides[value.side].relationship.isToMany
                for pair in try self.pairs(of: value, unit, result) {
                    if isList {
                        lists[End(side: value.side, identity: pair.near), default: []].append(pair.far)
                        lists[End(side: 1 - value.side, identity: pair.far), default: []].append(pair.near)
                    }
                    pairs.insert(value.side == 0 ? pair : Pair(near: pair.far, far: pair.near))
                }
            }
            let isComputed = rules.values[number]?.isEmpty == false
            if isComputed, unit.isOwnInverse, let one = pairs.first(where: { !pairs.contains($0.reversed) }) {
                guard rules.choices[unit.sides[0].path] != nil else {
                    throw MigrationStopped(reason: "\(one.near) → \(one.far) is not seen by the other side")
                }
                pairs = pairs.filter { pairs.contains($0.reversed) }
            }
            draw(try reduced(pairs, unit, number), computed: lists, unit: unit, number: number, into: &result)
        }
    }

    /// Checks that what is made of objects has every reference of an older set.
    private func check(_ number: Int) throws {
        let side: ReferenceUnit.Side = rules.older.units[number].sides[0]
        for near in rules.older.kinds(below: side.owner) {
            for (identity, object) in world.objects[near] ?? [:] {
                for target in object.references[side.name] ?? [] {
                    guard let far = world.kind(of: target, below: side.relationship.destination, in: rules.older),
                        !isDropped(near, identity), !isDropped(far, target),
                        !isKept(number, [(near, identity), (far, target)])
                    else { continue }
                    throw MigrationStopped(reason: "\(near) \(identity): the reference '\(side.name)' is lost")
                }
            }
        }
    }

    /// Whether an object goes, which the mapping accepts.
    private func isDropped(_ kind: String, _ identity: Int64) -> Bool {
        rules.survivors.lostToMerge.contains(kind)
            || rules.survivors.dropped.contains(kind) && made.all(of: kind, identity).isEmpty
    }

    private func isKept(_ number: Int, _ ends: [(kind: String, identity: Int64)]) -> Bool {
        rules.strands.merging(rules.read, uniquingKeysWith: +).contains { newNumber, strands in
            strands.contains { strand in
                guard strand.unit == number, strand.oldKind == ends[strand.oldSide].kind else { return false }
                let (near, far) = (ends[strand.oldSide], ends[1 - strand.oldSide])
                let isCopied = rules.older.isCopied((strand.unit, strand.oldSide))
                let nears = made.all(of: near.kind, near.identity).filter {
                    $0.making.kind == strand.kind && (isCopied || $0.making.ordinal == 0)
                }
                return !nears.isEmpty
                    && made.becoming(far.kind, far.identity).contains {
                        rules.newer.units[newNumber].allows(
                            strand.kind,
                            $0.making.kind,
                            from: strand.side,
                            in: rules.newer
                        )
                    }
            }
        }
    }

    /// The references of a strand that the newer schema can have, from the relationship's side.
    private func pairs(of strand: Strand, _ number: Int) -> [Pair] {
        let side: ReferenceUnit.Side = rules.older.units[strand.unit].sides[strand.oldSide]
        return (world.objects[strand.oldKind] ?? [:]).flatMap { identity, object -> [Pair] in
            let isCopied = rules.older.isCopied((strand.unit, strand.oldSide))
            let nears = made.all(of: strand.oldKind, identity).filter { one in
                one.making.kind == strand.kind && (isCopied || one.making.ordinal == 0)
                    && !isComputed(one, at: strand.side, of: number)
            }
            return (object.references[side.name] ?? []).flatMap { target in
                let ends = ends(of: target, side, strand, number).filter {
                    !isComputed($0, at: 1 - strand.side, of: number)
                }
                return nears.flatMap { near in ends.map { Pair(near: near.identity, far: $0.identity) } }
            }
        }
    }

    /// What an older reference's target is now, as far as the newer relationship can lead there.
    private func ends(of target: Int64, _ side: ReferenceUnit.Side, _ strand: Strand, _ number: Int)
        -> [MadeObjects.One]
    {
        let far: String? = world.kind(of: target, below: side.relationship.destination, in: rules.older)
        return (far.map { made.becoming($0, target) } ?? []).filter {
            rules.newer.units[number].allows(strand.kind, $0.making.kind, from: strand.side, in: rules.newer)
        }
    }

    private func isComputed(_ one: MadeObjects.One, at side: Int, of number: Int) -> Bool {
        rules.values[number]?.contains { $0.side == side && $0.making.isSame(as: one.making) } == true
    }

    /// What an expression leads to, for each object that it is computed for, in the order of lists and their elements.
    private func pairs(of value: ReferenceValue, _ unit: ReferenceUnit, _ result: World) throws -> [Pair] {
        let relationship: Relationship = unit.sides[value.side].relationship
        var all: [(number: Int64, pair: Pair)] = []
        for one in made.all where one.making.isSame(as: value.making) {
            // Of equal elements, the first gives the value of a to-one relationship.
            for member in relationship.isToMany ? one.members : Array(one.members.prefix(1)) {
                let targets = try value.expression.targets(
                    of: member,
                    relationship.destination,
                    made,
                    world,
                    rules.older,
                    rules.newer,
                    in: result,
                    mapping
                )
                for target in targets.prefix(relationship.isToMany ? targets.count : 1)
                where unit.allows(one.making.kind, target.making.kind, from: value.side, in: rules.newer) {
                    all.append((member.identity, Pair(near: one.identity, far: target.identity)))
                }
            }
        }
        var seen: Set<Pair> = []
        let inOrder = all.enumerated().sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }
        return inOrder.map(\.element.pair).filter { seen.insert($0).inserted }
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
        return unit.isOwnInverse ? kept.filter { kept.contains($0.reversed) } : kept
    }

    /// Targets in the order of the only older list that they come from; `nil` if there was no order.
    private func olderOrder(of targets: [Int64], _ identity: Int64, _ side: Int, _ number: Int) -> [Int64]? {
        let all: [Strand] = rules.strands[number] ?? []
        let kinds: [String] = rules.newer.kinds(below: rules.newer.units[number].sides[side].owner)
        guard let one = kinds.lazy.compactMap({ made.one($0, identity) }).first else { return nil }
        let oldKind: String = one.making.oldKind
        guard Set(all.map(\.unit)).count == 1, let unit = all.first?.unit else { return nil }
        let lists: [[Int64]] = rules.older.storedRelationships(of: oldKind).compactMap { relationship in
            guard relationship.isOrdered, relationship.isToMany,
                let found = rules.older.storedUnit(of: relationship.name, in: oldKind), found.unit == unit,
                // Between objects of one entity, the list of the other end is no order of this one.
                all.contains(where: { $0.side == side ? $0.oldSide == found.side : $0.oldSide == 1 - found.side })
            else { return nil }
            let list: [Int64] = newer(
                world.objects[oldKind]?[one.source]?.references[relationship.name] ?? [],
                relationship,
                rules.newer.units[number].sides[side].relationship.destination
            )
            return Set(list).isSuperset(of: targets) ? list.filter(targets.contains) : nil
        }
        return lists.first
    }

    private func draw(
        _ pairs: Set<Pair>,
        computed: [End: [Int64]],
        unit: ReferenceUnit,
        number: Int,
        into result: inout World
    ) {
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
                    guard one.relationship.isOrdered else {
                        result.objects[kind]?[identity]?.references[one.name] = targets
                        continue
                    }
                    let list: [Int64] = computed[End(side: side, identity: identity)] ?? []
                    result.objects[kind]?[identity]?.references[one.name] =
                        list.filter(targets.contains)
                        + ordered(targets, of: identity, kind: kind, side: side, number: number).filter {
                            !list.contains($0)
                        }
                }
            }
        }
    }

    /// Targets in the older list's order, where that had one; then the others, by identity.
    private func ordered(_ targets: [Int64], of identity: Int64, kind: String, side: Int, number: Int) -> [Int64] {
        let name: String = rules.newer.units[number].sides[side].name
        guard let one = made.one(kind, identity), one.making.ordinal == 0 else { return targets }
        let isContinued: Bool =
            rules.strands[number]?.contains {
                $0.side == side && $0.kind == kind && $0.oldKind == one.making.oldKind
            } == true
        // The list of what an expression goes on with, or else that of the relationship itself.
        let read: Strand? = rules.read[number]?.first { $0.side != side }
        let readName: String? = read.flatMap { rules.older.units[$0.unit].opposite($0.oldSide)?.name }
        guard let oldName = readName ?? (isContinued ? one.making.pairs[name] : nil),
            let old = rules.older.storedRelationships(of: one.making.oldKind).first(where: { $0.name == oldName }),
            old.isOrdered
        else { return targets }
        let list: [Int64] = newer(
            world.objects[one.making.oldKind]?[one.source]?.references[oldName] ?? [],
            old,
            rules.newer.units[number].sides[side].relationship.destination
        )
        return list.filter(targets.contains) + targets.filter { !list.contains($0) }
    }

    /// What an older relationship's targets are now, in their order.
    private func newer(_ list: [Int64], _ relationship: Relationship, _ destination: String) -> [Int64] {
        list.flatMap { target -> [Int64] in
            let far: String? = world.kind(of: target, below: relationship.destination, in: rules.older)
            return (far.map { made.becoming($0, target) } ?? []).filter {
                rules.newer.isKind($0.making.kind, of: destination)
            }.map(\.identity)
        }
    }
}
