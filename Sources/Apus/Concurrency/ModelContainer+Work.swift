import Foundation

extension ModelContainer {
    /// Runs work with a new context, on a thread of its own, and saves its changes. Several calls run one after the other, so
    /// that their changes are in no conflict with each other.
    ///
    /// - Parameter body: The work. Objects of the context must not leave it: return their identifiers.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, after which nothing is saved, or of the save; ``ModelError/containerClosed``.
    public func perform<Result: Sendable>(
        _ body: @escaping @Sendable (ModelContext) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            coordinator.work.async {
                continuation.resume(
                    with: Swift.Result {
                        if self.coordinator.refusesWork { throw ModelError.containerClosed }
                        let context = ModelContext(self, isObservable: false)
                        let result = try body(context)
                        try context.save()
                        return result
                    }
                )
            }
        }
    }

    /// Closes the store after the work of ``perform(_:)``, so that its file can be moved or removed. Whatever uses the store
    /// afterwards throws ``ModelError/containerClosed``; objects keep the values that were read. Changes that are not saved
    /// stay unsaved.
    ///
    /// - Parameter isCancelling: Whether work that has not begun is refused, with the same error.
    /// - Throws: `StoreError` if the store cannot be closed.
    public func close(cancelling isCancelling: Bool = false) async throws {
        if isCancelling { coordinator.refuseWork() }
        let coordinator = coordinator
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            coordinator.work.async { continuation.resume(with: Swift.Result { try coordinator.close() }) }
        }
    }
}
