/// The use of a predicate or an expression in a model, which determines what it can refer to.
package enum PredicateUse: Hashable, Sendable {
    /// A fetch request, with its variables.
    case fetchRequest(variables: [FetchRequest.Variable])
    /// A fetched property of an entity, with its variables; `$FETCH_SOURCE` is an object of that entity.
    case fetchedProperty(variables: [FetchRequest.Variable], of: Entity?)
    /// An index, which can use only the row's own columns.
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
