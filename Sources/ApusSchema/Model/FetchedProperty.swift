/// A property whose objects are fetched when they are asked for, as in Core Data; no store knows it.
public struct FetchedProperty: Hashable, Sendable {
    /// What is fetched; its name is the property's. Its predicate may speak of `$FETCH_SOURCE`, the object that is
    /// asked, and of `$FETCHED_PROPERTY`, the property.
    public var request: FetchRequest

    /// A text that tells this version of the property from one that looks the same.
    public var hashModifier: String?

    /// Whatever the model's author keeps with the property.
    public var userInfo: [String: String] = [:]

    /// Creates a fetched property.
    public init(_ request: FetchRequest) {
        self.request = request
    }

    /// The name, which is also the Swift property's.
    public var name: String { request.name }
}
