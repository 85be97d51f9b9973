/// A property whose objects are fetched on access, as in Core Data. Stores do not contain it.
public struct FetchedProperty: Hashable, Sendable {
    /// The fetch request, whose name is the property's. Its predicate may use `$FETCH_SOURCE`, the owning object, and
    /// `$FETCHED_PROPERTY`, the property.
    public var request: FetchRequest

    /// A string that distinguishes this version of the property from one that looks the same.
    public var hashModifier: String?

    /// The author's own strings about the property.
    public var userInfo: [String: String] = [:]

    /// Creates a fetched property.
    public init(_ request: FetchRequest) {
        self.request = request
    }

    /// The name, which is also the Swift property's.
    public var name: String { request.name }
}
