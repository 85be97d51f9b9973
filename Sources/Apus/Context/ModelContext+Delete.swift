import ApusSchema
public import Foundation

extension ModelContext {
    /// Deletes an object, and applies the delete rules of its relationships at once.
    ///
    /// Saving the context removes the row. Saving fails if a deleted object is still related to a remaining one through
    /// a relationship whose delete rule is `deny`.
    ///
    /// A new object leaves the context and its relationships, whatever their delete rules. Until the save, ``insert(_:)``
    /// keeps a deleted object.
    ///
    /// An object of another context is not deleted, and the next ``save()`` throws ``ModelError/foreignObject(_:)``.
    public func delete(_ object: some PersistentModel) {
        delete(object as ModelObject)
    }

    /// Deletes the objects that fulfil a condition, and applies the delete rules of their relationships at once.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - predicate: The condition; `nil` deletes all objects.
    ///   - includeSubclasses: Whether objects of subclasses are deleted as well.
    /// - Throws: ``ModelError`` if the store cannot evaluate the predicate, `StoreError` if it cannot be read. Nothing is
    ///   deleted then.
    public func delete<Model: PersistentModel>(
        model type: Model.Type,
        where predicate: Predicate<Model>? = nil,
        includeSubclasses: Bool = true
    ) throws {
        var descriptor = FetchDescriptor<Model>(predicate: predicate)
        descriptor.includesSubentities = includeSubclasses
        // Where no rule follows a key of the objects, and nothing will be undone, they are deleted without their values.
        descriptor.includesPropertyValues = try isRecorded || !table(of: type).entity.keyPositions.isEmpty
        for object in try fetch(descriptor) { delete(object as ModelObject) }
    }

    func delete(_ object: ModelObject) {
        nesting?.accept(lossOf: object)
        if isForeign(object) { return report(.foreignObject(object.persistentModelID)) }
        // A work list instead of recursion, because a cascade can be as deep as there are objects.
        var waiting: [(object: ModelObject, parent: ModelObject?)] = [(object, nil)]
        // What is deleted by itself stays deleted.
        unlink(object, from: cascades.forget(object))
        var index = 0
        while index < waiting.count {
            let (next, parent) = waiting[index]
            index += 1
            if next.context === self { changeRecorder?.recordRemoval(of: next) }
            guard next.context === self, mark(next) else { continue }
            waiting += applyRules(of: next).map { ($0, next) }
            if let parent { cascades.note(next, of: parent) }
            guard next.lifecycle == .gone else { continue }
            if !cascades.contains(next) { unlink(next, from: Cascades.ends(of: next)) }
            next.leave(as: .gone)
        }
    }

    /// Marks an object as deleted; returns false if it already was, or is in no context.
    func mark(_ object: ModelObject) -> Bool {
        switch object.lifecycle {
        case .stored:
            object.lifecycle = .deleted
            deletions.append(object)
            noteUnsavedChange()
            return true
        case .inserted:
            insertions.remove(object)
            object.lifecycle = .gone
            return true
        case .free, .deleted, .gone:
            return false
        }
    }

    /// Applies the delete rules of a deleted object.
    ///
    /// - Returns: The objects to delete as well.
    private func applyRules(of object: ModelObject) -> [ModelObject] {
        var cascade: [ModelObject] = []
        let entity = object.entity
        for position in entity.relationshipPositions {
            let relationship = entity.relationship(at: position)
            switch relationship.deleteRule {
            case .noAction, .deny:
                break
            case .nullify where relationship.inverse == nil:
                // Its references go with the object, and are there if it is inserted again.
                break
            case .nullify:
                for other in object.related(position) where !other.isDeleted { object.unlink(position, other) }
            case .cascade:
                cascade += object.related(position).filter { !$0.isDeleted }
            }
        }
        loseOwners(of: object)
        return cascade
    }

    /// Removes a deleted object from the relationships without an inverse that have it.
    func loseOwners(of object: ModelObject) {
        for (near, position) in coordinator.oneWayJoinTables(to: object.entity) {
            let rows = ownerRows(of: object, near, position)
            // If their number is not limited, and nothing will be undone, nothing has to be checked, and only those in the
            // context lose it now: the others lose it when they are read, or when it is inserted again.
            let isNeeded = near.countConstraints[position] != nil || isRecorded
            for row in rows {
                let owner = isNeeded ? self.object(of: near.entity, row: row) : registered[near.root][row]
                if let owner, owner.entity.isKind(of: near.entity) {
                    if !owner.isDeleted { owner.subtractKnown(position, object) }
                } else {
                    absentOwners[ObjectIdentifier(object), default: []].append((near.entity, row, position))
                }
            }
        }
    }

    /// The rows of the objects whose stored relationship without an inverse contains an object.
    func ownerRows(of object: ModelObject, _ near: EntityTable, _ position: Int) -> [Int64] {
        guard let row = object.row, let join = near.joinTables[position] else { return [] }
        var rows: [Int64] = []
        do {
            try read(near) { access in
                let statement = try access.statement(
                    .owners(near.id, position: position),
                    sql: "SELECT \(join.near) FROM \(join.name) WHERE \(join.far) = ?1"
                )
                statement.bind(row)
                try statement.rows { rows.append(RowReader.identity($0)) }
            }
        } catch {
            if readingError == nil { readingError = error }
        }
        return rows
    }

