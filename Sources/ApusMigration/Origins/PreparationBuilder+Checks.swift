import ApusSchema

extension PreparationBuilder {
    /// Adds the checks that no older object, and no value of one, is lost, and that no object becomes two with the same
    /// identity.
    func checks(_ prepared: IndexedSchema) -> [Preparation.ObjectCheck] {
        let lines = MappingLines(mapping, isBorrowed: isBorrowed)
        var checks: [Preparation.ObjectCheck] = []
        if origins.isEmpty { return [] }
        for entity in old.schema.entities where !entity.isAbstract {
            // The list that an element is one of is judged as another value of its object.
            if old.sourceOfElements(entity.name) != nil {
                checks += identityChecks(of: entity.name, prepared)
                continue
            }
            let made = written(of: entity.name)
            let isGone = isGone(entity.name)
            if made.isEmpty {
                // Its line takes the objects of others only.
                if isGone, lines.acceptance(of: entity.name) == nil {
                    checks.append(.init(entity: entity.name, loss: .object, condition: .constant(false)))
                }
                continue
            }
            if isGone, lines.acceptance(of: entity.name) == nil, let any = anyCondition(of: made) {
                checks.append(.init(entity: entity.name, loss: .object, condition: any))
            }
            for owned in old.properties(of: entity.name) {
                guard let attribute = lostAttribute(owned, of: entity.name, isGone: isGone) else { continue }
                let isKept =
                    !isGone
                    && names.newerName(of: entity.name).flatMap {
                        ValueRules(matching: names, lines: lines)
                            .line(keeping: old.schema.leaves(of: attribute), in: $0)
                    } != nil
                if isKept { continue }
                let carriers = made.filter { $0.carries(attribute.name, old.schema.leaves(of: attribute)) }
                guard !carriers.isEmpty, !isGone || carriers.count < made.count,
                    lines.acceptance(of: old.paths(of: owned, in: entity.name)) == nil,
                    let any = anyCondition(of: carriers)
                else { continue }
                let isEmpty = old.schema.leaves(of: attribute).map { leaf -> TypedCondition<OlderValue> in
                    .isNull(.leaf(.attribute(leaf.path, leaf.type, isRequired: !leaf.isNullable)))
                }
                // An object that no origin takes is a loss of its own.
                let isLost = isGone ? anyCondition(of: made).map { [TypedCondition.not($0)] } ?? [] : []
                checks.append(
                    .init(
                        entity: entity.name,
                        loss: .value(attribute.name),
                        condition: .or([.and(isEmpty), any] + isLost)
                    )
                )
            }
            checks += identityChecks(of: entity.name, prepared)
        }
        return checks + referenceChecks(prepared)
    }

    /// Returns whether the objects of an older entity stay what they are only if a line says so.
    private func isGone(_ entity: String) -> Bool {
        consumed.contains(entity) || origins[entity]?.contains(where: \.isWritten) == true
    }

    /// Returns the attribute whose values an older entity's objects lose, unless an origin carries them.
    private func lostAttribute(_ owned: OwnedProperty, of entity: String, isGone: Bool) -> Attribute? {
        guard case .attribute(let attribute) = owned.property, attribute.isKept else { return nil }
        if isGone { return attribute }
        let isLost = names.newer(ElementPath(entity, owned.name)) == nil || replaced.contains(owned.path)
        return isLost ? attribute : nil
    }

    /// Returns the origins that the mapping writes for the objects of an older entity.
    func written(of entity: String) -> [EntityOrigin] {
        (all[entity] ?? []).map(\.origin).filter(\.isWritten)
    }

    /// Returns the condition that one of some origins takes an object; `nil` if one of them takes all.
    private func anyCondition(of origins: [EntityOrigin]) -> TypedCondition<OlderValue>? {
        let conditions = origins.compactMap(\.takes)
        return conditions.count == origins.count ? .or(conditions) : nil
    }

    /// Returns the checks that no object becomes two objects with its identity.
    private func identityChecks(of entity: String, _ prepared: IndexedSchema) -> [Preparation.ObjectCheck] {
        let pairs = Dictionary(grouping: identityPairs(of: entity, prepared), by: \.root)
        return pairs.sorted { $0.key < $1.key }.map { root, pairs in
            let both = pairs.compactMap { _, one, other -> TypedCondition<OlderValue>? in
                let conditions = [one.takes, other.takes].compactMap { $0 }
                return conditions.count == 1 ? conditions[0] : .and(conditions)
            }
            return .init(
                entity: entity,
                loss: .identity(root: root),
                condition: .not(both.count == 1 ? both[0] : .or(both))
            )
        }
    }

