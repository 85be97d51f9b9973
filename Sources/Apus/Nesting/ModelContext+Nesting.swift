import Foundation

extension ModelContext {
    /// Creates a nested context: its saves go to its parent, which has the changes as unsaved ones of its own then. Only the
    /// outermost context writes to the store.
    ///
    /// A fetch finds what the parent has not saved, too. The parent's new objects have the same identifiers here. Both contexts are
    /// used by the same task.
    ///
    /// - Parameters:
    ///   - parent: The context to save to. It is retained.
    ///   - isObservable: Whether the objects can be observed: see ``init(_:isObservable:)``.
    public convenience init(parent: ModelContext, isObservable: Bool? = nil) {
        self.init(parent.container, isObservable: isObservable)
        if parent.nesting == nil { parent.nesting = Nesting(parent, parent: nil) }
        nesting = Nesting(self, parent: parent)
        mergePolicy = parent.mergePolicy
    }

    /// The context that this one saves to; `nil` if that is the store.
    public var parent: ModelContext? { nesting?.parent }

    /// Those objects that this context has changed by itself.
    func own(_ objects: [ModelObject]) -> [ModelObject] {
        guard let nesting, nesting.parent != nil else { return objects }
        return objects.filter { nesting.hasOwnChange(of: $0) }
    }

    /// Makes in the parent what this context has changed.
    func save(to nesting: Nesting) throws {
        guard activeAccesses == 0, !isSaving else { throw ModelError.nestedSave }
        isSaving = true
        defer { isSaving = false }
        mergeSaves()
        nesting.follow()
        tracker?.post()
        NotificationCenter.default.post(name: Self.willSave, object: self)
        tracker?.post()
        let changed = Set((own(inserted) + own(changed) + own(deleted)).map(\.persistentModelID))
        // What the parent has made wrong is the parent's.
        let violations = findViolations().filter { changed.contains($0.object) }
        if let readingError { throw readingError }
        guard violations.isEmpty else { throw ModelError.validation(violations) }
        let saved = SavedChanges(
            inserted: own(inserted).map(\.persistentModelID),
            updated: own(self.changed).filter { $0.lifecycle == .stored }.map(\.persistentModelID),
            deleted: own(deleted).map(\.persistentModelID),
            properties: []
        )
        nesting.push()
        failedAutosaves = nil
        endAutosave()
        NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: saved.userInfo)
    }
}

extension Nesting {
    /// Whether the context has changed anything by itself.
    var hasOwnChanges: Bool { !own.entries.isEmpty }

    /// Whether the context has changed an object by itself.
    func hasOwnChange(of object: ModelObject) -> Bool { own.hasEntry(of: object) }
}
