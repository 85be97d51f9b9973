/// A question that a model asks by name, as Core Data's fetch request template.
public struct FetchRequest: Hashable, Sendable {
    /// What a fetch gives.
    public enum ResultType: String, CaseIterable, Hashable, Sendable {
        /// Objects.
        case objects
        /// The objects' identifiers.
        case identifiers
        /// Dictionaries of the properties to fetch.
        case dictionaries
        /// How many objects there are.
        case count
    }

    /// A variable of the predicate, `$SINCE`.
    public struct Variable: Hashable, Sendable {
        /// The name, without the `$`.
        public var name: String

        /// The type of its value; the name of an entity means one of its objects.
        public var type: AttributeType

        /// Whether the value is a list of such values, for `IN`.
        public var isList: Bool

        /// Creates a variable.
        public init(_ name: String, _ type: AttributeType, isList: Bool = false) {
            self.name = name
            self.type = type
            self.isList = isList
        }

        /// Reads `date`, `Trip` or `[string]` as the type of a variable.
        public init?(_ name: String, text: String) {
            let isList: Bool = text.hasPrefix("[") && text.hasSuffix("]") && text.count > 2
            let type: String = isList ? String(text.dropFirst().dropLast()) : text
            guard type.isIdentifier else { return nil }
            self.init(name, AttributeType(name: type), isList: isList)
        }

        /// The type as a model writes it.
        public var text: String { isList ? "[\(type.name)]" : type.name }
    }

    /// The name.
    public var name: String

    /// The entity whose objects are fetched.
    public var entity: String

    /// Which objects are fetched, in the format of Core Data's predicates; `nil` for all.
    public var predicate: String?

    /// The variables of the predicate.
    public var variables: [Variable] = []

    /// The order of the objects, most significant key first.
    public var sortBy: [SortKey] = []

    /// How many objects are fetched at most; `nil` for all.
    public var fetchLimit: Int?

    /// How many of the objects are left out at the beginning.
    public var fetchOffset: Int?

    /// How many objects are read at once.
    public var fetchBatchSize: Int?

    /// What the fetch gives.
    public var resultType: ResultType = .objects

    /// The properties that are read at once; empty for all.
    public var propertiesToFetch: [String] = []

    /// The relationships whose far ends are read along.
    public var relationshipKeyPathsForPrefetching: [String] = []

    /// Whether objects of sub-entities are fetched as well.
    public var includesSubentities: Bool = true

    /// Whether values are read, not only identities.
    public var includesPropertyValues: Bool = true

    /// Whether changes that are not saved yet count.
    public var includePendingChanges: Bool = true

    /// Whether objects come without their values until they are asked for.
    public var returnsObjectsAsFaults: Bool = true

    /// Whether equal results are given once.
    public var returnsDistinctResults: Bool = false

    /// What the request is for.
    public var documentation: String?

    /// Creates a request; what is not a parameter is set afterwards.
    public init(_ name: String, _ entity: String, predicate: String? = nil) {
        self.name = name
        self.entity = entity
        self.predicate = predicate
    }
}
