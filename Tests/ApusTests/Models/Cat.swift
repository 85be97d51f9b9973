import Apus

/// A cat. The model says `codegen: extension`: this class is ours, its properties are generated.
nonisolated final class Cat: Animal {
    /// Values that are nobody's but the object's are fine.
    var mood: String = "sleepy"

    /// A cat with as many lives as there are.
    convenience init(called name: String) {
        self.init(name: name)
    }
}
