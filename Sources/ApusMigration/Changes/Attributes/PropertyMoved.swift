/// Another entity of the hierarchy declares a property than before: it was pulled up or pushed down.
public struct PropertyMoved: Difference {
    /// The property's newer name.
    public let name: String

    /// The entities that declared it.
    public let from: [String]

    /// The entity that declares it now.
    public let to: String

    /// Creates the difference.
    public init(name: String, from: [String], to: String) {
        self.name = name
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP211"
}
