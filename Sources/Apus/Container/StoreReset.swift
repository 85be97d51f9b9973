import ApusStore
import Foundation
import GRDB

/// Deletes all objects of a container's stores, and fills them again: all of them, or none.
///
/// Each store has a transaction of its own. All are written before the first one is committed, so that what fails before changes
/// nothing, and what kills the process neither.
struct StoreReset {
    let coordinator: StoreCoordinator
    /// Whether the stores get their seed data.
    let loadsSeedData: Bool
    /// Whether several stores are copied before, so that those that are committed can be put back if another one cannot be.
    let makesCopies: Bool

    /// A store while its transaction is open.
    private struct Part {
        let store: PersistentStore
        let database: Database
        var snapshot: StoreSnapshot?
        /// The number of the connection before its transaction was committed: see ``StoreSnapshot/version(_:)``.
        var version: Int?
    }

    /// The stores whose transactions are open, or were.
    private var parts: [Part] = []
    /// The stores that are reset although others are not, because they could not be put back.
    private(set) var lost: [PersistentStore] = []
    /// The stores that were reset for a moment, and have what they had again.
    private(set) var undone: [PersistentStore] = []
    /// The copies of lost stores, which are kept.
    private var copies: [StoreID: String] = [:]
    /// The error of the closure that fills the stores, which is thrown as it is: an error of a file of the caller's is not one of a
    /// store.
    private var callersError: (any Error)?

    init(_ coordinator: StoreCoordinator, loadsSeedData: Bool, makesCopies: Bool) {
        (self.coordinator, self.loadsSeedData) = (coordinator, loadsSeedData)
        self.makesCopies = makesCopies && coordinator.stores.count > 1
    }

    /// Resets the stores.
    ///
    /// - Parameter fill: Fills the stores with a context; `nil` if nothing is added to the seed data.
    /// - Throws: The error of the closure; ``ModelError/resetNotUndone(configurations:copies:reason:)``; `StoreError`.
    mutating func run(filling fill: ((ModelContext) throws -> Void)?) throws {
        do {
            try run(coordinator.stores[...], fill)
        } catch {
            throw callersError ?? error
        }
    }

    /// Begins the transactions of some stores, whose connections no other thread uses until all are committed, or put back.
    private mutating func run(
        _ stores: ArraySlice<PersistentStore>,
        _ fill: ((ModelContext) throws -> Void)?
    ) throws {
        guard let store = stores.first else {
            try write(fill)
            return try commit()
        }
        try store.file.wrappingErrors {
            try store.connections.write { access in
                let database = access.database
                // A closure of the caller may be running in a transaction on this thread.
                guard !database.isInsideTransaction else { throw ModelError.nestedSave }
                let isInMemory = store.configuration.isStoredInMemoryOnly
                let copy = makesCopies && isInMemory ? try StoreSnapshot(of: store.file, inMemory: database) : nil
                try store.file.overwritingDeletedValues(database) {
                    try database.beginTransaction(.immediate)
                    do {
                        try store.file.checkGeneration(database)
                        parts.append(Part(store: store, database: database, snapshot: copy))
                        try run(stores.dropFirst(), fill)
                    } catch {
                        // The first error is the one to report; SQLite may have rolled back by itself.
                        if database.isInsideTransaction { try? database.rollback() }
                        throw error
                    }
                }
                _ = store.changes.noteSave()
            }
        }
    }

    /// Writes all stores, whose transactions are open.
    private mutating func write(_ fill: ((ModelContext) throws -> Void)?) throws {
        if makesCopies {
            for index in parts.indices where parts[index].snapshot == nil {
                parts[index].snapshot = try StoreSnapshot(of: parts[index].store.file)
            }
        }
        for part in parts {
            let seed = loadsSeedData ? part.store.seed ?? SeedSource(digest: "", json: "[]") : nil
            try part.store.file.wrappingErrors { try part.store.file.eraseObjects(part.database, loading: seed) }
        }
        guard let fill else { return }
        for part in parts {
            try part.store.file.wrappingErrors {
                try part.store.file.beginHistory(part.database, author: nil, context: nil)
            }
        }
        let inner = try StoreCoordinator(within: coordinator)
        // Otherwise statements of the context would stay on the connections.
        defer { try? inner.close() }
        let context = ModelContext(ModelContainer(inner), isObservable: false)
        do {
            try fill(context)
        } catch {
            callersError = error
            throw error
        }
        try requireTransactions()
        // What the closure has not saved is not lost.
        try context.save()
        try requireTransactions()
        for part in parts {
            try part.store.file.wrappingErrors { try part.store.file.endHistory(part.database) }
        }
    }

