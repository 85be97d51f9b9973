import ApusSchema

extension PreparationBuilder {
    /// Finds the origins by the older entities whose objects they take.
    mutating func indexOrigins() {
        all = Dictionary(
            grouping: origins.sorted { $0.key < $1.key }.flatMap { name, origins in origins.map { (name, $0) } },
            by: \.1.entity
        )
        writtenOrigins = all.mapValues { $0.map(\.origin).filter(\.isWritten) }
    }

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
                let carriers = carriers(of: attribute, old.schema.leaves(of: attribute), in: entity.name)
                guard !carriers.isEmpty, !isGone || carriers.count < made.count,
                    lines.acceptance(of: old.paths(of: owned, in: entity.name)) == nil,
                    let any = anyCondition(of: carriers)
                else { continue }
                let isEmpty = old.schema.leaves(of: attribute).map { leaf -> TypedCondition<OlderValue> in
                    .isNull(.leaf(.attribute(leaf.path, leaf.type, isRequired: !leaf.isNullable)))
                }
                // An object that no origin takes is a loss of its own.
                let isLost = isGone ? anyCondition(of: made).map { [TypedCondition.not($0)] } ?? [] : []
                let apart = made.filter {
                    $0.isApart && !carriers.contains($0)
                        && $0.carries(attribute.name, old.schema.leaves(of: attribute))
                }
                checks.append(
                    .init(
                        entity: entity.name,
                        loss: .value(attribute.name),
                        condition: .or([.and(isEmpty), any] + isLost + conditionsOfApart(apart, of: entity.name))
                    )
                )
            }
            checks += identityChecks(of: entity.name, prepared)
        }
        return checks + referenceChecks(prepared)
    }

    /// Returns the attribute whose values an older entity's objects lose, unless an origin carries them.
    private func lostAttribute(_ owned: OwnedProperty, of entity: String, isGone: Bool) -> Attribute? {
        guard case .attribute(let attribute) = owned.property, attribute.isKept else { return nil }
        if isGone { return attribute }
        let isLost = names.newer(ElementPath(entity, owned.name)) == nil || replaced.contains(owned.path)
        return isLost ? attribute : nil
    }

    /// Returns the conditions that objects apart keep something of an older object which does not become what they are apart from.
    ///
    /// - Parameters:
    ///   - apart: The origins of the objects apart.
    ///   - entity: The older entity.
    /// - Returns: The conditions, of which one has to hold.
    func conditionsOfApart(_ apart: [EntityOrigin], of entity: String) -> [TypedCondition<OlderValue>] {
        apart.compactMap { origin in
            let others = written(of: entity).filter { origin.apartFrom.contains($0.branch) }
            guard isGone(entity), let others = anyCondition(of: others) else { return nil }
            return .and((origin.takes.map { [$0] } ?? []) + [.not(others)])
        }
    }

    /// Returns the condition that one of some origins takes an object; `nil` if one of them takes all.
    private func anyCondition(of origins: [EntityOrigin]) -> TypedCondition<OlderValue>? {
        let conditions = origins.compactMap(\.takes)
        return conditions.count == origins.count ? .or(conditions) : nil
    }

    /// Returns the checks that no object becomes two objects with its identity.
    private func identityChecks(of entity: String, _ prepared: IndexedSchema) -> [Preparation.ObjectCheck] {
        let groups = Dictionary(grouping: identityGroups(of: entity, prepared), by: \.root)
        return groups.sorted { $0.key < $1.key }.flatMap { root, groups in
            let pairs = groups.filter { $0.origins.count <= Self.mostPaired }.flatMap(\.pairs)
            let conditions =
                (pairs.isEmpty ? [] : [notBoth(pairs)])
                + groups.filter { $0.origins.count > Self.mostPaired }.map { atMostOne($0.origins) }
            return conditions.map { condition in
                Preparation.ObjectCheck(
                    entity: entity,
                    loss: .identity(root: shownName(of: root)),
                    condition: condition
                )
            }
        }
    }

    /// How many origins are compared pair by pair, whose form may show that no object is in two. More are counted per object: they
    /// have too many pairs.
    private static let mostPaired = 16

    /// Returns the condition that not both origins of one of some pairs take an object.
    private func notBoth(_ pairs: [(one: EntityOrigin, other: EntityOrigin)]) -> TypedCondition<OlderValue> {
        let both = pairs.map { one, other -> TypedCondition<OlderValue> in
            let conditions = [one.takes, other.takes].compactMap { $0 }
            return conditions.count == 1 ? conditions[0] : .and(conditions)
        }
        return .not(both.count == 1 ? both[0] : .or(both))
    }

    /// Returns the condition that at most one of some origins takes an object.
    private func atMostOne(_ origins: [EntityOrigin]) -> TypedCondition<OlderValue> {
        // Halves, because statements limit how deep expressions are.
        func count(_ origins: ArraySlice<EntityOrigin>) -> TypedExpression<OlderValue> {
            if origins.count == 1, let one = origins.first {
                let taken = TypedExpression<OlderValue>.constant(.integer(1))
                return one.takes.map { .conditional($0, taken, .constant(.integer(0))) } ?? taken
            }
            let middle = origins.startIndex + origins.count / 2
            return .call(.add, [count(origins[..<middle]), count(origins[middle...])], .int64)
        }
        return .comparison(count(origins[...]), .lessOrEqual, .constant(.integer(1)), .usual)
    }

    /// Origins that make objects with one identity of an object that several take.
    struct IdentityGroup {
        let root: String
        let origins: [EntityOrigin]

        fileprivate var pairs: [(one: EntityOrigin, other: EntityOrigin)] {
            origins.indices.flatMap { index in origins.dropFirst(index + 1).map { (origins[index], $0) } }
        }
    }

    /// Returns the origins that may make two objects with one identity of an object of an older entity: those below one root that are
    /// as late in their lines.
    func identityGroups(of entity: String, _ prepared: IndexedSchema) -> [IdentityGroup] {
        var all = self.all[entity] ?? []
        if origins[entity] == nil, !consumed.contains(entity) {
            all.append((entity, EntityOrigin(staying: entity)))
        }
        let byRoot = Dictionary(grouping: all) { prepared.root(of: $0.name) }
        return byRoot.sorted { $0.key < $1.key }.flatMap { root, all in
            Dictionary(grouping: all.map(\.origin), by: \.ordinal).sorted { $0.key < $1.key }.map(\.value)
                .filter { $0.count > 1 }.map { IdentityGroup(root: root, origins: $0) }
        }
    }

    /// Refuses origins that make two objects with one identity of every object of an older entity.
    mutating func refuseDoubles(_ prepared: IndexedSchema) {
        for entity in old.schema.entities where !entity.isAbstract {
            for group in identityGroups(of: entity.name, prepared)
            where group.origins.count(where: { $0.takes == nil }) > 1 {
                let root = group.root
                let list = old.sourceOfElements(entity.name)
                let owner = list?.destination ?? entity.name
                let line = mapping[.entities].first { line in
                    line.origins?.contains { $0.sources.contains { old.isKind(owner, of: $0) } } == true
                        && made[line.path.entity].map(prepared.root) == root
                }
                guard let line else { continue }
                refuse(line, .doubles(of: owner, root: shownName(of: root), isElement: list != nil))
                break
            }
        }
    }
}
