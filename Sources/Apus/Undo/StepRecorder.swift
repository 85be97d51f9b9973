import ApusSchema
import Foundation

/// Records in a step what objects of a context are before they change.
struct StepRecorder {
    let context: ModelContext
    let step: UndoStep

    private func isPresent(_ object: ModelObject) -> Bool {
        object.context === context && (object.lifecycle == .stored || object.lifecycle == .inserted)
    }

    /// Records the value of an attribute.
    func recordAttribute(of object: ModelObject, at position: Int) {
        guard object.context === context else { return }
        readFile(of: object, at: position)
        step.withEntry(of: object, isPresent: isPresent(object) || object.lifecycle == .deleted) { entry in
            entry.attributes.insert(position)
            entry.note(object.knownValues, at: position)
        }
    }

    /// Reads a value that is in a file, which the next save may remove.
    private func readFile(of object: ModelObject, at position: Int) {
        guard object.table?.externalPositions.contains(position) == true else { return }
        let earlier = context.readingError
        _ = object[keyPath: object.entity.keyPaths()[position]]
        // Undoing is not possible then, but changing is.
        context.readingError = earlier
    }

    /// Records the object of a to-one relationship.
    func recordOne(of object: ModelObject, at position: Int) {
        guard isPresent(object) else { return }
        let other = object.one(position)
        step.withEntry(of: object) { if $0.ones[position] == nil { $0.ones[position] = .some(other) } }
    }

    /// Records whether an object is in a to-many relationship, and where.
    func recordMember(_ other: ModelObject, of object: ModelObject, at position: Int) {
        guard isPresent(object) else { return }
        let relationship = object.entity.relationship(at: position)
        if relationship.isOrdered { recordOrder(of: object, at: position) }
        // Otherwise, the other object knows.
        if relationship.inverseDescription?.isToMany == false { return }
        let related = object.many(position)
        step.withEntry(of: object) { $0.note(other, at: position) { related.contains(other) } }
    }

    /// Records the order of the objects of a relationship.
    func recordOrder(of object: ModelObject, at position: Int) {
        guard isPresent(object), !step.hasOrder(of: object, at: position) else { return }
        let order = object.many(position).objects
        step.withEntry(of: object) { $0.orders[position] = order }
    }

    /// Records that an object was not in the context.
    func recordInsertion(of object: ModelObject) {
        step.withEntry(of: object, isPresent: false)
    }

    /// Records all that an object is, which leaves the context or is deleted.
    func recordRemoval(of object: ModelObject) {
        if object.isFault { object.loadValues() }
        // Its row may be gone.
        guard isPresent(object), let table = object.table else { return }
        let entity = object.entity
        for position in table.externalPositions { readFile(of: object, at: position) }
        step.withEntry(of: object) { entry in
            if entry.hasLeft { return }
            entry.hasLeft = true
            entry.row = object.row
            for position in entity.properties.indices where !entity.relationshipPositions.contains(position) {
                entry.note(object.knownValues, at: position)
            }
        }
        for position in entity.relationshipPositions { recordEnds(of: object, at: position) }
        // The objects whose relationships without an inverse lose it.
        for (near, position) in context.coordinator.oneWayJoinTables(to: table.entity) {
            for row in context.ownerRows(of: object, near, position) {
                context.object(of: near.entity, row: row).map { recordMember(object, of: $0, at: position) }
            }
        }
    }

    /// Records both ends of a relationship.
    func recordEnds(of object: ModelObject, at position: Int) {
        let relationship = object.entity.relationship(at: position)
        let others = object.related(position)
        if relationship.isToMany {
            if relationship.isOrdered { recordOrder(of: object, at: position) }
            for other in others { recordMember(other, of: object, at: position) }
        } else {
            recordOne(of: object, at: position)
        }
        guard let inverse = relationship.inverse, let back = relationship.inverseDescription else { return }
        for other in others {
            if !back.isToMany { recordOne(of: other, at: inverse) }
            if back.isOrdered { recordOrder(of: other, at: inverse) }
        }
    }
}
