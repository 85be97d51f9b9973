import ApusSchema

extension PreparationBuilder {
    /// The origins that keep references of the objects of an older entity.
    private struct Keepers {
        let entity: String
        /// The side of the references that the entity's objects have.
        let side: ElementPath?
        var origins: [EntityOrigin]
        /// Those whose objects nothing relates to what the entity's objects are otherwise, if what they keep counts as lost.
        var apart: [EntityOrigin] = []
    }

    /// Origins that keep every reference from an object that they take to another one.
    private struct Keeping {
        /// Those of the objects that hold the references.
        var near: [Keepers]
        /// Those of the objects at the other end.
        var far: [Keepers]

        var all: [Keepers] { near + far }
    }

    /// Returns the prepared relationships that have older references.
    private func kept(of references: References) -> [KeptReferences] {
        kept.filter { $0.side == references.holder || $0.side == references.inverse }
    }

    /// Returns the origins that keep older references by each newer relationship.
    private func separateKeepings(of references: References, _ prepared: IndexedSchema) -> [Keeping] {
        kept(of: references).map { one in
            let (near, far) = keepers(of: one, prepared)
            return one.side == references.holder ? Keeping(near: near, far: far) : Keeping(near: far, far: near)
        }
    }

    /// Returns the origins that keep older references: by one newer relationship, or by several.
    private func keepings(of references: References, _ prepared: IndexedSchema) -> [Keeping] {
        let all = separateKeepings(of: references, prepared)
        if all.count < 2 { return all }
        // Relationships that keep those of the same objects at one end have all of them at the other.
        return all.flatMap { one -> [Keeping] in
            [
                Keeping(near: joined(all.filter { takes($0.far) == takes(one.far) }.map(\.near)), far: one.far),
                Keeping(near: one.near, far: joined(all.filter { takes($0.near) == takes(one.near) }.map(\.far))),
            ]
        }
    }

    /// Returns the conditions under which an end's objects are taken; `nil` for entities all of whose objects are.
    private func takes(_ end: [Keepers]) -> [String: Set<TypedCondition<OlderValue>>?] {
        Dictionary(end.map { ($0.entity, takesAll($0) ? nil : Set($0.origins.compactMap(\.takes))) }) { first, _ in
            first
        }
    }

    /// Returns the origins of several relationships at one end, for each older entity there.
    private func joined(_ ends: [[Keepers]]) -> [Keepers] {
        let all = Dictionary(grouping: ends.joined(), by: \.entity)
        return (ends.first ?? []).map { one in
            let some = all[one.entity] ?? []
            return Keepers(
                entity: one.entity,
                side: one.side,
                origins: some.flatMap(\.origins),
                apart: some.flatMap(\.apart)
            )
        }
    }

    /// Returns the origins that keep older references in a newer relationship, for each older entity at its end and at the
    /// other one.
    private func keepers(of kept: KeptReferences, _ prepared: IndexedSchema) -> (near: [Keepers], far: [Keepers]) {
        let destination = old.relationship(kept.side)?.destination ?? ""
        let (owners, targets) = (staying(below: kept.owner, prepared), staying(below: kept.destination, prepared))
        let back = old.relationship(kept.side)?.inversePath
        // The references of objects apart, and those to them, are not known as those of the older objects.
        let isSeparable = isSeparable([kept.side, back].compactMap(\.self))
        func keepers(_ entity: String, _ side: ElementPath?, _ origins: [EntityOrigin]) -> Keepers {
            guard isSeparable else { return Keepers(entity: entity, side: side, origins: origins) }
            return Keepers(
                entity: entity,
                side: side,
                origins: origins.filter { !$0.isApart },
                apart: origins.filter(\.isApart)
            )
        }
        let near = old.concreteEntities(below: kept.side.entity).map { entity in
            keepers(
                entity,
                kept.side,
                (owners[entity] ?? []).filter { origin in
                    // Of several objects that are one, only the references of the first are kept.
                    guard origin.distinct.isEmpty else { return false }
                    guard let name = kept.name else { return origin.ordinal == 0 }
                    return switch origin.references[name] {
                    case .continued(let path)?: path == kept.side
                    case .computed(let value)?: value.reads(kept.side)
                    case nil: !origin.isWritten && origins[entity] == nil
                    }
                }
            )
        }
        // Of several objects that are one, only the first keeps what each of them alone can have.
        let isOneToOne = [kept.side, back].allSatisfy { $0.flatMap(old.relationship)?.isToMany == false }
        let far = old.concreteEntities(below: destination).map { entity in
            keepers(
                entity,
                back,
                (targets[entity] ?? []).filter { $0.ordinal == 0 && (!isOneToOne || $0.distinct.isEmpty) }
            )
        }
        return (near, far)
    }

