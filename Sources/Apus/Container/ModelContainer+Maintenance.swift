import ApusStore
public import Foundation

extension ModelContainer {
    /// Copies a store into a new file, as it is at one moment, while it is open and used here and in other processes.
    ///
    /// The copy has what was saved until then, with large values in a folder beside it, and is compared with the store. It gets its
    /// name when it is complete. Encrypted values stay encrypted. The copy of a store in memory is a file like any other.
    ///
    /// If the task is cancelled, no copy is left, and the error is `CancellationError`.
    ///
    /// - Parameters:
    ///   - url: The file, which does not exist.
    ///   - name: The name of the store's configuration; `nil` if there is only one.
    ///   - progress: Called from time to time with the completed fraction, from 0 to 1, on another thread.
    /// - Throws: ``ModelError/unknownStore(name:configurations:)``; ``ModelError/containerClosed``; `StoreError` such as `exists` if the
    ///   store cannot be read or the file cannot be written. No copy is left then.
    public func backup(
        to url: URL,
        of name: String? = nil,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws {
        let coordinator = coordinator
        try await Self.onThread { cancellation in
            if cancellation.isCancelled { throw CancellationError() }
            try coordinator.store(named: name).backUp(to: url) {
                if cancellation.isCancelled { throw CancellationError() }
                progress($0)
            }
        }
    }

    /// Gives the space of deleted objects back to the system: rewrites the files of all stores without it.
    ///
    /// Fetches go on meanwhile, and saves wait, also those of other processes as long as their time for a lock allows. It needs as much
    /// free space on the disk as the store has, and takes about as long as copying it. It cannot be cancelled.
    ///
    /// - Returns: By how many bytes the files are smaller, or will be once other readers need their logs no longer.
    /// - Throws: ``ModelError/readOnly`` if a store is; ``ModelError/containerClosed``; `StoreError` if a store cannot be written, such
    ///   as `locked` or `full`. It is unchanged then.
    @discardableResult
    public func compact() async throws -> Int {
        let coordinator = coordinator
        return try await Self.onThread { _ in try coordinator.compact() }
    }
}

extension StoreCoordinator {
    /// The store with a configuration's name; the only one if there is no name.
    ///
    /// - Throws: ``ModelError/unknownStore(name:configurations:)``.
    func store(named name: String?) throws -> PersistentStore {
        if let store = stores.first(where: { name.map([$0.configuration.name].contains) ?? (stores.count == 1) }) {
            return store
        }
        throw ModelError.unknownStore(name: name, configurations: stores.map(\.configuration.name))
    }

    fileprivate func compact() throws -> Int {
        guard configurations.allSatisfy(\.allowsSave) else { throw ModelError.readOnly }
        return try stores.reduce(0) { sum, store in
            do {
                return try sum + store.compact()
            } catch  where isClosed {
                throw ModelError.containerClosed
            }
        }
    }
}

extension PersistentStore {
    fileprivate func backUp(to url: URL, _ progress: @escaping (Double) throws -> Void) throws {
        if file.isBorrowed { throw ModelError.containerClosed }
        try file.wrappingErrors {
            try connections.read { try file.backUp(to: url, $0.database, progress: progress) }
        }
    }

    fileprivate func compact() throws -> Int {
        if file.isBorrowed { throw ModelError.containerClosed }
        return try file.wrappingErrors { try connections.write { try file.compact($0.database) } }
    }
}
