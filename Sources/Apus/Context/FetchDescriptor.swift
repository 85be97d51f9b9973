/// What to fetch: for now all objects of an entity.
public struct FetchDescriptor<Model: PersistentModel>: Sendable {
    /// Describes a fetch of all objects.
    public init() {}
}
