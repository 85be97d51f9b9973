import ApusSchema

extension Nesting {
    /// Makes in the parent what this context has changed by itself.
    ///
    /// - Parameter isCopyKept: Whether this context has what the parent will have, if nothing else changes there.
    /// - Throws: ``ModelError/objectGone(_:)`` if the row of a changed object was deleted just now; the error of reading an
    ///   object. Nothing has changed then.
    func push(keepingCopy isCopyKept: Bool) throws {
        guard let parent else { return }
        let step = UndoStep()
        let entries = entries
        let known = entries.filter { isPresent($0.object) }.compactMap { theirs(of: $0.object) }
        defer { withExtendedLifetime(known) {} }
        let former = pairs
        var isComplete = true
        do {
            try parent.throwingReadingErrors(keeping: false) {
                parent.readTogether(known)
                for entry in entries where try !add(entry, to: step, of: parent) { isComplete = false }
            }
            if let error = context.readingError { throw error }
        } catch {
            // The parent has none of the objects that were made.
            pairs = former
            throw error
        }
        let objects = step.entries.map(\.object)
        // The parent applies delete rules to what only it has, too, and takes what it inserts again from owners that this context
        // does not know of.
        // What was set back counts as changed here, and not there.
        let isCopyKept =
            isCopyKept && isComplete && step.entries.allSatisfy { $0.wasPresent && $0.object.lifecycle != .deleted }
        // What observers change here from now on is not in the step: it is saved the next time.
        forgetChanges()
        isPushing = true
        let copied = copied
        objects.changing(\.properties.indices) {
            parent.withoutObservation(of: objects) {
                // Observers may have changed anything in the parent, too, or have discarded what is saved here.
                let isCopy = isCopyKept && copied == self.copied && seen == parent.nesting?.revision
                UndoApplication(parent, parent.changeRecorder ?? self, []).carryOut(step) {
                    parent.delete($0) { theirs in
                        self.mine(of: theirs).map(self.context.cascades.contains) ?? false
                    }
                }
                seen = isCopy ? parent.nesting?.revision : nil
                isPushing = false
            }
        }
        parent.endEvent()
    }

    /// Adds to a step for the parent what one object is now, as far as it is not so there.
    ///
    /// - Returns: Whether the step has all changed attributes: not those that were set back.
    private func add(_ entry: UndoStep.Entry, to step: UndoStep, of parent: ModelContext) throws -> Bool {
        let mine = entry.object
        guard isPresent(mine) else {
            if entry.wasPresent, let theirs = theirs(of: mine) { step.withEntry(of: theirs, isPresent: false) }
            return true
        }
        let isNew = !entry.wasPresent && pairs[ObjectIdentifier(mine)] == nil && mine.lifecycle == .inserted
        guard let theirs = isNew ? makePartner(of: mine) : theirs(of: mine) else { return true }
        let isWhole = isNew || !entry.wasPresent
        if mine.isFault { mine.loadValues() }
        if theirs.context === parent, theirs.isFault { theirs.loadValues() }
        if entry.wasPresent, !isPresent(mine) || theirs.context !== parent {
            throw ModelError.objectGone(mine.persistentModelID)
        }
        let isComplete = addAttributes(of: mine, entry, to: step, theirs, isKnown: theirs.context === parent)
        for position in mine.entity.relationshipPositions {
            addEnds(of: mine, at: position, isWhole ? nil : entry, to: step, theirs)
        }
        return isComplete
    }

    private func addAttributes(
        of mine: ModelObject,
        _ entry: UndoStep.Entry,
        to step: UndoStep,
        _ theirs: ModelObject,
        isKnown: Bool
    ) -> Bool {
        let entity = mine.entity
        let isWhole = !entry.wasPresent
        let changed = entity.properties.indices.filter { position in
            !entity.relationshipPositions.contains(position) && (isWhole || entry.attributes.contains(position))
        }
        let positions = changed.filter { position in
            !(isKnown && isEqual(mine.knownValues, theirs.knownValues, at: position, of: mine))
        }
        if positions.isEmpty, !isWhole { return changed.isEmpty }
        step.withEntry(of: theirs) { new in
            (new.hasLeft, new.row) = (isWhole, mine.row)
            for position in positions {
                // An object that is made has no former values to be changed.
                if isKnown { new.attributes.insert(position) }
                new.note(mine.knownValues, at: position)
            }
        }
        return positions.count == changed.count
    }

    /// Adds to a step for the parent what a relationship is now: what has changed of it, or all of it without an entry.
    private func addEnds(
        of mine: ModelObject,
        at position: Int,
        _ entry: UndoStep.Entry?,
        to step: UndoStep,
        _ theirs: ModelObject
    ) {
        let relationship = mine.entity.relationship(at: position)
        if !relationship.isToMany {
            if let entry, entry.ones[position] == nil { return }
            let one = mine.one(position).flatMap { partner(of: $0) }
            return step.withEntry(of: theirs) { $0.ones[position] = .some(one) }
        }
        if let entry, entry.members[position] == nil, entry.orders[position] == nil { return }
        let many = mine.many(position)
        if relationship.inverseDescription?.isToMany != false {
            let members = entry.map { ($0.members[position] ?? []).map { ($0.object, many.contains($0.object)) } }
            for (other, isIn) in members ?? many.objects.map({ ($0, true) }) {
                guard let other = partner(of: other) else { continue }
                step.withEntry(of: theirs) { $0.note(other, at: position) { isIn } }
            }
        }
        if relationship.isOrdered, entry.map({ $0.orders[position] != nil }) ?? true {
            let order = many.objects.compactMap { partner(of: $0) }
            step.withEntry(of: theirs) { $0.orders[position] = order }
        }
    }

    /// The parent's object, which is made if it will be inserted later in the same step.
    private func partner(of mine: ModelObject) -> ModelObject? {
        theirs(of: mine) ?? (mine.lifecycle == .inserted ? makePartner(of: mine) : nil)
    }

    /// Whether two objects have the same value of an attribute. One that cannot be compared differs.
    func isEqual(_ one: ModelBacking, _ other: ModelBacking, at position: Int, of object: ModelObject) -> Bool {
        guard let table = object.table, !table.columnRanges[position].isEmpty,
            let one = context.collect({ $0.collect(position, of: one, in: table) }),
            let other = context.collect({ $0.collect(position, of: other, in: table) })
        else { return false }
        return one.count == other.count && zip(one, other).allSatisfy { $0.isStored(as: $1) }
    }
}

extension ModelContext {
    /// Has the faults among some objects read in batches.
    func readTogether(_ objects: [ModelObject]) {
        for (_, faults) in Dictionary(grouping: objects.filter { $0.isFault && $0.hasRow }, by: { $0.table?.id }) {
            if let table = faults[0].table { batches.add(faults, of: table, size: 500, in: registered) }
        }
    }

    /// Deletes objects that another step has deleted: first those that were not deleted with others, so that the same objects are
    /// inserted again together.
    ///
    /// - Parameters:
    ///   - objects: The objects.
    ///   - isCascaded: Whether an object was deleted with another one.
    func delete(_ objects: [ModelObject], _ isCascaded: (ModelObject) -> Bool) {
        let (first, others) = objects.reduce(into: ([ModelObject](), [ModelObject]())) { lists, object in
            if isCascaded(object) { lists.1.append(object) } else { lists.0.append(object) }
        }
        for object in first + others
        where object.context === self && (object.lifecycle == .stored || object.lifecycle == .inserted) {
            delete(object)
        }
    }
}
