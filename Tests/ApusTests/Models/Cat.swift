import Apus

/// A cat, with `codegen: extension` in the model: this class is written by hand, its properties are generated.
nonisolated final class Cat: Animal {
    /// A stored property that is not part of the model.
    var mood: String = "sleepy"

    /// Called when the object is deallocated: a class of the user's own may do anything then.
    var whenEnding: ((Cat) -> Void)?

    deinit { whenEnding?(self) }

    /// A cat with the default number of lives.
    convenience init(called name: String) {
        self.init(name: name)
    }
}
