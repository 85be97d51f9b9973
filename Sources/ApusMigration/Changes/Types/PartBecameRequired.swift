/// A part of a composite may no longer be empty.
public struct PartBecameRequired: Difference {
    /// The part's newer name.
    public let name: String

    /// What rows without a value get; `nil` where nothing is given.
    public let fill: String?

    /// Creates the difference.
    public init(name: String, fill: String?) {
        self.name = name
        self.fill = fill
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP261"
}
