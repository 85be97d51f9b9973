/// A named selection of a model's entities that are kept in the same store, as in Core Data.
public struct Configuration: Hashable, Sendable {
    /// The name.
    public var name: String

    /// The names of the entities.
    public var entities: [String]

    /// Whether CloudKit mirrors the entities; supported for Apple's platforms.
    public var usedWithCloudKit: Bool

    /// Creates a configuration.
    public init(_ name: String, entities: [String], usedWithCloudKit: Bool = false) {
        self.name = name
        self.entities = entities
        self.usedWithCloudKit = usedWithCloudKit
    }
}