    /// Returns the origins that make objects below a prepared entity, or that stay for its own objects, by older entity.
    private func staying(below name: String, _ prepared: IndexedSchema) -> [String: [EntityOrigin]] {
        let all = prepared.concreteEntities(below: name).flatMap { one -> [EntityOrigin] in
            let isUnmade = old.isConcrete(one) && !consumed.contains(one)
            return origins[one] ?? (isUnmade ? [EntityOrigin(staying: one)] : [])
        }
        return Dictionary(grouping: all, by: \.entity)
    }

    /// Returns the older references that may be lost without a check.
    func lostReferences(_ prepared: IndexedSchema) -> [Preparation.LostReferences] {
        func isAlive(_ entity: String) -> Bool {
            !written(of: entity).isEmpty
                || !isGone(entity) && names.newerName(of: entity).map(new.isConcrete) == true
        }
        func lost(_ ends: [[Keepers]]) -> [String] {
            let end = joined(ends).filter { isAlive($0.entity) }
            let without = end.filter(\.origins.isEmpty).map(\.entity)
            return without.count == end.count ? [] : without
        }
        return removed.filter { mayLose($0, prepared) && mayExist($0) }.map { references in
            let all = separateKeepings(of: references, prepared)
            let (near, far) = (all.map(\.near), all.map(\.far))
            return Preparation.LostReferences(
                references: references,
                losers: lost(near),
                unreachable: lost(far),
                separation: separation(of: joined(near)),
                farSeparation: separation(of: joined(far))
            )
        }
    }

    /// Returns what would relate the objects apart that alone keep references at an end to what the older ones are otherwise.
    private func separation(of end: [Keepers]) -> Preparation.Separation? {
        end.lazy.filter { $0.origins.isEmpty || separatesSome($0) }.compactMap { $0.apart.first.flatMap(separation) }
            .first
    }

    /// Returns whether objects may have older references, or the mapping accepts their loss in any case.
    private func mayExist(_ references: References) -> Bool {
        let ends = [references.holder.entity, old.relationship(references.holder)?.destination ?? ""]
        return isAccepted(references) || !ends.map(old.concreteEntities).contains(where: \.isEmpty)
    }

    /// Returns whether references may be lost that nothing checks for.
    private func mayLose(_ references: References, _ prepared: IndexedSchema) -> Bool {
        let isKept = keepings(of: references, prepared).contains { keeping in
            keeping.all.allSatisfy {
                isLostWhole($0, references) || !$0.origins.isEmpty && (takesAll($0) || !isAccepted(references))
            }
        }
        return !(isKept && !separatesSome(references, prepared)) && !isCheckedByRow(references, prepared)
    }

    /// Returns whether some objects at an end may have references as objects apart alone, although they are others besides.
    private func separatesSome(_ references: References, _ prepared: IndexedSchema) -> Bool {
        let all = separateKeepings(of: references, prepared)
        return (joined(all.map(\.near)) + joined(all.map(\.far))).contains(where: separatesSome)
    }

    private func separatesSome(_ keepers: Keepers) -> Bool {
        if keepers.apart.isEmpty || takesAll(keepers) { return false }
        let takes = Set(keepers.origins.map(\.takes))
        return keepers.apart.contains { apart in
            written(of: keepers.entity).contains {
                !takes.contains($0.takes) && apart.apartFrom.contains($0.branch)
            }
        }
    }

    /// Returns whether the mapping accepts the loss of all objects of an end, which covers their references. A line about the
    /// references themselves is asked first: earlier versions of Apus needed it.
    private func isLostWhole(_ keepers: Keepers, _ references: References) -> Bool {
        keepers.origins.isEmpty && written(of: keepers.entity).isEmpty && isGone(keepers.entity)
            && MappingLines(mapping, isBorrowed: isBorrowed).acceptance(of: keepers.entity) != nil
            && !isAccepted(references)
    }

    /// Returns whether each of older references is checked by itself.
    private func isCheckedByRow(_ references: References, _ prepared: IndexedSchema) -> Bool {
        mayCross(references, prepared) || mayGoWithObjects(references, prepared)
    }

    /// Returns whether older references may be lost only from or to objects whose loss the mapping accepts, but which others take.
    private func mayGoWithObjects(_ references: References, _ prepared: IndexedSchema) -> Bool {
        let ends = [references.holder.entity, old.relationship(references.holder)?.destination ?? ""]
            .map(old.concreteEntities)
        if givenUp.isDisjoint(with: ends.joined()) || isAccepted(references) || keepsAll(references, prepared) {
            return false
        }
        return ends.contains(where: givenUp.isSuperset)
            || keepings(of: references, prepared).contains { keeping in
                keeping.all.allSatisfy { givenUp.contains($0.entity) || !$0.origins.isEmpty }
            }
    }

