public import ApusSchema

/// A composite has a part more.
public struct PartAdded: Difference {
    /// The part.
    public let part: Attribute

    /// What existing rows get; `nil` for no value.
    public let fill: String?

    /// Creates the difference.
    public init(part: Attribute, fill: String?) {
        self.part = part
        self.fill = fill
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { part.name }

    /// The stable code.
    public static let code = "AP256"
}
