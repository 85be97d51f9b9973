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
        var waiting = [object]
        var index = 0
        while index < waiting.count {
            let next = waiting[index]
            index += 1
            guard next.context === self, mark(next) else { continue }
            waiting += applyRules(of: next)
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
            switch entity.relationship(at: position).deleteRule {
            case .noAction, .deny:
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

    /// The objects whose stored relationship without an inverse contains an object.
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
        return rows.compactMap { self.object(of: near.entity, row: $0) }
    }

    // MARK: - Inserting a deleted object again

    /// Keeps a deleted object.
    ///
    /// - Returns: The objects that were deleted with it.
    func restore(_ object: ModelObject) -> [ModelObject] {
        object.lifecycle = .stored
        deletions.remove(object)
        let entity = object.entity
        return entity.relationshipPositions.filter { entity.relationship(at: $0).deleteRule == .cascade }
            .flatMap { object.related($0) }.filter { $0.lifecycle == .deleted }
    }

    /// Applies the delete rules of objects that stay deleted to an object that was deleted as well.
    func unlinkDeleted(from object: ModelObject) {
        let entity = object.entity
        for position in entity.relationshipPositions
        where entity.relationship(at: position).inverseDescription?.deleteRule == .nullify {
            for other in object.related(position) where other.isDeleted { object.unlink(position, other) }
        }
    }
}
