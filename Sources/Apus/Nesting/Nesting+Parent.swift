import ApusSchema

extension Nesting {
    // MARK: - From the parent

    /// Takes over what the parent has changed, saved or discarded since the last time. What this context has changed by itself
    /// stays.
    func follow() {
        guard let parent, !isFollowing, context.activeAccesses == 0 else { return }
        parent.mergeSaves()
        parent.nesting?.follow()
        guard seen != parent.nesting?.revision else { return }
        replaceCopy(of: parent, keepingOwn: true)
    }

    /// Discards what this context has changed by itself.
    func rollBack() {
        guard let parent, !isFollowing else { return }
        replaceCopy(of: parent, keepingOwn: false)
    }

    private func replaceCopy(of parent: ModelContext, keepingOwn isKept: Bool) {
        isFollowing = true
        defer { isFollowing = false }
        let objects = context.inserted + context.registered.flatMap(\.objects)
        // Observers see neither the changes taken back nor half of the copy.
        objects.changing(\.properties.indices) {
            context.withoutObservation(of: objects) {
                let mine = takeBack()
                copyChanges(of: parent)
                seen = parent.nesting?.revision
                guard isKept else { return }
                let gone = context.releaseObjectsWithoutRows(of: mine)
                UndoApplication(context, self, gone).carryOut(mine)
            }
        }
    }

    /// Takes back what this context has changed by itself.
    ///
    /// - Returns: What changes it again.
    private func takeBack() -> UndoStep {
        let (mine, opposite) = (own, UndoStep())
        own = opposite
        UndoApplication(context, self, []).carryOut(mine)
        own = UndoStep()
        return opposite
    }

    /// Copies the parent's unsaved changes to this context, which has none of its own now.
    private func copyChanges(of parent: ModelContext) {
        let former = context.inserted
        for map in context.registered { for object in map.objects { object.turnIntoFault() } }
        context.forgetChanges()
        for mine in former { settle(mine, in: parent) }
        var copies: [(theirs: ModelObject, mine: ModelObject, positions: PropertyMask)] = []
        for theirs in parent.inserted {
            guard let table = theirs.table else { continue }
            let mine = twin(of: theirs)
            mine.row = theirs.row
            if theirs.row != nil {
                mine.extras.returnedTo = table
                context.hasReturned = true
            }
            mine.join(context.registered[table.root], table, as: .inserted)
            context.insertions.appendNew(mine)
            copies.append((theirs, mine, PropertyMask(all: theirs.entity.properties.count)))
        }
        for theirs in parent.changed + parent.deleted {
            guard let mine = mine(of: theirs) else { continue }
            if mine.isFault { mine.loadValues() }
            if theirs.lifecycle == .deleted {
                mine.lifecycle = .deleted
                context.deletions.append(mine)
            }
            if mine.changes.isEmpty, !theirs.changes.isEmpty { context.changed.append(mine) }
            mine.changes = theirs.changes
            copies.append((theirs, mine, theirs.changes))
        }
        // All objects are there now, so that references find them.
        for (theirs, mine, positions) in copies {
            let entity = theirs.entity
            for position in entity.properties.indices where positions.contains(position) {
                if entity.relationshipPositions.contains(position) {
                    let end = theirs.knownValues[apusEnd: position]
                    mine.knownValues[apusEnd: position] = end.mapped { self.mine(of: $0) }
                } else {
                    mine.knownValues.apusTake(position, from: theirs.knownValues)
                }
            }
        }
    }

    /// Gives an object that had no row the row that the parent has saved, or lets it go.
    private func settle(_ mine: ModelObject, in parent: ModelContext) {
        guard let theirs = pairs[ObjectIdentifier(mine)]?.theirs else { return }
        if theirs.context === parent, theirs.lifecycle == .inserted { return }
        unpair(theirs, mine)
        guard theirs.context === parent, theirs.hasRow, let table = mine.table else { return mine.leave(as: .gone) }
        let map = context.registered[table.root]
        if let early = map[theirs.rowOrNone] { context.release(early, from: map) }
        mine.row = theirs.row
        mine.knownExtras?.returnedTo = nil
        map.insert(mine)
        mine.turnIntoFault()
    }

    // MARK: - To the parent

    /// Makes in the parent what this context has changed by itself.
    func push() {
        guard let parent else { return }
        isFollowing = true
        let step = UndoStep()
        for entry in own.entries { add(entry, to: step) }
        own = UndoStep()
        isFollowing = false
        // The parent has its own idea of what follows from it: delete rules, other ends.
        seen = nil
        let objects = step.entries.map(\.object)
        objects.changing(\.properties.indices) {
            parent.withoutObservation(of: objects) {
                UndoApplication(parent, parent.changeRecorder ?? self, []).carryOut(step)
            }
        }
    }

