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
    /// Whether changes are made that are not the user's.
    var isFollowing = false
    /// What the objects that this context has changed by itself were before.
    var own = UndoStep()
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
        (own, pairs, seen) = (UndoStep(), [:], nil)
        revision += 1
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
