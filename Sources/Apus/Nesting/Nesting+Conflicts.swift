import ApusSchema

extension Nesting {
    /// A property that the parent has changed since this context read it, and that this context changed as well.
    private struct Found {
        let entry: UndoStep.Entry
        /// The properties that this context changed to other values.
        var conflicts: [Int] = []
        /// The properties that this context set to the value that they had before.
        var reverted: [Int] = []
    }

    /// Reads in the parent what this context has changed or refers to. If the store has changed since this context read it, and
    /// neither was notified, the objects are read again here, so that ``resolveConflicts()`` finds the difference.
    ///
    /// - Returns: The parent's objects. While they are retained, they are what was compared.
    /// - Throws: ``ModelError/objectGone(_:)`` if the row of one of them is gone; the error of reading one. Nothing has changed
    ///   then.
    func checkPartners() throws -> [ModelObject] {
        guard let parent, lost.isEmpty else { return [] }
        let partners = neededObjects.compactMap { mine in theirs(of: mine).map { (mine, $0) } }
        let stale = try parent.throwingReadingErrors(keeping: false) {
            parent.readTogether(partners.map(\.1))
            for (mine, theirs) in partners {
                if theirs.context === parent, theirs.isFault { theirs.loadValues() }
                if theirs.context !== parent { throw ModelError.objectGone(mine.persistentModelID) }
            }
            let stale = own.entries.filter(differsInParent)
            for entry in stale {
                guard let theirs = theirs(of: entry.object) else { continue }
                // If it is the parent that has older values, they would be in conflict with the store. They are read now: what is
                // written later is in conflict.
                parent.readUnchanged(theirs)
                if theirs.isFault { theirs.loadValues() }
                if theirs.context !== parent { throw ModelError.objectGone(entry.object.persistentModelID) }
            }
            return stale
        }
        if !stale.isEmpty { replaceCopy(of: parent, keepingOwn: true, after: []) }
        return partners.map(\.1)
    }

    /// Whether the parent has other values than this context had, although the parent has not changed them.
    private func differsInParent(_ entry: UndoStep.Entry) -> Bool {
        let mine = entry.object
        guard entry.wasPresent, isPresent(mine), let theirs = theirs(of: mine), theirs.lifecycle == .stored else {
            return false
        }
        if let values = entry.values, let table = mine.table {
            for position in table.writtenAttributes
            where entry.attributes.contains(position) && !theirs.isChanged(position) {
                if !isEqual(theirs.knownValues, values, at: position, of: mine) { return true }
            }
        }
        return entry.ones.contains { position, former in
            !theirs.isChanged(position) && theirs.one(position) !== former.flatMap { self.theirs(of: $0) }
        }
    }

    /// Resolves conflicts with the parent as the merge policy says.
    ///
    /// - Throws: ``ModelError/objectGone(_:)`` if the parent has deleted what this context has changed;
    ///   ``ModelError/conflict(_:)`` if the policy is to fail. Nothing has changed then.
    func resolveConflicts() throws {
        if let object = lost.first { throw ModelError.objectGone(object.persistentModelID) }
        if bases.entries.isEmpty { return }
        let found = own.entries.compactMap(conflicts)
        let conflicts = found.filter { !$0.conflicts.isEmpty }
        let policy = context.mergePolicy
        if !conflicts.isEmpty, policy == .error || policy == .upsert {
            throw ModelError.conflict(
                conflicts.map { found in
                    let object = found.entry.object
                    let names = found.conflicts.sorted().map { object.entity.properties[$0].name }
                    return ModelError.Conflict(object: object.persistentModelID, properties: names)
                }
            )
        }
        let step = UndoStep()
        for found in found {
            switch policy {
            case .overwrite where !found.conflicts.isEmpty: break
            case .rollback where !found.conflicts.isEmpty: step.keep(found.entry)
            case .objectWins: step.keep(found.entry) { found.reverted.contains($0) }
            case .error, .upsert, .storeWins, .overwrite, .rollback:
                step.keep(found.entry) { (found.conflicts + found.reverted).contains($0) }
            }
        }
        isFollowing = true
        defer { isFollowing = false }
        context.tracker?.noteRefresh(of: step.entries.map(\.object))
        step.entries.map(\.object).changing(\.properties.indices) {
            context.withoutObservation(of: step.objects) { UndoApplication(context, self, []).carryOut(step) }
        }
    }

