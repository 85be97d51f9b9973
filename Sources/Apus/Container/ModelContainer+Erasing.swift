import ApusStore
public import Foundation

extension ModelContainer {
    /// Deletes all objects of the store, in one transaction, without delete rules. The store stays open and can be used, here and
    /// in other processes. Of several stores, each has a transaction of its own, and all are written before the first one is committed.
    ///
    /// Objects in contexts count as deleted, and unsaved changes of them are discarded: at once in the main context and in those
    /// of model actors, when their thread is free, in others at their next fetch or save. New objects stay. Deleted values are
    /// overwritten in the file, which keeps its size, as soon as no reader needs them; new objects use the free space.
    ///
    /// - Throws: ``ModelError/readOnly``; `StoreError` if a store cannot be written, and nothing is deleted then;
    ///   ``ModelError/resetNotUndone(configurations:copies:reason:)`` if that happens after another store was committed.
    public func erase() throws {
        try coordinator.reset(loadsSeedData: false)
    }

    /// Deletes all objects of the store, and loads the model's seed data: ``reset(backup:filling:)`` with a backup, and nothing else.
    ///
    /// - Throws: As ``reset(backup:filling:)``.
    public func resetToSeedData() throws {
        try coordinator.reset(loadsSeedData: true, makesCopies: true)
    }

    /// Deletes all objects of the store, loads the model's seed data, and runs code of the app that adds more, in one transaction.
    ///
    /// ```swift
    /// try container.reset { context in
    ///     context.insert(Trip(name: "My first trip"))
    /// }
    /// ```
    ///
    /// If anything fails, whether the seed data, the closure or the disk, or if the process is killed, the store has all that it had. After
    /// success, the objects in contexts, here and in other processes, count as deleted, as with ``erase()``, also those of
    /// seed data: the new ones have new identities.
    ///
    /// Of several stores, each has a transaction of its own, and all are written before the first one is committed. If one of them cannot
    /// be committed although it was written, such as on a full disk, those before it are put back from the backup. One in which another
    /// process has saved changes in between is not, and its backup is kept, as that of one that cannot be put back. Only if
    /// the process is killed, or the power fails, between two commits, some stores are reset and others are not, as with saves.
    ///
    /// - Parameters:
    ///   - backup: Whether several stores are copied before, which needs as much space on the disk as they have together. One store needs no
    ///     copy: its transaction is the backup.
    ///   - fill: Adds objects with a context of its own, which is saved afterwards. Conflicts with unique constraints are errors in
    ///     it. It must not use other contexts of this container.
    /// - Throws: The error of the closure; ``ModelError/readOnly``, ``ModelError/containerClosed``, ``ModelError/nestedSave``; `StoreError`
    ///   if a store cannot be written. All stores have what they had then. ``ModelError/resetNotUndone(configurations:copies:reason:)`` if
    ///   one of several stores failed last, and others could not be put back: it has the paths of their backups.
    public func reset(backup: Bool = true, filling fill: (ModelContext) throws -> Void = { _ in }) throws {
        try withoutActuallyEscaping(fill) { fill in
            try coordinator.reset(loadsSeedData: true, makesCopies: backup, filling: fill)
        }
    }

    /// Deletes all objects of the store: see ``erase()``.
    public func deleteAllData() throws { try erase() }

    /// Deletes a store with all of its files: the log, and large values.
    ///
    /// Call it after ``close(cancelling:)``. A store that is open, here or in another process, is not deleted, because SQLite could
    /// then damage a new store with the same name, and ``erase()`` empties such a store.
    ///
    /// - Parameter url: The store's file.
    /// - Throws: `StoreError`, such as `locked` if the store is open. It is unchanged then.
    public static func deleteStore(at url: URL) throws {
        try Store.delete(at: url)
    }
}
