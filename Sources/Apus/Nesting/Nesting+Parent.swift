import ApusSchema

extension Nesting {
    /// Takes over what the parent has changed, saved or discarded since the last time. What this context has changed by itself
    /// stays. If nothing has changed, that costs nothing.
    func follow() {
        guard let parent, !isFollowing, !isPushing, context.activeAccesses == 0, parent.activeAccesses == 0 else {
            return
        }
        parent.mergeSaves()
        // What others have saved is in the parent, or in the store, which is read again.
        let saves = parent.pins == nil ? context.mailbox.takeAll() : []
        guard seen != parent.nesting?.revision || !saves.isEmpty else { return }
        // What this context has changed is another event than what the parent has.
        context.tracker?.post()
        replaceCopy(of: parent, keepingOwn: true, after: saves)
        context.isMerging = true
        defer { context.isMerging = false }
        context.tracker?.post()
    }

    /// Discards what this context has changed by itself.
    func rollBack() {
        guard let parent, !isFollowing else { return }
        replaceCopy(of: parent, keepingOwn: false, after: [])
    }

    func replaceCopy(of parent: ModelContext, keepingOwn isKept: Bool, after saves: [SavedChanges]) {
        isFollowing = true
        defer { isFollowing = false }
        let objects = context.inserted + context.registered.flatMap(\.objects)
        context.tracker?.noteRefresh(of: objects)
        // Observers see neither the changes taken back nor half of the copy.
        objects.changing(\.properties.indices) {
            context.withoutObservation(of: objects) {
                let (order, needed) = (changes.inserted, isKept ? neededObjects : [])
                let changed = isKept ? own.entries.filter(\.wasPresent).map(\.object) : []
                let (errors, cascades) = ((context.readingError, context.unreportedError), context.cascades)
                // Deleting them again must not delete what this context has kept.
                if isKept { _ = context.unlinkCauses { self.own.entry(of: $0)?.wasPresent == true } }
                for entry in own.entries where isKept { bases.keep(entry) }
                let mine = takeBack()
                copyChanges(of: parent)
                copied += 1
                seen = parent.nesting?.revision
                let gone = releaseDeletedObjects(saves)
                guard isKept else { return forgetChanges() }
                // Copying may have failed, too.
                context.readingError = errors.0 ?? context.readingError
                context.unreportedError = errors.1 ?? context.unreportedError
                context.readTogether(mine.entries.map(\.object))
                UndoApplication(context, self, gone).carryOut(mine) { self.context.delete($0, cascades.contains) }
                restoreOrder(order)
                // Such as a relationship to what the parent has discarded.
                context.tracker?.noteLostChanges(of: changed.filter { isPresent($0) && $0.isUnchanged })
                lost += needed.filter { object in !isPresent(object) && !lost.contains { $0 === object } }
            }
        }
    }

    /// Lets go of the objects that others have deleted, unless the parent has changed them.
    ///
    /// - Returns: The objects.
    private func releaseDeletedObjects(_ saves: [SavedChanges]) -> Set<ObjectIdentifier> {
        let deleted = saves.flatMap(\.deleted).compactMap(context.registeredObject)
        let erased = saves.contains { $0.erased != nil } ? context.registered.flatMap(\.objects) : []
        let gone = context.releaseObjectsWithoutRows((deleted + erased).filter(\.isUnchanged))
        return Set(gone.map { ObjectIdentifier($0) })
    }