    /// Adds to a step for the parent what one object is now.
    private func add(_ entry: UndoStep.Entry, to step: UndoStep) {
        let mine = entry.object
        guard isPresent(mine) else {
            if entry.wasPresent, let theirs = theirs(of: mine) { step.withEntry(of: theirs, isPresent: false) }
            return
        }
        let isNew = !entry.wasPresent && pairs[ObjectIdentifier(mine)] == nil && mine.lifecycle == .inserted
        guard let theirs = isNew ? makePartner(of: mine) : theirs(of: mine) else { return }
        let entity = mine.entity
        let isWhole = isNew || !entry.wasPresent
        step.withEntry(of: theirs) { new in
            new.hasLeft = isWhole
            new.row = mine.row
            for position in entity.properties.indices where !entity.relationshipPositions.contains(position) {
                guard isWhole || entry.attributes.contains(position) else { continue }
                if !isWhole { new.attributes.insert(position) }
                new.note(mine.knownValues, at: position)
            }
        }
        for position in entity.relationshipPositions {
            let relationship = entity.relationship(at: position)
            if !relationship.isToMany {
                guard isWhole || entry.ones[position] != nil else { continue }
                let one = mine.one(position).flatMap { partner(of: $0) }
                step.withEntry(of: theirs) { $0.ones[position] = .some(one) }
                continue
            }
            let many = mine.many(position)
            if relationship.inverseDescription?.isToMany != false {
                let members =
                    isWhole
                    ? many.objects.map { ($0, true) }
                    : (entry.members[position] ?? []).map { ($0.object, many.contains($0.object)) }
                for (other, isIn) in members {
                    guard let other = partner(of: other) else { continue }
                    step.withEntry(of: theirs) { $0.note(other, at: position) { isIn } }
                }
            }
            if relationship.isOrdered, isWhole || entry.orders[position] != nil {
                let order = many.objects.compactMap { partner(of: $0) }
                step.withEntry(of: theirs) { $0.orders[position] = order }
            }
        }
    }

    /// The parent's object, which is made if it will be inserted later in the same step.
    private func partner(of mine: ModelObject) -> ModelObject? {
        theirs(of: mine) ?? (mine.lifecycle == .inserted ? makePartner(of: mine) : nil)
    }

    // MARK: - Objects that stand for each other

    private func makePartner(of mine: ModelObject) -> ModelObject? {
        if let known = pairs[ObjectIdentifier(mine)] { return known.theirs }
        guard let table = mine.table else { return nil }
        let theirs = table.entity.objectType.init(apusBacking: table.entity.valuesType.init())
        pair(theirs, mine)
        return theirs
    }

    private func twin(of theirs: ModelObject) -> ModelObject {
        if let known = pairs[ObjectIdentifier(theirs)] { return known.mine }
        let mine = theirs.entity.objectType.init(apusBacking: theirs.entity.valuesType.init())
        pair(theirs, mine)
        return mine
    }

    private func pair(_ theirs: ModelObject, _ mine: ModelObject) {
        let pair = Pair(theirs: theirs, mine: mine)
        (pairs[ObjectIdentifier(theirs)], pairs[ObjectIdentifier(mine)]) = (pair, pair)
        // Their identifiers are equal.
        let known = mine.knownExtras ?? theirs.extras
        (mine.extras.temporaryID, theirs.extras.temporaryID) = (known.temporaryID, known.temporaryID)
    }

    private func unpair(_ theirs: ModelObject, _ mine: ModelObject) {
        pairs[ObjectIdentifier(theirs)] = nil
        pairs[ObjectIdentifier(mine)] = nil
    }

    private func mine(of theirs: ModelObject) -> ModelObject? {
        if let known = pairs[ObjectIdentifier(theirs)] { return known.mine }
        guard theirs.hasRow, let table = theirs.table, let row = theirs.row else { return nil }
        return context.fault(in: table, row: row)
    }

    private func theirs(of mine: ModelObject) -> ModelObject? {
        if let known = pairs[ObjectIdentifier(mine)] { return known.theirs }
        guard mine.hasRow, let table = mine.table, let row = mine.row else { return nil }
        return parent?.fault(in: table, row: row)
    }

    private func isPresent(_ object: ModelObject) -> Bool {
        object.context === context && (object.lifecycle == .stored || object.lifecycle == .inserted)
    }
}

extension RelationshipEnd {
    /// The same end of another object's relationship.
    ///
    /// - Parameter counterpart: Returns the object that stands for one of this end.
    fileprivate func mapped(_ counterpart: (ModelObject) -> ModelObject?) -> RelationshipEnd {
        switch state {
        case .one(let object): RelationshipEnd(.one(object.flatMap(counterpart)))
        case .many(let related): RelationshipEnd(.many(related.mapped(counterpart)))
        case .unknown, .row, .detached: self
        }
    }
}
