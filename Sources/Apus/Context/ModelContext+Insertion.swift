extension ModelContext {
    /// Inserts a new object that is related to no other new one, as most are: nothing has to be walked.
    ///
    /// - Returns: Whether the object is such a one.
    func insertAlone(_ object: ModelObject) -> Bool {
        guard object.lifecycle == .free, object.context == nil else { return false }
        if let values = object.values {
            for end in object.entity.relationshipPositions where values[apusEnd: end].knowsNew { return false }
        }
        visitedNewObjects += 1
        if let table = tableForInsertion(of: object) {
            changeRecorder?.recordInsertion(of: object)
            enter(object, table)
        }
        return true
    }

    /// Makes an object an inserted one of this context.
    func enter(_ object: ModelObject, _ table: EntityTable) {
        object.join(registered[table.root], table, as: .inserted)
        // An object that was in no context is in none of its lists.
        insertions.appendNew(object)
        noteUnsavedChange()
    }

    /// Returns whether objects, and the new objects that they are related to, can be in this context. If not, the next save
    /// reports it.
    ///
    /// All of them are looked at before the first is inserted: an object that is inserted without another one would lose its
    /// reference. Each is looked at once, however many of the given objects are related to it.
    func canInsert(_ objects: [ModelObject]) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        var waiting = objects.filter { $0.context == nil }
        // The usual object is alone, and needs no set.
        if waiting.count > 1 { waiting.removeAll { !seen.insert(ObjectIdentifier($0)).inserted } }
        while let next = waiting.popLast() {
            visitedNewObjects += 1
            guard tableForInsertion(of: next) != nil else { return false }
            if next.isDetached { continue }
            for end in next.entity.relationshipPositions {
                let related = next.knownRelated(end).filter { $0.context == nil }
                if related.isEmpty { continue }
                seen.insert(ObjectIdentifier(next))
                waiting += related.filter { seen.insert(ObjectIdentifier($0)).inserted }
            }
        }
        return true
    }

    /// The table of an object; `nil`, which the next save reports, if the model does not have its class, or if the class can
    /// have no objects.
    private func tableForInsertion(of object: ModelObject) -> EntityTable? {
        let entity = object.entity
        guard let table = coordinator.table(of: entity), type(of: object) == entity.type as ModelObject.Type else {
            report(.unknownClass("\(type(of: object))"))
            return nil
        }
        if entity.isAbstract {
            report(.abstractEntity(entity.name))
            return nil
        }
        return table
    }
}
