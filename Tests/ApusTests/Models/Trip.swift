import Apus

/// A class written by hand (`codegen: extension`): Apus only generates the properties.
nonisolated final class Trip: ModelObject {
    /// Not part of the model.
    var isSelected: Bool = false

    /// The length as text.
    var length: String { nights == 1 ? "one night" : "\(nights) nights" }
}
