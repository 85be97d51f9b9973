import ApusStore
public import Foundation

extension ModelContainer {
    /// Deletes all objects of the store, in one transaction, without delete rules. The store stays open and can be used, here and
    /// in other processes. Of several stores, each is erased in a transaction of its own.
    ///
    /// Objects in contexts count as deleted, and unsaved changes of them are discarded: at once in the main context and in those
    /// of model actors, when their thread is free, in others at their next fetch or save. New objects stay. Deleted values are
    /// overwritten in the file, which keeps its size, as soon as no reader needs them; new objects use the free space.
    ///
    /// - Throws: ``ModelError/readOnly``; `StoreError` if a store cannot be written, in which nothing is deleted then.
    public func erase() throws {
        try coordinator.erase()
    }

    /// Deletes all objects of the store, and loads the model's seed data, in one transaction: the state of a new
    /// store without a ready-made one.
    ///
    /// Whatever interrupts it, the store has either all that it had or the seed data, so no backup is needed. The objects in
    /// contexts, here and in other processes, count as deleted, also those of seed data: the new ones have new identities.
    /// Without seed data, this is ``erase()``. Of several stores, each is reset in a transaction of its own.
    ///
    /// - Throws: As ``erase()``; a store is unchanged then.
    public func resetToSeedData() throws {
        try coordinator.erase(loadsSeedData: true)
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
