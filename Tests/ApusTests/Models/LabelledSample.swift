import Apus

/// A class of the user's own, whose `deinit` uses the object.
nonisolated final class LabelledSample: Sample {
    /// Called when an object is deallocated by this task.
    @TaskLocal static var whenEnding: (@Sendable (LabelledSample) -> Void)?

    deinit { Self.whenEnding?(self) }
}
