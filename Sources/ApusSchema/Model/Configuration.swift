/// Some of a model's entities under a name, as Core Data's configuration: what one store holds.
public struct Configuration: Hashable, Sendable {
    /// The name.
    public var name: String

    /// The names of the entities.
    public var entities: [String]

    /// Whether CloudKit mirrors the entities; carried for Apple's platforms.
    public var usedWithCloudKit: Bool

    /// Creates a configuration.
    public init(_ name: String, entities: [String], usedWithCloudKit: Bool = false) {
        self.name = name
        self.entities = entities
        self.usedWithCloudKit = usedWithCloudKit
    }
}
