import Foundation

/// Streams of the same values, each from its beginning on.
final class Streams<Element: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var continuations: [UUID: AsyncStream<Element>.Continuation] = [:]

    /// A stream of the values from now on.
    func make() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        let id = UUID()
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        lock.withLock { continuations[id] = continuation }
        return stream
    }

    private func remove(_ id: UUID) { lock.withLock { continuations[id] = nil } }

    func yield(_ value: Element) {
        for stream in lock.withLock({ Array(continuations.values) }) { stream.yield(value) }
    }

    /// Ends the streams.
    func finish() {
        for stream in lock.withLock({ Array(continuations.values) }) { stream.finish() }
    }
}
