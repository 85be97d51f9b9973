import Foundation

/// Streams of the same values, each from its beginning on.
final class Streams<Element: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var continuations: [UUID: AsyncStream<Element>.Continuation] = [:]
    private var isFinished = false

    /// A stream of the values from now on; one that ends at once if the streams have ended.
    func make() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        let id = UUID()
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        let isLate = lock.withLock {
            if !isFinished { continuations[id] = continuation }
            return isFinished
        }
        if isLate { continuation.finish() }
        return stream
    }

    private func remove(_ id: UUID) { lock.withLock { continuations[id] = nil } }

    func yield(_ value: Element) {
        for stream in lock.withLock({ Array(continuations.values) }) { stream.yield(value) }
    }

    /// Ends the streams.
    func finish() {
        let streams = lock.withLock {
            isFinished = true
            return Array(continuations.values)
        }
        for stream in streams { stream.finish() }
    }
}
