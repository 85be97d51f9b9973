/// An attribute or a to-one relationship may no longer be empty.
public struct BecameRequired: Difference {
    /// The property's newer name.
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
    public static let code = "AP207"
}
