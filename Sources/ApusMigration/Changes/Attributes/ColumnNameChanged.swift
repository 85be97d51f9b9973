/// A column, or a relationship's table of pairs, has another name in the store.
public struct ColumnNameChanged: Difference {
    /// The property's newer name.
    public let name: String

    /// The older column.
    public let from: String

    /// The newer column.
    public let to: String

    /// Creates the difference.
    public init(name: String, from: String, to: String) {
        self.name = name
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// The stable code.
    public static let code = "AP220"
}
