import ApusSchema
import Foundation

/// Records what the objects of a context were before they changed, in a step that its undo manager undoes.
///
/// Each change asks for it before it is made, so that an observer or a failure in between finds nothing half recorded. A
/// context without an undo manager has none.
final class UndoRecorder: ChangeRecorder, @unchecked Sendable {
    let manager: UndoManager
    private unowned let context: ModelContext
    /// The step that records; `nil` before the first change of a group. The manager retains it, and may forget it at any time.
    private weak var step: UndoStep?
    /// Whether the step is the opposite of one that is being undone.
    private var isApplying = false
    /// Counts how often the actions of the context were forgotten.
    private var generation = 0
    private var observers: [any NSObjectProtocol] = []

    init(_ context: ModelContext, _ manager: UndoManager) {
        (self.context, self.manager) = (context, manager)
        // What changes in another group is another step.
        for name in [Notification.Name.NSUndoManagerCheckpoint, .NSUndoManagerDidCloseUndoGroup] {
            let observer = NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) {
                [weak self] _ in self?.endStep()
            }
            observers.append(observer)
        }
    }

    deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }

    /// Ends the group that the manager opened by itself. With a run loop, that ends it.
    func endEvent() {
        endStep()
        #if !canImport(Darwin)
        manager.endEvent()
        #endif
    }

    private func endStep() {
        if !isApplying { step = nil }
    }

    /// Forgets everything that can be undone or redone.
    func clear() {
        generation += 1
        step = nil
        withUndoManager { $0.removeAllActions() }
    }

    /// Forgets what can be undone or redone in this context.
    func end() {
        generation += 1
        step = nil
        withUndoManager { $0.removeAllActions(withTarget: self) }
    }

    // MARK: - Recording

    /// The step that records a change now; `nil` if no change is to be recorded.
    private var current: UndoStep? {
        if isApplying { return step }
        guard withUndoManager({ $0.isUndoRegistrationEnabled }) else { return nil }
        if let step { return step }
        let made = UndoStep()
        register(made)
        step = made
        return made
    }

    private func register(_ step: UndoStep) {
        withUndoManager { manager in
            // Without events, a change outside of any group is one.
            let isAlone = !manager.groupsByEvent && manager.groupingLevel == 0
            if isAlone { manager.beginUndoGrouping() }
            manager.registerUndo(withTarget: self) { $0.undo(step) }
            if isAlone { manager.endUndoGrouping() }
        }
    }

    private func isPresent(_ object: ModelObject) -> Bool {
        object.context === context && (object.lifecycle == .stored || object.lifecycle == .inserted)
    }

    /// Records the value of an attribute.
    func recordAttribute(of object: ModelObject, at position: Int) {
        guard object.context === context, let step = current else { return }
        readFile(of: object, at: position)
        step.withEntry(of: object, isPresent: isPresent(object) || object.lifecycle == .deleted) { entry in
            entry.attributes.insert(position)
            entry.note(object.knownValues, at: position)
        }
    }

    /// Reads a value that is in a file, which the next save may remove.
    private func readFile(of object: ModelObject, at position: Int) {
        guard object.table?.externalPositions.contains(position) == true else { return }
        let earlier = context.readingError
        _ = object[keyPath: object.entity.keyPaths()[position]]
        // Undoing is not possible then, but changing is.
        context.readingError = earlier
    }

    /// Records the object of a to-one relationship.
    func recordOne(of object: ModelObject, at position: Int) {
        guard isPresent(object), let step = current else { return }
        let other = object.one(position)
        step.withEntry(of: object) { if $0.ones[position] == nil { $0.ones[position] = .some(other) } }
    }

    /// Records whether an object is in a to-many relationship, and where.
    func recordMember(_ other: ModelObject, of object: ModelObject, at position: Int) {
        guard isPresent(object), let step = current else { return }
        let relationship = object.entity.relationship(at: position)
        if relationship.isOrdered { recordOrder(of: object, at: position) }
        // Otherwise, the other object knows.
        if relationship.inverseDescription?.isToMany == false { return }
        let related = object.many(position)
        step.withEntry(of: object) { $0.note(other, at: position) { related.contains(other) } }
    }

    /// Records the order of the objects of a relationship.
    func recordOrder(of object: ModelObject, at position: Int) {
        guard isPresent(object), let step = current, !step.hasOrder(of: object, at: position) else { return }
        let order = object.many(position).objects
        step.withEntry(of: object) { $0.orders[position] = order }
    }

    /// Records that an object was not in the context.
    func recordInsertion(of object: ModelObject) {
        current?.withEntry(of: object, isPresent: false)
    }

    /// Records all that an object is, which leaves the context or is deleted.
    func recordRemoval(of object: ModelObject) {
        if object.isFault { object.loadValues() }
        // Its row may be gone.
        guard isPresent(object), let step = current, let table = object.table else { return }
        let entity = object.entity
        for position in table.externalPositions { readFile(of: object, at: position) }
        step.withEntry(of: object) { entry in
            if entry.hasLeft { return }
            entry.hasLeft = true
            entry.row = object.row
            for position in entity.properties.indices where !entity.relationshipPositions.contains(position) {
                entry.note(object.knownValues, at: position)
            }
        }
        for position in entity.relationshipPositions { recordEnds(of: object, at: position) }
        // The objects whose relationships without an inverse lose it.
        for (near, position) in context.coordinator.oneWayJoinTables(to: table.entity) {
            for row in context.ownerRows(of: object, near, position) {
                context.object(of: near.entity, row: row).map { recordMember(object, of: $0, at: position) }
            }
        }
    }

    /// Records both ends of a relationship.
    func recordEnds(of object: ModelObject, at position: Int) {
        let relationship = object.entity.relationship(at: position)
        let others = object.related(position)
        if relationship.isToMany {
            if relationship.isOrdered { recordOrder(of: object, at: position) }
            for other in others { recordMember(other, of: object, at: position) }
        } else {
            recordOne(of: object, at: position)
        }
        guard let inverse = relationship.inverse, let back = relationship.inverseDescription else { return }
        for other in others {
            if !back.isToMany { recordOne(of: other, at: inverse) }
            if back.isOrdered { recordOrder(of: other, at: inverse) }
        }
    }

    // MARK: - Undoing

    /// Gives objects back what they were, and registers how to redo it.
    ///
    /// Observers are notified before the first change and after the last: they may respond with anything, so they must not see
    /// half of it.
    private func undo(_ step: UndoStep) {
        if isApplying { return }
        let generation = generation
        // What others have deleted stays deleted.
        context.mergeSaves()
        let gone = context.releaseObjectsWithoutRows(of: step)
        let notified = step.entries.filter { $0.object.accessFlags.contains(.observed) }.map {
            ($0.object, $0.positions)
        }
        for (object, positions) in notified { for position in positions { object.willChange(position) } }
        defer { for (object, positions) in notified { for position in positions { object.didChange(position) } } }
        // An observer may have discarded all changes.
        guard generation == self.generation else { return }
        let opposite = UndoStep()
        (self.step, isApplying) = (opposite, true)
        context.withoutObservation(of: step.entries.map(\.object)) {
            UndoApplication(context, context.changeRecorder ?? self, gone).carryOut(step)
        }
        (self.step, isApplying) = (nil, false)
        if !opposite.entries.isEmpty, withUndoManager({ $0.isUndoRegistrationEnabled }) { register(opposite) }
        notify(of: opposite, after: notified)
    }

    /// Notifies the observers of what changed as well, such as the objects that gave up a partner.
    private func notify(of step: UndoStep, after notified: [(ModelObject, [Int])]) {
        let known = Dictionary(notified.map { (ObjectIdentifier($0.0), Set($0.1)) }) { $0.union($1) }
        for entry in step.entries where entry.object.accessFlags.contains(.observed) {
            for position in entry.positions where known[ObjectIdentifier(entry.object)]?.contains(position) != true {
                entry.object.willChange(position)
                entry.object.didChange(position)
            }
        }
    }

    private func withUndoManager<Result>(_ body: @MainActor (UndoManager) -> Result) -> Result {
        manager.withoutIsolation(body)
    }
}

extension UndoManager {
    /// Uses the undo manager where its context is used. Apple's systems declare it for the main actor only, although it may be
    /// used by any thread, one at a time.
    nonisolated func withoutIsolation<Result>(_ body: @MainActor (UndoManager) -> Result) -> Result {
        withoutActuallyEscaping(body) { unsafeBitCast($0, to: ((UndoManager) -> Result).self)(self) }
    }
}
