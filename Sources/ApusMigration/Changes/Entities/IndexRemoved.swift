public import ApusSchema

/// The entity has an index less.
public struct IndexRemoved: Difference {
    /// The index, as the older schema has it.
    public let index: Entity.Index

    /// Creates the difference.
    public init(index: Entity.Index) {
        self.index = index
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// The stable code.
    public static let code = "AP113"
}
