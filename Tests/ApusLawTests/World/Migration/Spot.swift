import ApusSchema

/// Where a value is declared, as a mapping can name it.
enum Spot: Hashable {
    /// A property of the objects of a kind; the owner is the entity that declares it.
    case property(kind: String, owner: String, name: String)
    /// A part of a composite, wherever that is used.
    case part(composite: String, name: String)

    /// The name that speaks of all objects.
    var path: ElementPath {
        switch self {
        case .property(_, let owner, let name): ElementPath(owner, name)
        case .part(let composite, let name): ElementPath(composite, name)
        }
    }
}
