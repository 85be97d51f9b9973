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

    /// Records something about an object of the context.
    private func record(_ object: ModelObject, _ body: (StepRecorder) -> Void) {
        guard object.context === context, let step = current else { return }
        body(StepRecorder(context: context, step: step))
    }

    func recordAttribute(of object: ModelObject, at position: Int) {
        record(object) { $0.recordAttribute(of: object, at: position) }
    }

    func recordOne(of object: ModelObject, at position: Int) {
        record(object) { $0.recordOne(of: object, at: position) }
    }

    func recordMember(_ other: ModelObject, of object: ModelObject, at position: Int) {
        record(object) { $0.recordMember(other, of: object, at: position) }
    }

    func recordOrder(of object: ModelObject, at position: Int) {
        record(object) { $0.recordOrder(of: object, at: position) }
    }

    func recordInsertion(of object: ModelObject) {
        current.map { StepRecorder(context: context, step: $0).recordInsertion(of: object) }
    }

    func recordRemoval(of object: ModelObject) {
        if object.isFault { object.loadValues() }
        record(object) { $0.recordRemoval(of: object) }
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
