/// The progress of seeding a store.
public struct SeedProgress: Hashable, Sendable {
    /// The entity or relationship that is being written.
    public let title: String

    /// The number of rows written, including those of join tables.
    public let rowsDone: Int

    /// The number of all rows.
    public let rows: Int
}
