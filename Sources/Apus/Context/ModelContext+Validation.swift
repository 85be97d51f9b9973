import ApusSchema

extension ModelContext {
    /// What is not as the model wants it, in the order in which the objects were inserted and changed.
    func findViolations() -> [ModelError.Violation] {
        var violations: [ModelError.Violation] = []
        for object in inserted { check(object, all: true, into: &violations) }
        for object in changed where object.standing == .stored { check(object, all: false, into: &violations) }
        for object in deleted { checkDeletion(of: object, into: &violations) }
        return violations
    }

    private func check(_ object: ModelObject, all: Bool, into violations: inout [ModelError.Violation]) {
        let entity: EntityDescription = object.backing.apusEntity
        func add(_ property: String, _ reason: ModelError.Violation.Reason) {
            violations.append(
                ModelError.Violation(object: object.persistentModelID, property: property, reason: reason)
            )
        }
        for position in entity.attributes.indices where all || object.changes.contains(position) {
            var writer = RowWriter(nil)
            object.backing.apusBind(position, to: &writer)
            if writer.hasNaN { add(entity.attributes[position], .notANumber) }
        }
        for position in entity.relationshipPositions where all || object.changes.contains(position) {
            let relationship: RelationshipDescription = entity.relationship(at: position)
            if relationship.isToMany {
                guard container.table(of: entity).flatMap({ container.pairs(of: $0, at: position) }) != nil,
                    case .many(let related) = object.backing[apusEnd: position].state,
                    let other = related.added.first(where: \.isDeleted)
                else { continue }
                add(relationship.name, .leadsToDeleted(other.persistentModelID))
            } else if let other = object.one(position) {
                // Without a key of its own the object refers to nobody; the far end is checked there.
                guard other.isDeleted, relationship.storage == .ownKey || !relationship.isOptional else { continue }
                add(relationship.name, .leadsToDeleted(other.persistentModelID))
            } else if !relationship.isOptional {
                add(relationship.name, .missingValue)
            }
        }
    }

    private func checkDeletion(of object: ModelObject, into violations: inout [ModelError.Violation]) {
        let entity: EntityDescription = object.backing.apusEntity
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
