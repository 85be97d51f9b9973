extension ModelObject {
    /// Whether the store has, or had, a row for the object, and the object has left its context, so that nothing more of it can be read.
    final var isOutOfReach: Bool { context == nil && (hasRow || lifecycle == .gone) }

    /// Records that something is read as empty because the object has left its context.
    final func noteUnread() { if isOutOfReach { accessFlags.insert(.unread) } }

    /// Records that related objects are missing that the context had: they are gone, or had not been read. That happens to objects that
    /// were never saved as well.
    final func noteLost() { if context == nil { accessFlags.insert(.unread) } }

    /// Runs a closure that copies the object.
    ///
    /// - Parameter copy: The closure.
    /// - Returns: What it returns.
    /// - Throws: The error of the closure, or of a value that could not be read meanwhile.
    final func throwingReadingErrors<Copy>(_ copy: () throws -> Copy) throws -> Copy {
        let before = accessFlags.intersection([.unread, .copying])
        accessFlags.remove(.unread)
        accessFlags.insert(.copying)
        defer {
            accessFlags.remove(.copying)
            accessFlags.formUnion(before)
        }
        let result = try modelContext.map { try $0.throwingReadingErrors(copy) } ?? copy()
        // It may have left its context only now, or will when an access to the store ends, because its row is gone.
        if modelContext?.isLosing(self) == true { throw ModelError.objectGone(persistentModelID) }
        if accessFlags.isDisjoint(with: [.neverRead, .unread]) { return result }
        throw lifecycle == .gone ? ModelError.objectGone(persistentModelID) : ModelError.neverRead(persistentModelID)
    }

    /// Whether a related object of this one has no row: the delete rule `noAction` leaves the keys of what it deletes, and others may
    /// have deleted what this context has not read since. A copy and a query in memory read it, as the store would: otherwise the next
    /// one would have another result.
    ///
    /// If the far table stores several entities, such a relationship is always empty, because the row says of which class the object is.
    /// A copy does not depend on that.
    final func isMissing(_ other: ModelObject) -> Bool {
        guard let context = modelContext else { return false }
        if other.isFault, !context.isLosing(other) { other.loadValues() }
        return other.lifecycle == .gone || context.isLosing(other)
    }
}

extension ModelContext {
    /// Whether an object's row is gone, and it leaves the context when the access to the store ends that is under way.
    fileprivate func isLosing(_ object: ModelObject) -> Bool {
        if leaving.isEmpty || object.lifecycle != .stored || !object.hasRow { return false }
        return object.home.map { $0[object.rowOrNone] !== object } ?? false
    }
}
