public import ApusSchema

/// A part of a composite is gone, with its values.
public struct PartRemoved: Difference {
    /// The part, as the older schema has it.
    public let part: Attribute

    /// Creates the difference.
    public init(part: Attribute) {
        self.part = part
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { part.name }

    /// The stable code.
    public static let code = "AP257"
}
