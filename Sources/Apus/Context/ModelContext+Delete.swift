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
        // What is deleted by itself stays deleted.
        cascades.forget(object)
        var index = 0
        while index < waiting.count {
            let (next, parent) = waiting[index]
            index += 1
            guard next.context === self, mark(next) else { continue }
            waiting += applyRules(of: next).map { ($0, next) }
            if let parent { cascades.note(next, of: parent) }
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
    /// nothing has to be checked, and only those in the context are returned: the others lose it when they are read.
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
        if near.countConstraints[position] == nil {
            return rows.compactMap { registered[near.root][$0] }.filter { $0.entity.isKind(of: near.entity) }
        }
        return rows.compactMap { self.object(of: near.entity, row: $0) }
    }

    // MARK: - Inserting a deleted object again

    /// Keeps a deleted object.
    func restore(_ object: ModelObject) {
        object.lifecycle = .stored
        deletions.remove(object)
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
    /// - Returns: The references. Until the save has succeeded, their objects may be inserted again as well.
    func unlinkCauses() -> [Reference] {
        restored.objects.filter { !$0.isDeleted }.flatMap { object in
            unlinkDeleted(from: object) { relationship in
                relationship.inverseDescription?.deleteRule == .cascade
                    && (relationship.isToMany || relationship.isOptional)
            }
        }
    }

    /// Adds removed references again.
    func relink(_ references: [Reference]) {
        for reference in references {
            if reference.object.entity.relationship(at: reference.position).isToMany {
                reference.object.add(reference.position, reference.other)
            } else {
                reference.object.setOne(reference.position, reference.other)
            }
        }
    }

    private func unlinkDeleted(
        from object: ModelObject,
        where isIncluded: (RelationshipDescription) -> Bool
    ) -> [Reference] {
        let entity = object.entity
        let references = entity.relationshipPositions.filter { isIncluded(entity.relationship(at: $0)) }
            .flatMap { position in
                object.related(position).filter(\.isDeleted).map { (object: object, position: position, other: $0) }
            }
        for reference in references { object.unlink(reference.position, reference.other) }
        return references
    }

    /// A reference of a relationship.
    typealias Reference = (object: ModelObject, position: Int, other: ModelObject)
}
