public import ApusSchema

/// The entity has an index more.
public struct IndexAdded: Difference {
    /// The index.
    public let index: Entity.Index

    /// Creates the difference.
    public init(index: Entity.Index) {
        self.index = index
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// The stable code.
    public static let code = "AP112"
}
