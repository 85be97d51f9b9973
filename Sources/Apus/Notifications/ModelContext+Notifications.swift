public import Foundation

extension ModelContext {
    /// Posted by a context, its object, before it saves changes, on the thread that saves.
    public static let willSave = Notification.Name("ModelContextWillSave")

    /// Posted by a context, its object, after it has saved changes, on the thread that saved. The user info has arrays of
    /// `PersistentIdentifier`, by the raw values of ``NotificationKey``.
    public static let didSave = Notification.Name("ModelContextDidSave")

    /// Posted by a context, its object, after it took over what other contexts of its container saved. The user info is that
    /// of ``didSave``, and the objects that were changed have the key ``NotificationKey/refreshedIdentifiers``.
    public static let didMerge = Notification.Name("ModelContextDidMerge")

    /// Posted by a context, its object, after objects have changed: once per event, not per property. The user info is that of
    /// ``didSave``, with ``NotificationKey/refreshedIdentifiers`` and ``NotificationKey/invalidatedIdentifiers``.
    ///
    /// An event ends with ``processPendingChanges()``, before and after a save, and before and after the context takes over what
    /// others saved; in the main context and that of a ``ModelActor`` also as soon as their thread is free. So the identifiers of
    /// new objects are temporary.
    ///
    /// Contexts collect changes from the first use of this name, or of ``changes``, so whoever uses neither pays nothing.
    public static var objectsDidChange: Notification.Name {
        ChangeTracker.beginUse()
        return Notification.Name("ModelContextObjectsDidChange")
    }

    /// A key of a notification's user info.
    public enum NotificationKey: String, Sendable {
        /// The new objects.
        case insertedIdentifiers = "inserted"
        /// The changed objects.
        case updatedIdentifiers = "updated"
        /// The deleted objects.
        case deletedIdentifiers = "deleted"
        /// The objects whose values are read again.
        case refreshedIdentifiers = "refreshed"
        /// The objects that are in the context no longer, because it was reset.
        case invalidatedIdentifiers = "invalidated"
    }

    /// What this context is about to save, or has just saved.
    ///
    /// - Parameters:
    ///   - stores: The stores that were saved; `nil` for all.
    ///   - losses: What has lost deleted objects, and the context did not know of.
    /// - Returns: The changes.
    func savedChanges(in stores: [PersistentStore]? = nil, and losses: UnknownLosses) -> SavedChanges {
        func identifiers(_ objects: [ModelObject]) -> [PersistentIdentifier] { objects.map(\.persistentModelID) }
        let updated = changed.filter { $0.lifecycle == .stored }.of(stores)
        let known = SavedChanges(
            inserted: identifiers(inserted.of(stores)),
            updated: identifiers(updated),
            deleted: identifiers(deleted.of(stores)),
            properties: updated.map(\.changes)
        )
        return known.adding(losses.updated)
    }

    /// Notifies others of a save.
    ///
    /// - Parameters:
    ///   - save: What was saved.
    ///   - effects: The live results that may have changed.
    ///   - isWhole: Whether the save lists all that has changed.
    func post(_ save: SavedChanges, _ effects: [LiveEffect], isWhole: Bool) {
        coordinator.observers.post(save, from: mailbox)
        for effect in effects { effect.note(savedBy: self) }
        if !isWhole {
            coordinator.observers.post(.byOtherProcess, from: mailbox)
            coordinator.live.noteAnything(isEverythingUpdated: true)
        }
        NotificationCenter.default.post(name: Self.didSave, object: self, userInfo: save.userInfo)
    }
}

extension ModelContainer {
    /// What the contexts of this container save, from now on, and when other processes have changed the store.
    public var saves: AsyncStream<SavedChanges> {
        coordinator.watchOtherProcesses()
        return coordinator.observers.streams.make()
    }
}

extension SavedChanges {
    /// The keys and values of a notification.
    var userInfo: [AnyHashable: Any] {
        [
            ModelContext.NotificationKey.insertedIdentifiers.rawValue: inserted,
            ModelContext.NotificationKey.updatedIdentifiers.rawValue: updated,
            ModelContext.NotificationKey.deletedIdentifiers.rawValue: deleted,
        ]
    }
}

extension ObjectChanges {
    /// The keys and values of a notification.
    var userInfo: [AnyHashable: Any] {
        [
            ModelContext.NotificationKey.insertedIdentifiers.rawValue: inserted,
            ModelContext.NotificationKey.updatedIdentifiers.rawValue: updated,
            ModelContext.NotificationKey.deletedIdentifiers.rawValue: deleted,
            ModelContext.NotificationKey.refreshedIdentifiers.rawValue: refreshed,
            ModelContext.NotificationKey.invalidatedIdentifiers.rawValue: invalidated,
        ]
    }
}