    /// Returns whether prepared relationships have older references of the objects at both ends only together, so that those
    /// that lead from the objects of one relationship to those of another would be lost.
    private func mayCross(_ references: References, _ prepared: IndexedSchema) -> Bool {
        let all = separateKeepings(of: references, prepared)
        if all.count < 2 || isAccepted(references) { return false }
        let (near, far) = (joined(all.map(\.near)), joined(all.map(\.far)))
        return (near + far).allSatisfy { !$0.origins.isEmpty }
            && !keepings(of: references, prepared).contains {
                takes($0.near) == takes(near) && takes($0.far) == takes(far)
            }
    }

    /// Returns the older references that may cross from the objects of one prepared relationship to those of another.
    func crossings(_ prepared: IndexedSchema) -> [Preparation.Crossing] {
        removed.filter { isCheckedByRow($0, prepared) }.map { references in
            let ends = [references.holder.entity, old.relationship(references.holder)?.destination ?? ""]
            return Preparation.Crossing(
                holder: references.holder,
                kept: kept(of: references),
                isConditional: ends.flatMap(old.concreteEntities).flatMap(written).contains { $0.condition != nil }
            )
        }
    }

    /// Returns whether prepared relationships certainly have all older references.
    func keepsAll(_ references: References, _ prepared: IndexedSchema) -> Bool {
        keepings(of: references, prepared).contains { $0.all.allSatisfy { !$0.origins.isEmpty && takesAll($0) } }
    }

    /// Whether the loss of references is accepted.
    func isAccepted(_ references: References) -> Bool {
        let lines = MappingLines(mapping, isBorrowed: isBorrowed)
        return [references.holder, references.inverse].compactMap { $0 }.contains { lines.acceptance(of: [$0]) != nil }
    }

    /// Returns the condition that an object has no references, as far as it has a relationship for them.
    private func isEmpty(_ keepers: Keepers) -> TypedCondition<OlderValue>? {
        guard let side = keepers.side, let name = side.property, let relationship = old.relationship(side) else {
            return nil
        }
        let steps: [ExpressionFormat.Step] = relationship.isToMany ? [.collection(.count)] : []
        let path = ExpressionFormat(.keyPath(base: nil, [.name(name)] + steps))
        let none = ExpressionFormat(.constant(relationship.isToMany ? .integer(0) : .null))
        var compiler = OlderCompiler(OlderScope(old, entity: keepers.entity))
        return try? compiler.condition(PredicateFormat(.comparison(.init(path, .equalTo, none))))
    }

    private func takesAll(_ keepers: Keepers) -> Bool {
        if keepers.origins.contains(where: { $0.takes == nil }) { return true }
        // Objects that no origin takes are a loss of their own, unless they stay what they are.
        guard isGone(keepers.entity) else { return false }
        let kept = Set(keepers.origins.compactMap(\.takes))
        let all = written(of: keepers.entity).map(\.takes)
        return !all.isEmpty && all.allSatisfy { $0.map(kept.contains) == true }
    }

    /// Returns the checks that objects whose references some origins keep are taken by these.
    func referenceChecks(_ prepared: IndexedSchema) -> [Preparation.ObjectCheck] {
        var checks: [Preparation.ObjectCheck] = []
        for references in removed where !mayLose(references, prepared) && !isAccepted(references) {
            if keepsAll(references, prepared) || isCheckedByRow(references, prepared) { continue }
            guard
                let one = keepings(of: references, prepared).first(where: { keeping in
                    keeping.all.allSatisfy { !$0.origins.isEmpty || isLostWhole($0, references) }
                })
            else { continue }
            for keepers in one.all where !keepers.origins.isEmpty && !takesAll(keepers) {
                // Objects that are at both ends are checked for each.
                let isAtBoth = [one.near, one.far].allSatisfy { $0.contains { $0.entity == keepers.entity } }
                let side = isAtBoth ? keepers.side : nil
                let isEmpty = isEmpty(keepers).map { [$0] } ?? []
                let areApart = conditionsOfApart(keepers.apart, of: keepers.entity)
                let check = Preparation.ObjectCheck(
                    entity: keepers.entity,
                    loss: .references((side ?? references.holder).description),
                    condition: .or(isEmpty + keepers.origins.compactMap(\.takes) + areApart)
                )
                if !checks.contains(check) { checks.append(check) }
            }
        }
        return checks
    }
}
