import ApusSchema

extension ModelContext {
    /// Deletes an object, and applies the delete rules of its relationships at once.
    ///
    /// Saving the context removes the row. Saving fails if a deleted object is still related to a remaining one through
    /// a relationship whose delete rule is `deny`.
    ///
    /// A new object leaves the context and its relationships. Until the save, ``insert(_:)`` keeps a deleted object.
    public func delete(_ object: some PersistentModel) {
        delete(object as ModelObject)
    }

    func delete(_ object: ModelObject) {
        // A work list instead of recursion, because a cascade can be as deep as there are objects.
        var waiting: [(object: ModelObject, parent: ModelObject?)] = [(object, nil)]
        // A new object is not kept, so what is deleted with it is not either.
        let isKept = object.lifecycle == .stored
        var index = 0
        while index < waiting.count {
            let (next, parent) = waiting[index]
            index += 1
            guard next.context === self, mark(next) else { continue }
            waiting += applyRules(of: next).map { ($0, next) }
            if isKept, let parent { cascades[ObjectIdentifier(parent), default: []].append(CascadedObject(next)) }
            if next.lifecycle == .gone { next.leave(as: .gone) }
        }
    }

    /// Marks an object as deleted; returns false if it already was, or is in no context.
    private func mark(_ object: ModelObject) -> Bool {
        switch object.lifecycle {
        case .stored:
            object.lifecycle = .deleted
            deletions.append(object)
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
        for (near, position) in container.oneWayJoinTables(to: entity) {
            for owner in owners(of: object, near, position) where !owner.isDeleted {
                owner.subtractKnown(position, object)
            }
        }
        return cascade
    }

    /// The objects whose stored relationship without an inverse contains an object. If their number is not limited,
    /// nothing has to be checked, and only those in the context are returned.
    private func owners(of object: ModelObject, _ near: EntityTable, _ position: Int) -> [ModelObject] {
        guard let row = object.row, let join = near.joinTables[position] else { return [] }
        var rows: [Int64] = []
        do {
            try read { database in
                let statement = try container.statements.statement(
                    .owners(near.id, position: position),
                    database,
                    sql: "SELECT \(join.near) FROM \(join.name) WHERE \(join.far) = ?1"
                )
                statement.bind(row)
                try statement.rows { rows.append(RowReader.identity($0)) }
            }
        } catch {
            if readingError == nil { readingError = error }
        }
        if near.countConstraints[position] == nil { return rows.compactMap { registered[near.root][$0] } }
        return rows.compactMap { self.object(of: near.entity, row: $0) }
    }

    // MARK: - Inserting a deleted object again

    /// Keeps a deleted object.
    func restore(_ object: ModelObject) {
        object.lifecycle = .stored
        deletions.remove(object)
    }

    /// The objects that were deleted with an object, each only once. New ones are related again as they were.
    func takeCascade(of object: ModelObject) -> [ModelObject] {
        (cascades.removeValue(forKey: ObjectIdentifier(object)) ?? []).filter(\.isStillDeleted).map { cascaded in
            cascaded.restoreEnds()
            return cascaded.object
        }
    }

    /// Applies the delete rules of objects that stay deleted to an object that was deleted as well.
    func unlinkDeleted(from object: ModelObject) {
        let entity = object.entity
        for position in entity.relationshipPositions {
            let relationship = entity.relationship(at: position)
            let rule = relationship.inverseDescription?.deleteRule
            if rule == .noAction || rule == .deny { continue }
            for other in object.related(position) where other.isDeleted {
                if rule == .nullify {
                    object.unlink(position, other)
                } else if relationship.isToMany {
                    object.subtractKnown(position, other)
                } else if relationship.storage == .ownKey {
                    // Noted as a change, so that saving refuses the reference.
                    object.noteChange(position)
                } else {
                    object.replaceOne(position, nil)
                }
            }
        }
    }
}

/// An object that was deleted by the delete rule `cascade`, until the context is saved.
struct CascadedObject {
    let object: ModelObject
    /// The related objects of a new object, which loses them.
    private let ends: [(position: Int, end: RelationshipEnd)]

    init(_ object: ModelObject) {
        self.object = object
        let values = object.lifecycle == .gone ? object.values : nil
        ends = values.map { values in object.entity.relationshipPositions.map { ($0, values[apusEnd: $0]) } } ?? []
    }

    /// Whether the object was neither inserted nor used elsewhere since.
    var isStillDeleted: Bool { object.lifecycle == .deleted || object.lifecycle == .gone && object.context == nil }

    /// Relates a new object again to the objects that it was related to.
    func restoreEnds() {
        [object].changing(\.relationshipPositions) {
            for (position, end) in ends { object.knownValues[apusEnd: position] = end }
        }
    }
}
