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
        let wasUnread = accessFlags.contains(.unread)
        accessFlags.remove(.unread)
        defer { if wasUnread { accessFlags.insert(.unread) } }
        let result = try modelContext.map { try $0.throwingReadingErrors(copy) } ?? copy()
        // It may have left its context only now, because its row is gone.
        if accessFlags.isDisjoint(with: [.neverRead, .unread]) { return result }
        throw lifecycle == .gone ? ModelError.objectGone(persistentModelID) : ModelError.neverRead(persistentModelID)
    }
}
