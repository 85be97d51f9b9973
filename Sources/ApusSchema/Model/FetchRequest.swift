/// A named fetch request of a model, such as Core Data's fetch request template.
public struct FetchRequest: Hashable, Sendable {
    /// The types of results.
    public enum ResultType: String, CaseIterable, Hashable, Sendable {
        /// Objects.
        case objects
        /// The objects' identifiers.
        case identifiers
        /// Dictionaries of the properties to fetch.
        case dictionaries
        /// The number of objects.
        case count
    }

    /// A variable of the predicate, `$SINCE`.
    public struct Variable: Hashable, Sendable {
        /// The name, without the `$`.
        public var name: String

        /// The type of the value; an entity's name for an object.
        public var type: AttributeType

        /// Whether the value is a list, for `IN`.
        public var isList: Bool

        /// Creates a variable.
        public init(_ name: String, _ type: AttributeType, isList: Bool = false) {
            self.name = name
            self.type = type
            self.isList = isList
        }

        /// Parses a type, such as `date`, `Trip` or `[string]`.
        public init?(_ name: String, text: String) {
            let isList = text.hasPrefix("[") && text.hasSuffix("]") && text.count > 2
            let type = isList ? String(text.dropFirst().dropLast()) : text
            guard type.isIdentifier else { return nil }
            self.init(name, AttributeType(name: type), isList: isList)
        }

        /// The type as a model contains it.
        public var text: String { isList ? "[\(type.name)]" : type.name }
    }

    /// The name.
    public var name: String

    /// The entity of the fetched objects.
    public var entity: String

    /// The predicate for the fetched objects, in Core Data's format; `nil` for all.
    public var predicate: String?

    /// The variables of the predicate.
    public var variables: [Variable] = []

    /// The order of the objects, most significant key first.
    public var sortBy: [SortKey] = []

    /// The maximum number of fetched objects; `nil` for all.
    public var fetchLimit: Int?

    /// The number of objects to skip at the beginning.
    public var fetchOffset: Int?

    /// The number of objects that are read at once.
    public var fetchBatchSize: Int?

    /// The type of the results.
    public var resultType: ResultType = .objects

    /// The properties that are read immediately; empty for all.
    public var propertiesToFetch: [String] = []

    /// The relationships whose destinations are also read.
    public var relationshipKeyPathsForPrefetching: [String] = []

    /// Whether objects of sub-entities are included.
    public var includesSubentities: Bool = true

    /// Whether values are read in addition to identities.
    public var includesPropertyValues: Bool = true

    /// Whether unsaved changes are included.
    public var includePendingChanges: Bool = true

    /// Whether the values of objects are read on access.
    public var returnsObjectsAsFaults: Bool = true

    /// Whether duplicate results are removed.
    public var returnsDistinctResults: Bool = false

    /// The documentation comment in generated code.
    public var documentation: String?

    /// Creates a request. Further properties can be set afterwards.
    public init(_ name: String, _ entity: String, predicate: String? = nil) {
        self.name = name
        self.entity = entity
        self.predicate = predicate
    }
}
