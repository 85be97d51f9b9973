/// A part of a composite says something else under a key that has no change of its own.
public struct PartSettingChanged: Difference {
    /// The part's newer name.
    public let name: String

    /// The key.
    public let key: String

    /// What the older schema says; `nil` for nothing.
    public let from: String?

    /// What the newer schema says; `nil` for nothing.
    public let to: String?

    /// Creates the difference.
    public init(name: String, key: String, from: String?, to: String?) {
        self.name = name
        self.key = key
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP262"
}
