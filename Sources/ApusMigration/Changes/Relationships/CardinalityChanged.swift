/// A to-one relationship became to-many, or a to-many one to-one.
public struct CardinalityChanged: Difference {
    /// The relationship's newer name.
    public let name: String

    /// Whether it is to-many now.
    public let isToMany: Bool

    /// Creates the difference.
    public init(name: String, isToMany: Bool) {
        self.name = name
        self.isToMany = isToMany
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP305"
}
