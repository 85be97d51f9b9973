public import ApusStore

extension ModelContainer {
    /// Encrypts all values again that are not encrypted with the first key of their name, and removes what is left of them as they were
    /// from the store's file.
    ///
    /// ```swift
    /// let keys = StoreKeys(KeyFiles(["notes": [newKey, oldKey]]))
    /// let container = try ModelContainer(for: Note.self, configurations: ModelConfiguration(keys: keys))
    /// let report = try await container.rekey()
    /// // Without unreadable values, and once the purge is done, the old key is of no use any more.
    /// ```
    ///
    /// The store can be used meanwhile, here and in other processes that have both keys: a transaction has some rows, and no value that
    /// was changed in between is overwritten. Objects do not change by it. It is no conflict with unsaved changes, unless another
    /// process does it and the value is in a file. It may be interrupted at any time: the next call goes on.
    ///
    /// If the task is cancelled, what was encrypted again stays, and the error is `CancellationError`.
    ///
    /// - Parameter progress: Called from time to time, on another thread.
    /// - Returns: What was done, in all stores. A value that cannot be decrypted is in it, and stays as it was.
    /// - Throws: ``ModelError/readOnly`` if a store with encrypted values is; ``ModelError/containerClosed``; `StoreError` if a store
    ///   cannot be read or written.
    @discardableResult
    public func rekey(progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }) async throws -> RekeyReport
    {
        let coordinator = coordinator
        return try await Self.onThread { cancellation in
            try coordinator.rekey({ cancellation.isCancelled }, progress)
        }
    }
}

extension StoreCoordinator {
    /// Changes the keys of all stores: see ``ModelContainer/rekey(progress:)``.
    fileprivate func rekey(
        _ isCancelled: () -> Bool,
        _ progress: (MigrationProgress) -> Void
    ) throws -> RekeyReport {
        // A store without encrypted values has nothing to write.
        let sealed = stores.filter { !$0.file.layout.keyNames.isEmpty }
        guard sealed.allSatisfy(\.configuration.allowsSave) else { throw ModelError.readOnly }
        var report: RekeyReport?
        for store in stores where store.configuration.allowsSave {
            do {
                let found = try store.rekey(isCancelled, progress)
                report?.add(found)
                report = report ?? found
            } catch  where isClosed {
                throw ModelError.containerClosed
            }
            if report?.isComplete == false { throw CancellationError() }
        }
        return report ?? .nothing
    }
}

extension PersistentStore {
    fileprivate func rekey(_ isCancelled: () -> Bool, _ progress: (MigrationProgress) -> Void) throws -> RekeyReport {
        guard var rekeying = file.rekeying() else { return .nothing }
        let start = ContinuousClock.now
        return try file.wrappingErrors {
            // Saves of contexts come in between.
            try connections.read { try rekeying.count($0.database) }
            while !isCancelled() {
                let rows = try connections.read { try rekeying.search($0.database) }
                guard let rows else {
                    try connections.write { try rekeying.finish($0.database) }
                    break
                }
                if !rows.isEmpty { try connections.write { try rekeying.rewrite(rows, $0.database) } }
                progress(rekeying.progress)
            }
            var report = rekeying.report
            // No save waits for the disk longer than for another save, but it must not come between.
            if report.isComplete { report.purge = try connections.write { _ in file.purge() } }
            report.seconds = (ContinuousClock.now - start) / .seconds(1)
            return report
        }
    }
}
