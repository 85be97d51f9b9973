import ApusSchema

extension ModelContext {
    /// What is not as the model wants it, in the order in which the objects were inserted and changed.
    func findViolations() -> [ModelError.Violation] {
        var violations: [ModelError.Violation] = []
        var writer = RowWriter(nil)
        for object in inserted { check(object, all: true, &writer, into: &violations) }
        for object in changed where object.standing == .stored {
            check(object, all: false, &writer, into: &violations)
        }
        for object in deleted { checkDeletion(of: object, into: &violations) }
        return violations
    }

    private func check(
        _ object: ModelObject,
        all: Bool,
        _ writer: inout RowWriter,
        into violations: inout [ModelError.Violation]
    ) {
        guard let table = object.table else { return }
        let values: ModelBacking = object.knownValues
        if !object.obstacles.isDisjoint(with: [.fault, .neverRead]), object.standing == .inserted {
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
        for demand in table.demands where all || object.changes.contains(demand.position) {
            writer.startLooking()
            values.apusBind(demand.position, to: &writer)
            demand.forEachBroken(by: writer.values) { add($0.name, .breach($0.breach)) }
        }
        for position in table.entity.relationshipPositions where all || object.changes.contains(position) {
            let relationship: RelationshipDescription = table.entity.relationship(at: position)
            if relationship.isToMany {
                for reason in reasons(object, position, relationship, table) { add(relationship.name, reason) }
            } else if let other = object.one(position) {
                // Without a key of its own the object refers to nobody; the far end is checked there.
                guard other.isDeleted, relationship.storage == .ownKey || !relationship.isOptional else { continue }
                add(relationship.name, .leadsToDeleted(other.persistentModelID))
            } else if !relationship.isOptional {
                add(relationship.name, .missingValue)
            }
        }
    }

    /// What is wrong with a to-many relationship.
    private func reasons(
        _ object: ModelObject,
        _ position: Int,
        _ relationship: RelationshipDescription,
        _ table: EntityTable
    ) -> [ModelError.Violation.Reason] {
        var reasons: [ModelError.Violation.Reason] = []
        if table.pairs[position] != nil, case .many(let related) = object.knownValues[apusEnd: position].state,
            let other = related.added.first(where: \.isDeleted)
        {
            reasons.append(.leadsToDeleted(other.persistentModelID))
        }
        if let counts = table.counts[position] {
            let count: Int = object.many(position).objects.count { !$0.isDeleted }
            if let breach = counts.breach(of: count) { reasons.append(.breach(breach)) }
        }
        return reasons
    }

    private func checkDeletion(of object: ModelObject, into violations: inout [ModelError.Violation]) {
        let entity: EntityDescription = object.entity
        for position in entity.relationshipPositions {
            let relationship: RelationshipDescription = entity.relationship(at: position)
            guard relationship.deleteRule == .deny else { continue }
            let others: [ModelObject] = object.related(position).filter { !$0.isDeleted }
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
}
