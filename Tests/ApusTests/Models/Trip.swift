import Apus

/// A class that a person owns (`codegen: extension`): Apus generates the properties only.
nonisolated final class Trip: ModelObject {
    /// Not part of the model.
    var isSelected: Bool = false

    /// The length in words.
    var length: String { nights == 1 ? "one night" : "\(nights) nights" }
}
