import ApusSchema

/// Gives the objects of a context back what they were. No code of the user runs meanwhile, unless it is a value's own.
struct UndoApplication {
    private let context: ModelContext
    private let recorder: any ChangeRecorder
    /// The objects that others have deleted.
    private let gone: Set<ObjectIdentifier>

    init(_ context: ModelContext, _ recorder: any ChangeRecorder, _ gone: Set<ObjectIdentifier>) {
        (self.context, self.recorder, self.gone) = (context, recorder, gone)
    }

    /// Gives objects back what a step has recorded.
    ///
    /// Relationships are set as the user sets them, so both ends agree whatever happened since. Objects that others have
    /// deleted stay deleted, and are in no relationship. Objects come first, and go last, so that each relationship finds its
    /// objects.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - deletions: What deletes objects that were not in the context; `nil` removes them without delete rules.
    func carryOut(_ step: UndoStep, deletions: (([ModelObject]) -> Void)? = nil) {
        for entry in step.entries
        where entry.hasLeft && !isPresent(entry.object) && !gone.contains(ObjectIdentifier(entry.object)) {
            bringBack(entry)
        }
        // A deleted object can be changed, too.
        for entry in step.entries where entry.wasPresent { restoreAttributes(of: entry) }
        let present = step.entries.filter { $0.wasPresent && isPresent($0.object) }
        for entry in present { restoreRelationships(of: entry) }
        for entry in present {
            for (position, order) in entry.orders { restore(order, of: entry.object, at: position) }
        }
        let leaving = step.entries.filter { !$0.wasPresent && isPresent($0.object) }.map(\.object)
        if let deletions { return deletions(leaving) }
        for object in leaving { context.remove(object) }
    }

    private func isPresent(_ object: ModelObject) -> Bool {
        object.context === context && (object.lifecycle == .stored || object.lifecycle == .inserted)
    }

    private func bringBack(_ entry: UndoStep.Entry) {
        let object = entry.object
        recorder.recordInsertion(of: object)
        if object.context === context, object.lifecycle == .deleted {
            context.keep(object)
        } else if object.context == nil {
            context.insertAgain(object, row: entry.row)
            guard let values = entry.values else { return }
            for position in object.entity.properties.indices where entry.known.contains(position) {
                object.knownValues.apusTake(position, from: values)
            }
        }
    }

    private func restoreAttributes(of entry: UndoStep.Entry) {
        let object = entry.object
        guard let values = entry.values else { return }
        for position in object.entity.properties.indices where entry.attributes.contains(position) {
            if object.isFault { object.loadValues() }
            guard object.context === context else { return }
            recorder.recordAttribute(of: object, at: position)
            if object.entity.isStored(position) { object.noteChange(position) }
            object.knownValues.apusTake(position, from: values)
        }
    }

    private func restoreRelationships(of entry: UndoStep.Entry) {
        let object = entry.object
        for (position, one) in entry.ones { object.setOne(position, one.flatMap { isPresent($0) ? $0 : nil }) }
        for (position, members) in entry.members {
            for member in members where isPresent(member.object) {
                let isIn = object.many(position).contains(member.object)
                if member.wasIn, !isIn { object.add(position, member.object) }
                if !member.wasIn, isIn { object.remove(position, member.object) }
            }
        }
    }

    /// Gives the objects of a relationship their order. Those that others have added since come last.
    private func restore(_ order: [ModelObject], of object: ModelObject, at position: Int) {
        let current = object.many(position).objects
        let members = Set(current.map { ObjectIdentifier($0) })
        let former = Set(order.map { ObjectIdentifier($0) })
        let list =
            order.filter { members.contains(ObjectIdentifier($0)) }
            + current.filter { !former.contains(ObjectIdentifier($0)) }
        object.apusSet(position, list)
    }
}

extension ModelContext {
    /// Removes the objects from the context that others have deleted, and that this context has changed in nothing but what is
    /// undone. Whatever else was changed is left for ``save()`` to report.
    ///
    /// - Returns: The objects.
    func releaseObjectsWithoutRows(of step: UndoStep) -> Set<ObjectIdentifier> {
        let candidates = step.objects.filter {
            $0.context === self
                && ($0.lifecycle == .deleted || $0.lifecycle == .stored && step.covers($0.changes, of: $0))
        }
        return Set(releaseObjectsWithoutRows(candidates).map { ObjectIdentifier($0) })
    }

    /// Removes objects from the context that have no row any more, with their changes.
    @discardableResult
    func releaseObjectsWithoutRows(_ objects: [ModelObject]) -> [ModelObject] {
        var identifiers: Set<ObjectIdentifier> = []
        for (_, objects) in Dictionary(grouping: objects, by: { $0.table?.id }) {
            guard let table = objects[0].table else { continue }
            var missing: [ObjectIdentifier] = []
            do {
                try read(table) { access in
                    for object in objects {
                        var isFound = false
                        try row(of: object, access) { _, _, _ in isFound = true }
                        if !isFound { missing.append(ObjectIdentifier(object)) }
                    }
                }
            } catch {
                // The rest is unknown, and saving tells.
            }
            identifiers.formUnion(missing)
        }
        let gone = objects.filter { identifiers.contains(ObjectIdentifier($0)) }
        if gone.isEmpty { return [] }
        keepChanged { !identifiers.contains(ObjectIdentifier($0)) }
        notifyingAfterwards {
            for object in gone { object.table.map { release(object, from: registered[$0.root]) } }
        }
        return gone
    }

    /// Runs work that changes objects whose observers are notified of it otherwise.
    func withoutObservation(of others: [ModelObject], _ work: () -> Void) {
        let observed = (others + inserted + registered.flatMap(\.objects)).filter { $0.accessFlags.contains(.observed) }
        for object in observed { object.accessFlags.remove(.observed) }
        work()
        for object in observed { object.accessFlags.insert(.observed) }
    }

    /// Keeps a deleted object whose row is still in the store.
    func keep(_ object: ModelObject) {
        _ = cascades.forget(object)
        restore(object)
        noteUnsavedChange()
    }

    /// Inserts an object that has left the context, without relationships.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - row: The row that it had in the store. It gets it again, as no other object ever does.
    func insertAgain(_ object: ModelObject, row: Int64?) {
        guard let table = coordinator.table(of: object.entity) else { return }
        _ = cascades.forget(object)
        object.forgetEnds()
        object.row = row
        if row != nil {
            object.extras.returnedTo = table
            hasReturned = true
        }
        object.accessFlags.subtract([.neverRead, .staleDerivations])
        object.join(registered[table.root], table, as: .inserted)
        insertions.append(object)
        noteUnsavedChange()
    }

    /// Removes an object from its relationships and from the context. Of the delete rules, those that leave relationships as they
    /// are hold for an object with a row: saving it is denied, or left to the app.
    func remove(_ object: ModelObject) {
        changeRecorder?.recordRemoval(of: object)
        let entity = object.entity
        for position in entity.relationshipPositions where entity.relationship(at: position).inverse != nil {
            let rule = entity.relationship(at: position).deleteRule
            if object.lifecycle == .stored, rule == .deny || rule == .noAction { continue }
            for other in object.related(position) { object.unlink(position, other) }
        }
        loseOwners(of: object)
        if object.lifecycle == .stored {
            _ = mark(object)
        } else if object.lifecycle == .inserted {
            insertions.remove(object)
            object.leave(as: .free)
        }
    }
}

extension EntityDescription {
    /// Whether a property is stored.
    func isStored(_ position: Int) -> Bool {
        if case .attribute(_, _, 0) = properties[position] { false } else { true }
    }
}
