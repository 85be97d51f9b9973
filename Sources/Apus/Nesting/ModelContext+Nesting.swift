import Foundation

extension ModelContext {
    /// Creates a nested context: its saves go to its parent, which has the changes as unsaved ones of its own then. Only the
    /// outermost context writes to the store.
    ///
    /// A fetch finds what the parent has not saved, too. The parent's new objects have the same identifiers here. If both change
    /// the same property, ``mergePolicy`` decides, as between contexts that save to the store. Constraints that only the store can
    /// check, such as unique values, are checked when the outermost context is saved.
    ///
    /// Both contexts are used by the same task: a nested context belongs to the actor of its parent, and the compiler refuses to
    /// send one of them to another task. It reads the state that its parent is pinned to, and pins its parent.
    ///
    /// - Parameters:
    ///   - parent: The context to save to. It is retained.
    ///   - isObservable: Whether the objects can be observed: see ``init(_:isObservable:)``.
    public convenience init(parent: ModelContext, isObservable: Bool? = nil) {
        self.init(parent.container, isObservable: isObservable)
        if parent.nesting == nil { parent.nesting = Nesting(parent, parent: nil) }
        nesting = Nesting(self, parent: parent)
        mergePolicy = parent.mergePolicy
        if let thread = parent.thread { belongs(to: thread) }
    }

    /// The context that this one saves to; `nil` if that is the store.
    public var parent: ModelContext? { nesting?.parent }

    /// Whether this context, or one that its saves go to, only reads.
    var onlyReads: Bool { sequence(first: self, next: \.parent).contains(where: \.isForReading) }

    /// Whether it has to be known what the objects were before they change.
    var isRecorded: Bool { recorder != nil || parent != nil }

    /// Makes in the parent what this context has changed.
    func save(to nesting: Nesting) throws {
        guard !isSaving, !nesting.isFollowing,
            sequence(first: self, next: \.parent).allSatisfy({ $0.activeAccesses == 0 })
        else { throw ModelError.nestedSave }
        isSaving = true
        defer { isSaving = false }
        mergeSaves()
        tracker?.post()
        NotificationCenter.default.post(name: Self.willSave, object: self)
        // What observers have changed just now, here or in the parent.
        tracker?.post()
        mergeSaves()
        // What the parent has changed before is undone, and posted, separately: before it is compared, as its observers may have
        // it read something again.
        parent?.endEvent()
        // What is read in the parent stays as it is until it is changed.
        let partners = try nesting.checkPartners()
        defer { withExtendedLifetime(partners) {} }
        try nesting.resolveConflicts()
        let ends = unlinkCauses()
        do {
            try push(to: nesting, keepingCopy: ends.isEmpty)
        } catch {
            for end in ends.reversed() { end.restore() }
            throw error
        }
    }

    private func push(to nesting: Nesting, keepingCopy isCopyKept: Bool) throws {
        let changes = nesting.changes
        let changed = Set((changes.inserted + changes.updated + changes.deleted).map(\.persistentModelID))
        // What the parent has made wrong is the parent's.
        let violations = findViolations().filter { changed.contains($0.object) }
        if let readingError { throw readingError }
        guard violations.isEmpty else { throw ModelError.validation(violations) }
        let saved = SavedChanges(
            inserted: changes.inserted.map(\.persistentModelID),
            updated: changes.updated.map(\.persistentModelID),
            deleted: changes.deleted.map(\.persistentModelID),
            properties: []
        )
        try nesting.push(keepingCopy: isCopyKept)
        failedAutosaves = nil
        endAutosave()
        NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: saved.userInfo)
    }
}