    private func conflicts(of entry: UndoStep.Entry) -> Found? {
        let object = entry.object
        guard entry.wasPresent, isPresent(object), let base = bases.entry(of: object) else { return nil }
        var found = Found(entry: entry)
        func note(_ position: Int, isChanged: Bool, isMine: Bool, isBase: Bool) {
            guard isChanged, !isMine else { return }
            if isBase { found.reverted.append(position) } else { found.conflicts.append(position) }
        }
        if let theirs = entry.values, let former = base.values, let table = object.table {
            for position in table.writtenAttributes
            where entry.attributes.contains(position) && base.attributes.contains(position) {
                note(
                    position,
                    isChanged: !isEqual(theirs, former, at: position, of: object),
                    isMine: isEqual(object.knownValues, theirs, at: position, of: object),
                    isBase: isEqual(object.knownValues, former, at: position, of: object)
                )
            }
        }
        for (position, theirs) in entry.ones {
            guard let former = base.ones[position] else { continue }
            let mine = object.one(position)
            note(position, isChanged: theirs !== former, isMine: mine === theirs, isBase: mine === former)
        }
        return found.conflicts.isEmpty && found.reverted.isEmpty ? nil : found
    }

    /// Takes it as decided that the parent does not have an object any more.
    ///
    /// - Returns: Whether this context had changed it.
    @discardableResult
    func accept(lossOf object: ModelObject) -> Bool {
        guard let index = lost.firstIndex(where: { $0 === object }) else { return false }
        lost.remove(at: index)
        return true
    }

    /// Takes what the parent has of an object as what this context has seen.
    func acknowledge(_ object: ModelObject) {
        accept(lossOf: object)
        bases.remove(object)
    }

    /// Gives an object back what the parent has, unless it is a new one of this context.
    ///
    /// - Returns: Whether the object is as it is in the parent.
    func discardChanges(of object: ModelObject) -> Bool {
        if accept(lossOf: object), !isPresent(object) { return true }
        follow()
        guard let entry = own.entry(of: object) else { return true }
        if !entry.wasPresent, object.lifecycle == .inserted { return false }
        let wasDeleted = !isPresent(object)
        // With what was deleted with it.
        if wasDeleted, entry.wasPresent { context.insert(object) }
        let related = object.entity.relationshipPositions.flatMap { object.knownRelated($0) }
        let step = UndoStep()
        step.take(entry)
        UndoApplication(context, context.changeRecorder ?? self, []).carryOut(step)
        own.remove(object)
        bases.remove(object)
        // Other ends of its relationships are as before now.
        for other in wasDeleted ? own.entries.map(\.object) : step.objects + related {
            guard let entry = own.entry(of: other), isAsBefore(entry) else { continue }
            own.remove(other)
            bases.remove(other)
        }
        return true
    }

    /// Whether an object is what it was before this context changed it.
    private func isAsBefore(_ entry: UndoStep.Entry) -> Bool {
        let object = entry.object
        guard entry.wasPresent == isPresent(object) else { return false }
        if !entry.wasPresent { return true }
        if object.isFault { object.loadValues() }
        if let values = entry.values {
            for position in object.entity.properties.indices
            where entry.hasLeft && entry.known.contains(position) || entry.attributes.contains(position) {
                guard isEqual(object.knownValues, values, at: position, of: object) else { return false }
            }
        }
        return entry.ones.allSatisfy { object.one($0.key) === $0.value }
            && entry.members.allSatisfy { position, members in
                let many = object.many(position)
                return members.allSatisfy { many.contains($0.object) == $0.wasIn }
            }
            && entry.orders.allSatisfy { object.many($0.key).objects.elementsEqual($0.value, by: ===) }
    }
}