    /// Returns the pairs of origins that may make two objects with one identity of an object of an older entity.
    func identityPairs(
        of entity: String,
        _ prepared: IndexedSchema
    ) -> [(root: String, EntityOrigin, EntityOrigin)] {
        var all = self.all[entity] ?? []
        if origins[entity] == nil, !consumed.contains(entity) {
            all.append((entity, EntityOrigin(staying: entity)))
        }
        var pairs: [(root: String, EntityOrigin, EntityOrigin)] = []
        for (index, one) in all.enumerated() {
            let root = prepared.root(of: one.name)
            for other in all.dropFirst(index + 1)
            where other.origin.ordinal == one.origin.ordinal && prepared.root(of: other.name) == root {
                pairs.append((root, one.origin, other.origin))
            }
        }
        return pairs
    }

    /// Refuses origins that make two objects with one identity of every object of an older entity.
    mutating func refuseDoubles(_ prepared: IndexedSchema) {
        for entity in old.schema.entities where !entity.isAbstract {
            for (root, one, other) in identityPairs(of: entity.name, prepared)
            where one.takes == nil && other.takes == nil {
                let list = old.sourceOfElements(entity.name)
                let owner = list?.destination ?? entity.name
                let line = mapping[.entities].first { line in
                    line.origins?.contains { $0.sources.contains { old.isKind(owner, of: $0) } } == true
                        && made[line.path.entity].map(prepared.root) == root
                }
                guard let line else { continue }
                refuse(
                    line,
                    "each \(list == nil ? "object" : "element of a list") of '\(owner)' would be two objects with one "
                        + "identity below '\(root)'",
                    help: ["say with 'where' which objects become which, also for the entity that has them now"]
                )
                break
            }
        }
    }
}

/// Older references that a prepared relationship has.
struct KeptReferences: Hashable {
    /// The older relationship.
    let side: ElementPath
    /// The prepared entity that declares the relationship.
    let owner: String
    /// The prepared entity that it leads to.
    let destination: String
    /// The relationship's name there; `nil` if a join table keeps the references.
    let name: String?
}

// MARK: References

extension PreparationBuilder {
    /// The origins that keep references of the objects of an older entity.
    private struct Keepers {
        let entity: String
        /// The side of the references that the entity's objects have.
        let side: ElementPath?
        let origins: [EntityOrigin]
    }

    /// Returns the origins that keep older references, for each older entity at either end.
    private func keepers(of kept: KeptReferences, _ prepared: IndexedSchema) -> [Keepers] {
        let destination = old.relationship(kept.side)?.destination ?? ""
        let near = old.concreteEntities(below: kept.side.entity).map { entity in
            Keepers(
                entity: entity,
                side: kept.side,
                origins: staying(entity, below: kept.owner, prepared).filter { origin in
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
        let back = old.relationship(kept.side)?.inverse.map { ElementPath(destination, $0) }
        let far = old.concreteEntities(below: destination).map { entity in
            let origins = staying(entity, below: kept.destination, prepared)
            return Keepers(entity: entity, side: back, origins: origins.filter { $0.ordinal == 0 })
        }
        return near + far
    }

    /// Returns the origins that make objects below a prepared entity of those of an older one, or its own objects.
    private func staying(_ entity: String, below name: String, _ prepared: IndexedSchema) -> [EntityOrigin] {
        prepared.concreteEntities(below: name).flatMap { one -> [EntityOrigin] in
            let isUnmade = one == entity && !consumed.contains(entity)
            return (origins[one] ?? (isUnmade ? [EntityOrigin(staying: entity)] : [])).filter {
                $0.entity == entity
            }
        }
    }

    /// Returns whether references may be lost that nothing checks for.
    func mayLose(_ references: References, _ prepared: IndexedSchema) -> Bool {
        let all = kept.filter { $0.side == references.holder || $0.side == references.inverse }
        return !all.contains { kept in
            keepers(of: kept, prepared).allSatisfy { keepers in
                !keepers.origins.isEmpty && (takesAll(keepers) || !isAccepted(references))
            }
        }
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
    private func referenceChecks(_ prepared: IndexedSchema) -> [Preparation.ObjectCheck] {
        var checks: [Preparation.ObjectCheck] = []
        for references in removed where !mayLose(references, prepared) && !isAccepted(references) {
            let all = kept.filter { $0.side == references.holder || $0.side == references.inverse }
            guard let one = all.first(where: { keepers(of: $0, prepared).allSatisfy { !$0.origins.isEmpty } }) else {
                continue
            }
            for keepers in keepers(of: one, prepared) where !takesAll(keepers) {
                let check = Preparation.ObjectCheck(
                    entity: keepers.entity,
                    loss: .references(references.holder.description),
                    condition: .or((isEmpty(keepers).map { [$0] } ?? []) + keepers.origins.compactMap(\.takes))
                )
                if !checks.contains(check) { checks.append(check) }
            }
        }
        return checks
    }
}
