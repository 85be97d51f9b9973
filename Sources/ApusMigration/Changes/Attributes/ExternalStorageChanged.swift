/// Large values may now be kept beside the store, or no longer.
public struct ExternalStorageChanged: Difference {
    /// The attribute's newer name.
    public let name: String

    /// Whether they may be kept beside the store now.
    public let isExternal: Bool

    /// Creates the difference.
    public init(name: String, isExternal: Bool) {
        self.name = name
        self.isExternal = isExternal
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP218"
}
