import ApusSchema

/// What a nested context knows of its parent, or a context with nested ones of its own changes.
///
/// A nested context has a copy of what its parent has not saved, as if it had made these changes itself, so that its fetches find
/// them like any others. What it changes by itself is recorded in a step, as for undo. The opposite of that step takes the
/// changes back while the copy is made again; put into the parent's objects, it is the save.
final class Nesting: ChangeRecorder {
    /// The context that saves go to; `nil` for one that only has nested ones.
    let parent: ModelContext?
    unowned let context: ModelContext
    /// Counts what happens to the unsaved changes, for nested contexts.
    var revision = 0
    /// The parent's number when its changes were copied.
    var seen: Int?
    /// How often the parent's changes were copied, for tests.
    var copied = 0
    /// Whether changes are made that are not the user's.
    var isFollowing = false
    /// Whether this context has what its parent is about to get.
    var isPushing = false
    /// What the objects that this context has changed by itself were before, according to the copy.
    var own = UndoStep()
    /// What changed properties were when this context read them, if the parent has changed anything since.
    var bases = UndoStep()
    /// The objects that the parent does not have any more, although this context has changed them, or refers to them.
    var lost: [ModelObject] = []
    /// The objects that were new in one of the contexts, by either.
    var pairs: [ObjectIdentifier: Pair] = [:]

    /// A context's object, and the one of its parent.
    struct Pair {
        let theirs: ModelObject
        let mine: ModelObject
    }

    init(_ context: ModelContext, parent: ModelContext?) {
        (self.context, self.parent) = (context, parent)
    }

    /// Forgets everything, because the context does.
    func reset() {
        forgetChanges()
        (pairs, seen) = ([:], nil)
        revision += 1
    }

    /// Forgets what the context has changed by itself.
    func forgetChanges() {
        (own, bases, lost) = (UndoStep(), UndoStep(), [])
    }

    // MARK: - The context's own changes

    /// Whether the context has changed anything by itself.
    var hasChanges: Bool {
        !lost.isEmpty || own.entries.contains { $0.wasPresent || isPresent($0.object) }
    }

    /// The objects that the context has changed by itself.
    var changes: (inserted: [ModelObject], updated: [ModelObject], deleted: [ModelObject]) {
        var changes: (inserted: [ModelObject], updated: [ModelObject], deleted: [ModelObject]) = ([], [], [])
        for entry in entries {
            switch (entry.wasPresent, isPresent(entry.object)) {
            case (false, true): changes.inserted.append(entry.object)
            case (true, true): changes.updated.append(entry.object)
            case (true, false): changes.deleted.append(entry.object)
            case (false, false): break
            }
        }
        return changes
    }

    /// What is recorded, new objects in the order in which they were inserted.
    var entries: [UndoStep.Entry] {
        let new = context.inserted.enumerated().map { (ObjectIdentifier($0.element), $0.offset) }
        let ranks = Dictionary(uniqueKeysWithValues: new)
        let (inserted, others) = own.entries.reduce(into: ([UndoStep.Entry](), [UndoStep.Entry]())) { lists, entry in
            if ranks[ObjectIdentifier(entry.object)] == nil { lists.1.append(entry) } else { lists.0.append(entry) }
        }
        return inserted.sorted {
            ranks[ObjectIdentifier($0.object), default: 0] < ranks[ObjectIdentifier($1.object), default: 0]
        }
            + others
    }

    func isPresent(_ object: ModelObject) -> Bool {
        object.context === context && (object.lifecycle == .stored || object.lifecycle == .inserted)
    }

    // MARK: - Recording

    private func record(_ body: (any ChangeRecorder) -> Void, _ own: (StepRecorder) -> Void) {
        revision += 1
        if parent != nil { own(StepRecorder(context: context, step: self.own)) }
        if !isFollowing { context.recorder.map(body) }
    }

    func recordAttribute(of object: ModelObject, at position: Int) {
        record({ $0.recordAttribute(of: object, at: position) }) { $0.recordAttribute(of: object, at: position) }
    }

    func recordOne(of object: ModelObject, at position: Int) {
        record({ $0.recordOne(of: object, at: position) }) { $0.recordOne(of: object, at: position) }
    }

    func recordMember(_ other: ModelObject, of object: ModelObject, at position: Int) {
        record({ $0.recordMember(other, of: object, at: position) }) {
            $0.recordMember(other, of: object, at: position)
        }
    }

    func recordOrder(of object: ModelObject, at position: Int) {
        record({ $0.recordOrder(of: object, at: position) }) { $0.recordOrder(of: object, at: position) }
    }

    func recordInsertion(of object: ModelObject) {
        record({ $0.recordInsertion(of: object) }) { $0.recordInsertion(of: object) }
    }

    func recordRemoval(of object: ModelObject) {
        record({ $0.recordRemoval(of: object) }) { $0.recordRemoval(of: object) }
    }
}
