import ApusSchema

extension ModelContext {
    /// Deletes an object, and carries out the delete rules of its relationships at once.
    ///
    /// The row goes when the context is saved. That refuses where an object is deleted whose delete rule is `deny` and
    /// that is still related to an object that stays.
    public func delete(_ object: some PersistentModel) {
        delete(object as ModelObject)
    }

    func delete(_ object: ModelObject) {
        // A list of what is to do, not a recursion: cascades can be as deep as there are objects.
        var waiting: [ModelObject] = [object]
        var position: Int = 0
        while position < waiting.count {
            let next: ModelObject = waiting[position]
            position += 1
            guard next.context === self, mark(next) else { continue }
            waiting += applyRules(of: next)
            if next.standing == .gone { next.leave(as: .gone) }
        }
    }

    /// Takes an object as deleted; false where it was so already.
    private func mark(_ object: ModelObject) -> Bool {
        switch object.standing {
        case .stored:
            object.standing = .deleted
            deleted.append(object)
            object.changes.removeAll()
            return true
        case .inserted:
            inserted.removeAll { $0 === object }
            object.standing = .gone
            return true
        case .free, .deleted, .gone:
            return false
        }
    }

    /// Mends or collects what a deleted object is related to.
    ///
    /// - Returns: The objects that are to be deleted too.
    private func applyRules(of object: ModelObject) -> [ModelObject] {
        var doomed: [ModelObject] = []
        let entity: EntityDescription = object.entity
        for position in entity.relationshipPositions {
            switch entity.relationship(at: position).deleteRule {
            case .noAction, .deny:
                break
            case .nullify:
                for other in object.related(position) where !other.isDeleted { object.unlink(position, other) }
            case .cascade:
                doomed += object.related(position).filter { !$0.isDeleted }
            }
        }
        return doomed
    }
}