    /// The objects without which this context's own changes are not what they were: the changed ones, and those that they were
    /// related to.
    var neededObjects: [ModelObject] {
        var needed: [ObjectIdentifier: ModelObject] = [:]
        func need(_ object: ModelObject) {
            if isPresent(object) { needed[ObjectIdentifier(object)] = object }
        }
        for entry in own.entries where isPresent(entry.object) {
            let object = entry.object
            if !entry.wasPresent {
                for position in object.entity.relationshipPositions { object.knownRelated(position).forEach(need) }
                continue
            }
            // What has an inverse is needed for the other ends.
            let isOneWay = entry.members.keys.contains { object.entity.relationship(at: $0).inverse == nil }
            if !entry.attributes.isEmpty || !entry.ones.isEmpty || !entry.orders.isEmpty || isOneWay { need(object) }
            for position in entry.ones.keys { object.one(position).map(need) }
            for (position, members) in entry.members {
                for member in members where !member.wasIn && object.many(position).contains(member.object) {
                    need(member.object)
                }
            }
        }
        return Array(needed.values)
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

    /// Gives the objects that this context has inserted the order that they had, after those of the parent.
    private func restoreOrder(_ order: [ModelObject]) {
        let known = Set(order.map { ObjectIdentifier($0) })
        let others = context.inserted.filter { !known.contains(ObjectIdentifier($0)) }
        context.insertions = ObjectList(others + order.filter { $0.context === context && $0.lifecycle == .inserted })
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
            context.tracker?.noteRefresh(of: [mine])
            mine.row = theirs.row
            if theirs.row != nil {
                mine.extras.returnedTo = table
                context.hasReturned = true
            }
            mine.join(context.registered[table.root], table, as: .inserted)
            context.insertions.appendNew(mine)
            copies.append((theirs, mine, PropertyMask(all: theirs.entity.properties.count)))
        }
        let stored = (parent.changed + parent.deleted).compactMap { theirs in mine(of: theirs).map { (theirs, $0) } }
        context.readTogether(stored.map(\.1))
        for (theirs, mine) in stored {
            if mine.isFault { mine.loadValues() }
            if theirs.lifecycle == .deleted {
                mine.lifecycle = .deleted
                context.deletions.append(mine)
            }
            if !mine.isChanged, theirs.isChanged { context.changed.append(mine) }
            mine.changes = theirs.changes
            // Another context may have saved other values of what the parent has not changed: the parent keeps what it has read.
            let isKept = theirs.lifecycle != .deleted && !theirs.isFault
            if isKept, let table = theirs.table {
                for position in table.writtenAttributes {
                    mine.knownValues.apusTake(position, from: theirs.knownValues)
                }
            }
            copies.append((theirs, mine, theirs.changes))
        }
        context.cascades.add(parent.cascades) { mine(of: $0) }
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
        guard theirs.context === parent, theirs.hasRow, let table = mine.table else {
            // It may have been united with another object, whose identifier it has then.
            mine.row = theirs.row
            return mine.leave(as: .gone)
        }
        let map = context.registered[table.root]
        if let early = map[theirs.rowOrNone] { context.release(early, from: map) }
        mine.row = theirs.row
        mine.knownExtras?.returnedTo = nil
        map.insert(mine)
        mine.turnIntoFault()
    }

    // MARK: - Objects that stand for each other

    func makePartner(of mine: ModelObject) -> ModelObject? {
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

    func mine(of theirs: ModelObject) -> ModelObject? {
        if let known = pairs[ObjectIdentifier(theirs)] { return known.mine }
        guard theirs.hasRow, let table = theirs.table, let row = theirs.row else { return nil }
        return context.fault(in: table, row: row)
    }

    func theirs(of mine: ModelObject) -> ModelObject? {
        if let known = pairs[ObjectIdentifier(mine)] { return known.theirs }
        guard mine.hasRow, let table = mine.table, let row = mine.row else { return nil }
        return parent?.fault(in: table, row: row)
    }
}

extension RelationshipEnd {
    /// The same end of another object's relationship.
    ///
    /// - Parameter counterpart: Returns the object that stands for one of this end.
    /// - Returns: The end.
    fileprivate func mapped(_ counterpart: (ModelObject) -> ModelObject?) -> RelationshipEnd {
        switch state {
        case .one(let object): RelationshipEnd(.one(object.flatMap(counterpart)))
        case .many(let related): RelationshipEnd(.many(related.mapped(counterpart)))
        case .unknown, .row, .detached: self
        }
    }
}
