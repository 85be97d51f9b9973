#if canImport(Darwin)
public import Foundation
#endif

extension ModelContext {
    /// Undo and notifications need to know of the same changes: the tracker passes them on.
    var changeRecorder: (any ChangeRecorder)? {
        // What a nested context takes over is no change of its own.
        if let nesting, nesting.isFollowing { return nesting }
        if let tracker { return tracker }
        return stepRecorder
    }

    /// Records for nested contexts and for undo.
    var stepRecorder: (any ChangeRecorder)? {
        if let nesting { return nesting }
        return recorder
    }

    /// Records the changes of the context, so that they can be undone and redone; `nil`, which is the default, records none.
    ///
    /// What is undone together is a group: see `UndoManager`. Undoing gives each property that the group changed the value that
    /// it had before, inserts again what the group deleted, with the same identifiers and objects, and removes what it inserted.
    /// Saving does not end that: what is undone then is a change like any other. ``rollback()`` and ``reset()`` forget all of
    /// the manager's actions.
    ///
    /// To undo a deletion, everything about the object has to be known, so it is read before: its values, large ones in files
    /// included, and its relationships. What can be undone stays in memory; `levelsOfUndo` limits it.
    ///
    /// Setting another undo manager removes what this context has registered with the former one.
    public var undoManager: UndoManager? {
        get { recorder?.manager }
        set {
            if newValue === recorder?.manager { return }
            recorder?.end()
            recorder = newValue.map { UndoRecorder(self, $0) }
        }
    }

    /// Undoes the last group of changes. Without an undo manager, or if there is nothing to undo, nothing happens.
    public func undo() {
        undoManager?.withoutIsolation { $0.undo() }
    }

    /// Redoes the last group of changes that was undone, unless something has changed since.
    public func redo() {
        undoManager?.withoutIsolation { $0.redo() }
    }
}
