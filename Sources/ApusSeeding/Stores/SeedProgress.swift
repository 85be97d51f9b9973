/// How far the seeding of a store has come.
public struct SeedProgress: Hashable, Sendable {
    /// What is being written: an entity or a relationship.
    public let title: String

    /// The rows that are written, objects and pairs.
    public let rowsDone: Int

    /// All rows.
    public let rows: Int
}
