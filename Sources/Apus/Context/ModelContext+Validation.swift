import ApusSchema

extension ModelContext {
    /// The violations of the model's constraints, in the order in which the objects were inserted and changed.
    func findViolations() -> [ModelError.Violation] {
        var violations: [ModelError.Violation] = []
        var writer = RowWriter(nil)
        for object in inserted { check(object, all: true, &writer, into: &violations) }
        for object in changed where object.lifecycle == .stored {
            check(object, all: false, &writer, into: &violations)
        }
        for object in restored.objects where object.lifecycle == .stored { checkCauses(of: object, into: &violations) }
        for object in deleted { checkDeletion(of: object, into: &violations) }
        checkNeighbours(into: &violations)
        return violations
    }

    private func check(
        _ object: ModelObject,
        all: Bool,
        _ writer: inout RowWriter,
        into violations: inout [ModelError.Violation]
    ) {
        guard let table = object.table else { return }
        let values = object.knownValues
        if !object.accessFlags.isDisjoint(with: [.fault, .neverRead]), object.lifecycle == .inserted {
            violations.append(
                ModelError.Violation(object: object.persistentModelID, property: "", reason: .neverRead)
            )
            return
        }
        func add(_ property: String, _ reason: ModelError.Violation.Reason) {
            violations.append(
                ModelError.Violation(object: object.persistentModelID, property: property, reason: reason)
            )
        }
        for constraints in table.valueConstraints where all || object.isChanged(constraints.position) {
            writer.startCollecting()
            values.apusBind(constraints.position, to: &writer)
            constraints.forEachBroken(by: writer.values) { add($0.name, .breach($0.breach)) }
        }
        for position in table.entity.relationshipPositions {
            let relationship = table.entity.relationship(at: position)
            if all || object.isChanged(position) {
                for reason in reasons(of: object, at: position, in: table) { add(relationship.name, reason) }
            } else if !relationship.isToMany, !relationship.isOptional, lacks(object, position) {
                // A row of an older version may lack an object that is required now.
                add(relationship.name, .missingValue)
            }
        }
    }

    /// Whether an unchanged to-one relationship is empty. If the other side holds the key, the object is looked up there.
    private func lacks(_ object: ModelObject, _ position: Int) -> Bool {
        switch object.knownValues[apusEnd: position].state {
        case .one(let other): other == nil
        case .unknown: object.entity.relationship(at: position).storage == .inverseKey && object.one(position) == nil
        case .row, .many, .detached: false
        }
    }

    /// The violations of a relationship.
    private func reasons(
        of object: ModelObject,
        at position: Int,
        in table: EntityTable
    ) -> [ModelError.Violation.Reason] {
        let relationship = table.entity.relationship(at: position)
        guard relationship.isToMany else {
            guard let other = object.one(position) else { return relationship.isOptional ? [] : [.missingValue] }
            // If the far end stores the foreign key, the violation is reported there.
            let isReported = other.isDeleted && (relationship.storage == .ownKey || !relationship.isOptional)
            if isReported { return [.refersToDeleted(other.persistentModelID)] }
            return relationship.storage != .memory && isForeign(other)
                ? [.refersToForeign(other.persistentModelID)] : []
        }
        var reasons: [ModelError.Violation.Reason] = []
        if relationship.storage != .memory, case .many(let related) = object.knownValues[apusEnd: position].state,
            let other = related.added.first(where: isForeign)
        {
            reasons.append(.refersToForeign(other.persistentModelID))
        }
        if table.joinTables[position] != nil, case .many(let related) = object.knownValues[apusEnd: position].state,
            let other = related.added.first(where: \.isDeleted)
        {
            reasons.append(.refersToDeleted(other.persistentModelID))
        }
        if let counts = table.countConstraints[position] {
            let count = object.many(position).objects.count { !$0.isDeleted }
            if let breach = counts.breach(of: count) { reasons.append(.breach(breach)) }
        }
        return reasons
    }

    /// Whether an object belongs to another context, or to one that was deallocated.
    func isForeign(_ object: ModelObject) -> Bool {
        object.context.map { $0 !== self } ?? object.isDetached
    }

    /// Checks that the objects that one needs, which was deleted because of them and inserted again, are inserted again
    /// as well.
    private func checkCauses(of object: ModelObject, into violations: inout [ModelError.Violation]) {
        let entity = object.entity
        for position in entity.relationshipPositions where !object.isChanged(position) {
            let relationship = entity.relationship(at: position)
            guard relationship.storage == .ownKey || !relationship.isOptional, !relationship.isToMany,
                let other = object.one(position), other.isDeleted
            else { continue }
            violations.append(
                ModelError.Violation(
                    object: object.persistentModelID,
                    property: relationship.name,
                    reason: .refersToDeleted(other.persistentModelID)
                )
            )
        }
    }

    private func checkDeletion(of object: ModelObject, into violations: inout [ModelError.Violation]) {
        let entity = object.entity
        for position in entity.relationshipPositions {
            let relationship = entity.relationship(at: position)
            guard relationship.deleteRule == .deny else { continue }
            let others = object.related(position).filter { !$0.isDeleted }
            guard !others.isEmpty else { continue }
            violations.append(
                ModelError.Violation(
                    object: object.persistentModelID,
                    property: relationship.name,
                    reason: .deletionDenied(by: others.map(\.persistentModelID))
                )
            )
        }
    }

    /// Checks the objects that deleted ones leave behind: the delete rule `noAction` does not change them, but they have
    /// fewer related objects afterwards.
    private func checkNeighbours(into violations: inout [ModelError.Violation]) {
        var checked: [Int: Set<ObjectIdentifier>] = [:]
        for object in deleted {
            let entity = object.entity
            for position in entity.relationshipPositions {
                let relationship = entity.relationship(at: position)
                // A foreign key is checked in the store.
                guard relationship.deleteRule == .noAction, relationship.storage != .inverseKey,
                    let inverse = relationship.inverse, let back = relationship.inverseDescription,
                    let far = coordinator.table(of: relationship.destination),
                    back.isToMany ? far.countConstraints[inverse] != nil : !back.isOptional
                else { continue }
                for other in object.related(position)
                where other.lifecycle == .stored && !other.isChanged(inverse)
                    && checked[inverse, default: []].insert(ObjectIdentifier(other)).inserted
                {
                    for reason in reasons(of: other, at: inverse, in: far) {
                        violations.append(
                            ModelError.Violation(object: other.persistentModelID, property: back.name, reason: reason)
                        )
                    }
                }
            }
        }
    }
}
