/// Where a model's predicate or expression stands, which decides what it may speak of.
package enum PredicateUse: Hashable, Sendable {
    /// A fetch request, with its variables.
    case fetchRequest(variables: [FetchRequest.Variable])
    /// A fetched property of an entity, with its variables; `$FETCH_SOURCE` is an object of that entity.
    case fetchedProperty(variables: [FetchRequest.Variable], of: Entity?)
    /// An index: the row's own columns and nothing else.
    case index
    /// The name that Spotlight shows for an object, which Apple's platforms compute in memory.
    case displayName

    var variables: [FetchRequest.Variable] {
        switch self {
        case .fetchRequest(let variables), .fetchedProperty(let variables, _): variables
        case .index, .displayName: []
        }
    }
}
