import ApusSchema

/// What the tables of keys say about merging, so that a new key of the model merges without a line of code here.
enum MergeKeys {
    /// The keys of lists whose order means nothing.
    static let sets: Set<String> = Set(
        sets(among: Schema.keys) + sets(among: Entity.keys) + sets(among: Attribute.keys)
            + sets(among: Relationship.keys) + sets(among: FetchedProperty.keys) + sets(among: FetchRequest.keys)
            + sets(among: Composite.keys) + sets(among: Enumeration.keys) + sets(among: Configuration.keys)
    )

    /// The keys of a model whose elements hold named elements themselves.
    static let containers: Set<String> = names(among: Schema.keys) { $0.structure?.holdsContainers == true }

    /// The keys of a model whose elements or texts have names.
    private static let ofModel: Set<String> = names(among: Schema.keys) { form in
        if case .texts = form { true } else { form.structure?.holdsNamed == true }
    }

    /// The keys of an entity, a composite or an enum whose elements have names.
    private static let ofContainers: Set<String> = named(among: Entity.keys).union(named(among: Composite.keys))
        .union(named(among: Enumeration.keys))

    /// Whether what is under a path of a model's file is merged element by element, not as one block of lines.
    static func isApart(_ path: [String]) -> Bool {
        switch path.count {
        case 1: ofModel.contains(path[0])
        case 2: containers.contains(path[0])
        case 3: ofContainers.contains(path[2])
        default: false
        }
    }

    private static func sets<Element>(among keys: [Key<Element>]) -> [String] {
        keys.filter { key in if case .names = key.form { true } else { key.form.structure == .constraints } }.map(
            \.name
        )
    }

    private static func named<Element>(among keys: [Key<Element>]) -> Set<String> {
        names(among: keys) { $0.structure?.holdsNamed == true }
    }

    private static func names<Element>(
        among keys: [Key<Element>],
        where isWanted: (Key<Element>.Form) -> Bool
    ) -> Set<String> {
        Set(keys.filter { isWanted($0.form) }.map(\.name))
    }
}

extension Key.Form {
    /// The structure of the value, if it has one of its own.
    fileprivate var structure: KeyStructure? {
        if case .structure(let structure) = self { structure } else { nil }
    }
}

extension KeyStructure {
    /// Whether the value is elements with names, which are merged by these.
    fileprivate var holdsNamed: Bool {
        switch self {
        case .attributes, .relationships, .fetchedProperties, .indexes, .cases, .entities, .composites, .enumerations,
            .fetchRequests, .configurations:
            true
        case .type, .destination, .constraints, .indexElements, .sortKeys, .variables, .rawValue: false
        }
    }

    /// Whether these elements hold named elements themselves.
    fileprivate var holdsContainers: Bool { [.entities, .composites, .enumerations].contains(self) }
}
