/// A part of a composite may now be empty.
public struct PartBecameOptional: Difference {
    /// The part's newer name.
    public let name: String

    /// Creates the difference.
    public init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP260"
}