    /// Removes a new object, which leaves the context, from the other ends of its relationships.
    private func unlink(_ object: ModelObject, from ends: [Int: RelationshipEnd]) {
        for (position, end) in ends {
            guard let inverse = object.entity.relationship(at: position).inverse else { continue }
            for other in end.known where other !== object {
                cascades.remove(object, from: other, at: inverse)
                if other.context != nil { other.lose(inverse, object) }
            }
        }
    }

    // MARK: - Inserting a deleted object again

    /// Relates a new object that was deleted because of another one to the objects that it was related to.
    func restoreEnds(of object: ModelObject) {
        let ends = cascades.takeEnds(of: object)
        if ends.isEmpty { return }
        [object].changing(\.relationshipPositions) {
            // What was set meanwhile stays. Without a row, a list that was only read is empty.
            for (position, end) in ends where object.knownRelated(position).isEmpty {
                // An observer may have saved the object just now.
                object.noteChangeOfEnd(position)
                object.knownValues[apusEnd: position] = end
            }
        }
    }

    /// Keeps a deleted object.
    func restore(_ object: ModelObject) {
        object.lifecycle = .stored
        deletions.remove(object)
        let missed = missedChanges.removeValue(forKey: ObjectIdentifier(object)) ?? []
        for properties in missed { merge(properties, into: object) }
        readFarEndsAgain(of: object) { position in missed.contains { $0.contains(position) } }
        for (entity, row, position) in absentOwners.removeValue(forKey: ObjectIdentifier(object)) ?? [] {
            guard let owner = self.object(of: entity, row: row) else { continue }
            if !owner.knownMany(position).hasChange(of: object) { owner.subtractKnown(position, object) }
        }
    }

    /// Reads the other ends of relationships again that others have changed while the object was deleted here: they were read
    /// without it.
    private func readFarEndsAgain(of object: ModelObject, where isMissed: (Int) -> Bool) {
        let entity = object.entity
        for position in entity.relationshipPositions where isMissed(position) {
            let relationship = entity.relationship(at: position)
            guard let inverse = relationship.inverse, relationship.storage != .memory,
                relationship.storage != .inverseKey
            else { continue }
            for other in object.related(position) where other !== object && other.lifecycle == .stored {
                tracker?.noteRefresh(of: [other])
                other.changing(inverse) {
                    if !other.isChanged(inverse) {
                        other.knownValues[apusEnd: inverse] = RelationshipEnd()
                    } else if case .many(let related) = other.knownValues[apusEnd: inverse].state {
                        related.readAgain()
                    }
                }
            }
        }
    }

    /// Applies the delete rules of objects that stay deleted to an object that was deleted as well.
    func unlinkDeleted(from object: ModelObject) {
        _ = unlinkDeleted(from: object) { relationship in
            if let back = relationship.inverseDescription { back.deleteRule == .nullify } else { relationship.isToMany }
        }
    }

    /// Removes the references of objects that were inserted again to those that had cascaded to them, and have stayed
    /// deleted.
    ///
    /// - Parameter isCause: Whether references to a deleted object are removed.
    /// - Returns: The ends as they were. Until the save has succeeded, their objects may be inserted again as well.
    func unlinkCauses(_ isCause: (ModelObject) -> Bool = { _ in true }) -> [FormerEnd] {
        restored.objects.filter { !$0.isDeleted }.flatMap { object in
            unlinkDeleted(from: object, isCause) { relationship in
                relationship.inverseDescription?.deleteRule == .cascade
                    && (relationship.isToMany || relationship.isOptional)
            }
        }
    }

    private func unlinkDeleted(
        from object: ModelObject,
        _ isCause: (ModelObject) -> Bool = { _ in true },
        where isIncluded: (RelationshipDescription) -> Bool
    ) -> [FormerEnd] {
        let entity = object.entity
        var ends: [FormerEnd] = []
        for position in entity.relationshipPositions where isIncluded(entity.relationship(at: position)) {
            for other in object.related(position) where other.isDeleted && isCause(other) {
                ends.append(FormerEnd(of: object, position))
                if let inverse = entity.relationship(at: position).inverse {
                    ends.append(FormerEnd(of: other, inverse))
                }
                object.unlink(position, other)
            }
        }
        return ends
    }

    /// An object's end of a relationship before a change.
    struct FormerEnd {
        private let object: ModelObject
        private let position: Int
        private let end: RelationshipEnd

        fileprivate init(of object: ModelObject, _ position: Int) {
            (self.object, self.position) = (object, position)
            end = object.knownValues[apusEnd: position].copy()
        }

        /// The store with the object's row.
        var store: StoreID? { object.table?.store }

        /// Reverts the change, and with it the order of the objects.
        func restore() {
            object.changing(position) { object.knownValues[apusEnd: position] = end }
        }
    }
}
