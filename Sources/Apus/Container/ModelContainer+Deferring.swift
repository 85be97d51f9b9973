public import ApusStore

extension ModelContainer {
    /// Does what migrations left for later: see ``ModelConfiguration/defersMigration``.
    ///
    /// ```swift
    /// var configuration = ModelConfiguration()
    /// configuration.defersMigration = true
    /// let container = try ModelContainer(for: Trip.self, configurations: configuration)
    /// // Later, when the app is idle:
    /// try await container.finishDeferredMigration()
    /// ```
    ///
    /// The stores can be used meanwhile, here and in other processes. The work is done in pieces of a transaction each, and saves come in
    /// between: most take some hundredths of a second, but dropping a column rewrites its table, and making an index reads it, for about ten
    /// seconds per gigabyte: saves of other processes that wait for less time fail with `StoreError.Reason.locked`. Objects do not change by
    /// it. It may be interrupted at any time: the next call goes on, also in another process.
    ///
    /// If the task is cancelled, what was done stays, and the error is `CancellationError`.
    ///
    /// - Parameter progress: Called after each piece, on another thread. The numbers are those of one store after the other.
    /// - Returns: What was done, in all stores.
    /// - Throws: ``ModelError/readOnly`` if a store with such work is; ``ModelError/containerClosed``; `StoreError` if a store cannot be
    ///   written.
    @discardableResult
    public func finishDeferredMigration(
        progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
    ) async throws -> DeferredReport {
        let coordinator = coordinator
        return try await Self.onThread { cancellation in
            let report = try coordinator.finish(pieces: .max, { cancellation.isCancelled }, progress)
            if cancellation.isCancelled, !report.isComplete { throw CancellationError() }
            return report
        }
    }

    /// Does one piece of what migrations left for later, and blocks the caller until it is done: see
    /// ``finishDeferredMigration(progress:)``.
    ///
    /// - Returns: What was done. ``DeferredReport/isComplete`` says whether there is nothing more to do.
    /// - Throws: As ``finishDeferredMigration(progress:)``.
    @discardableResult
    public func finishDeferredMigrationTask() throws -> DeferredReport {
        try coordinator.finish(pieces: 1, { false }, { _ in })
    }

    /// What migrations left for later, in all stores.
    ///
    /// - Returns: The work; empty if nothing is left.
    /// - Throws: ``ModelError/containerClosed``; `StoreError` if a store cannot be read.
    public func deferredWork() throws -> [DeferredWork] {
        if coordinator.isClosed { throw ModelError.containerClosed }
        return try coordinator.stores.flatMap { try $0.deferredWork() }
    }
}

extension StoreCoordinator {
    /// Does some pieces of what migrations left for later.
    ///
    /// - Parameters:
    ///   - count: The greatest number of pieces.
    ///   - isCancelled: Called between two pieces to ask whether to stop.
    ///   - progress: Called after each piece.
    /// - Returns: What was done, and what is left.
    /// - Throws: As ``ModelContainer/finishDeferredMigration(progress:)``.
    fileprivate func finish(
        pieces count: Int,
        _ isCancelled: () -> Bool,
        _ progress: (MigrationProgress) -> Void
    ) throws -> DeferredReport {
        var report = DeferredReport()
        var left = count
        do {
            // Before anything is done.
            for store in stores where !store.configuration.allowsSave {
                guard try store.deferredWork().isEmpty else { throw ModelError.readOnly }
            }
            for store in stores where store.configuration.allowsSave {
                report.add(try store.finish(pieces: &left, isCancelled, progress))
            }
        } catch  where isClosed {
            throw ModelError.containerClosed
        }
        return report
    }
}

extension PersistentStore {
    fileprivate func deferredWork() throws -> [DeferredWork] {
        if file.isBorrowed { return [] }
        return try file.wrappingErrors { try connections.read { try file.deferredWork($0.database) } }
    }

    fileprivate func finish(
        pieces left: inout Int,
        _ isCancelled: () -> Bool,
        _ progress: (MigrationProgress) -> Void
    ) throws -> DeferredReport {
        if file.isBorrowed { throw ModelError.containerClosed }
        return try file.wrappingErrors {
            // Saves of contexts come in between.
            var finishing = try connections.read { try file.finishing($0.database) }
            while left > 0, !isCancelled() {
                let isMade = try connections.write { try file.finishPiece(&finishing, $0.database) }
                if !isMade { break }
                left -= 1
                progress(finishing.progress)
            }
            return try connections.read { try file.report(of: finishing, $0.database) }
        }
    }
}
