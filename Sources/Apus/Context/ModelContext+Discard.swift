extension ModelContext {
    /// Discards the unsaved changes of one object, which has the values and relationships of the store, or of the parent, again.
    ///
    /// The other ends of its relationships change with it. An object that it was related to only since the last save is related
    /// to what the store says, unless that has got another partner, and keeps its other changes. A deletion is taken back as by
    /// ``insert(_:)``, with what was deleted with the object. A new object leaves its relationships and the context. A
    /// relationship to an object that is deleted stays empty.
    ///
    /// With an ``undoManager``, this can be undone. If the store cannot be read, the next ``save()`` throws the error.
    ///
    /// - Parameter object: An object of this context; of another one, the next save throws
    ///   ``ModelError/foreignObject(_:)``.
    public func discardChanges(of object: some PersistentModel) {
        discardChanges(of: object as ModelObject)
    }

    func discardChanges(of object: ModelObject) {
        if let nesting, nesting.parent != nil, object.context == nil || object.context === self,
            nesting.discardChanges(of: object)
        {
            return
        }
        guard object.context === self else { return report(.foreignObject(object.persistentModelID)) }
        if object.lifecycle == .inserted {
            for owner in changed + inserted where owner !== object { owner.loseOneWay(object) }
            return remove(object)
        }
        if object.lifecycle == .deleted { insert(object) }
        guard let stored = storedValues(of: object) else {
            releaseObjectsWithoutRows([object])
            return
        }
        let entity = object.entity
        let positions = entity.properties.indices.filter { object.isChanged($0) }
        for position in positions {
            // An observer may have done anything meanwhile.
            guard object.context === self, object.lifecycle == .stored else { return }
            if entity.relationshipPositions.contains(position) {
                discardEnds(of: object, at: position)
            } else {
                changeRecorder?.recordAttribute(of: object, at: position)
                take([position], from: ConflictFinder.Found(object: object, stored: stored))
            }
        }
        keepChanged { $0.isChanged }
    }

    /// The values of an object's row; `nil` if it is gone, or cannot be read.
    private func storedValues(of object: ModelObject) -> ModelBacking? {
        guard let table = object.table else { return nil }
        var values: ModelBacking?
        do {
            try read(table) { access in
                try row(of: object, access) { values = try self.values(of: $0, row: $1, from: $2) }
            }
        } catch {
            if readingError == nil { readingError = error }
        }
        return values
    }

    /// The objects that the store has in a relationship, deleted ones included; `nil` if the store cannot be read.
    private func storedObjects(of object: ModelObject, at position: Int) -> [ModelObject]? {
        let relationship = object.entity.relationship(at: position)
        guard relationship.storage == .ownKey else {
            return related(to: object, at: position)
        }
        guard let end = storedValues(of: object)?[apusEnd: position] else { return nil }
        guard case .row(let row) = end.state, let other = self.object(of: relationship.destination, row: row)
        else { return [] }
        return [other]
    }

    /// Relates an object to what the store has, and the objects that it gives up as well.
    private func discardEnds(of object: ModelObject, at position: Int) {
        let relationship = object.entity.relationship(at: position)
        guard let stored = storedObjects(of: object, at: position)?.filter({ !$0.isDeleted }) else { return }
        let members = Set(stored.map { ObjectIdentifier($0) })
        let former = object.related(position).filter { !members.contains(ObjectIdentifier($0)) }
        if relationship.isToMany { object.apusSet(position, stored) } else { object.setOne(position, stored.first) }
        var ends = [(object, position)]
        if let inverse = relationship.inverse, relationship.inverseDescription?.isToMany == false {
            for other in former where other.lifecycle == .stored {
                guard let partner = storedObjects(of: other, at: inverse)?.first, !partner.isDeleted,
                    partner !== object,
                    relationship.isToMany || partner.one(position) == nil
                else { continue }
                other.setOne(inverse, partner)
                ends.append((partner, position))
            }
        }
        if let inverse = relationship.inverse { ends += (stored + former).map { ($0, inverse) } }
        for (object, position) in ends { settleAlike(object, at: position) }
        keepChanged { $0.isChanged }
    }

    /// Marks a relationship as unchanged if it is as the store has it.
    ///
    /// One that the store still has with a deleted object is not: the save that removes the row has to clear it.
    private func settleAlike(_ object: ModelObject, at position: Int) {
        guard object.lifecycle == .stored, object.isChanged(position) else { return }
        let relationship = object.entity.relationship(at: position)
        let current = object.related(position)
        guard let stored = storedObjects(of: object, at: position), current.count == stored.count else { return }
        let members = Set(current.map { ObjectIdentifier($0) })
        // A deleted object is in none of them.
        guard stored.allSatisfy({ !$0.isDeleted && members.contains(ObjectIdentifier($0)) }) else { return }
        if case .many(let related) = object.knownValues[apusEnd: position].state {
            // The order may be one that this context has given it, or that comes of losing and getting an object.
            if relationship.isOrdered, !current.elementsEqual(stored, by: ===) {
                if related.isReordered { return }
                related.reorder(stored)
            }
            if let inverse = relationship.inverse, relationship.inverseDescription?.isToMany == true {
                // The other end would write the reference again, at another index.
                for other in related.added + related.removed where other !== object || inverse != position {
                    if case .many(let back) = other.knownValues[apusEnd: inverse].state { back.settle(object) }
                }
            }
            related.settle()
        }
        object.changes.remove(position)
        originals.replace(position, of: object, by: nil)
    }
}

extension ModelObject {
    /// Removes a new object from the relationships that have no inverse.
    fileprivate final func loseOneWay(_ object: ModelObject) {
        for position in entity.relationshipPositions where entity.relationship(at: position).inverse == nil {
            if knownRelated(position).contains(where: { $0 === object }) { unlink(position, object) }
        }
    }
}
