import Apus

/// A cat, with `codegen: extension` in the model: this class is written by hand, its properties are generated.
nonisolated final class Cat: Animal {
    /// A stored property that is not part of the model.
    var mood: String = "sleepy"

    /// A cat with the default number of lives.
    convenience init(called name: String) {
        self.init(name: name)
    }
}