    /// Throws if SQLite has rolled back a transaction, such as on a full disk, and the closure has ignored the error: the other stores
    /// must not be reset without that one, and statements would be committed one by one.
    private func requireTransactions() throws {
        for part in parts where !part.database.isInsideTransaction {
            throw StoreError(part.store.file.path, .failedCheck("the transaction has ended"))
        }
    }

    /// Commits all stores. If one of them cannot be committed, gives those before it back what they had.
    private mutating func commit() throws {
        try requireTransactions()
        for index in parts.indices.reversed() {
            do {
                let part = parts[index]
                try part.store.file.wrappingErrors {
                    // What others commit from now on has to wait for this transaction.
                    parts[index].version = try StoreSnapshot.version(part.database)
                    try part.database.commit()
                }
            } catch {
                if index + 1 < parts.count {
                    rollBack(upTo: index)
                    try putBack(from: index + 1, after: error)
                }
                throw error
            }
        }
    }

    /// Rolls back the stores that are not committed, and frees the space that they have taken: the disk may be full, and others have
    /// to be put back.
    private mutating func rollBack(upTo last: Int) {
        for index in parts.indices where index <= last {
            let database = parts[index].database
            if database.isInsideTransaction { try? database.rollback() }
            _ = try? database.checkpoint(.truncate)
            parts[index].snapshot = nil
        }
    }

    private mutating func putBack(from first: Int, after error: any Error) throws {
        var reason = error
        for part in parts[first...] {
            _ = part.store.changes.noteSave()
            do {
                if let snapshot = part.snapshot {
                    try snapshot.putBack(part.database, since: part.version)
                    // A context may have read what was committed for a moment.
                    _ = part.store.changes.noteSave()
                    undone.append(part.store)
                } else {
                    lost.append(part.store)
                }
            } catch {
                lost.append(part.store)
                copies[part.store.id] = part.snapshot?.keep()
                reason = error
            }
        }
        if lost.isEmpty { return }
        throw ModelError.resetNotUndone(
            configurations: lost.map(\.configuration.name),
            copies: lost.compactMap { copies[$0.id] },
            reason: "\(reason)"
        )
    }

    /// Removes the external files that no row refers to: those of deleted objects, or those of what was undone. Also after a failure:
    /// what filled the stores may have written files.
    ///
    /// It waits for readers, so contexts have to learn of the reset before.
    func removeUnusedFiles() {
        // A copy that is kept may not have links to its files.
        for part in parts where copies[part.store.id] == nil {
            try? part.store.connections.write { part.store.file.removeUnusedFiles($0.database) }
        }
    }
}

extension StoreCoordinator {
    /// Deletes all objects, and has the contexts forget theirs.
    ///
    /// - Parameters:
    ///   - loadsSeedData: Whether the stores get their seed data in the same transactions.
    ///   - makesCopies: Whether several stores are copied before.
    ///   - fill: Fills the stores with a context, in the same transactions.
    /// - Throws: ``ModelError/readOnly`` if a store is only read; the error of the closure; see ``StoreReset``.
    func reset(
        loadsSeedData: Bool,
        makesCopies: Bool = false,
        filling fill: ((ModelContext) throws -> Void)? = nil
    ) throws {
        guard configurations.allSatisfy(\.allowsSave) else { throw ModelError.readOnly }
        if stores.contains(where: \.file.isBorrowed) { throw ModelError.containerClosed }
        var reset = StoreReset(self, loadsSeedData: loadsSeedData, makesCopies: makesCopies)
        do {
            try saving.withLock { try reset.run(filling: fill) }
        } catch {
            for store in reset.lost { noteErasure(of: store.id) }
            if !reset.undone.isEmpty {
                // Their objects are not deleted, but contexts and live results may have read the stores without them.
                observers.post(.byOtherProcess, from: nil)
                live.noteAnything(isEverythingUpdated: true)
            }
            reset.removeUnusedFiles()
            throw isClosed ? ModelError.containerClosed : error
        }
        for store in stores { noteErasure(of: store.id) }
        reset.removeUnusedFiles()
    }

    /// Has the contexts forget the objects of a store, all of which are deleted.
    func noteErasure(of store: StoreID) {
        observers.post(.erasure(of: store), from: nil)
        live.noteAnything(isEverythingUpdated: false)
    }
}
