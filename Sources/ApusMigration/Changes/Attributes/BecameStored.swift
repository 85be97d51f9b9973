/// Stores keep a property that lived in memory only.
public struct BecameStored: Difference {
    /// The property's newer name.
    public let name: String

    /// What existing rows get; `nil` for no value.
    public let fill: String?

    /// Creates the difference.
    public init(name: String, fill: String?) {
        self.name = name
        self.fill = fill
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP213"
}
