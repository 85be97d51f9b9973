extension ModelContext {
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
            guard isInsertable(next) else { return false }
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

    /// Returns whether the model has an object's class, and the class can have objects.
    private func isInsertable(_ object: ModelObject) -> Bool {
        let entity = object.entity
        if coordinator.table(of: entity) == nil || type(of: object) != entity.type as ModelObject.Type {
            report(.unknownClass("\(type(of: object))"))
            return false
        }
        if entity.isAbstract {
            report(.abstractEntity(entity.name))
            return false
        }
        return true
    }
}
