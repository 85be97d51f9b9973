import ApusSchema

/// The properties of an entity, to fetch by: `Trip.columns`, or `Item.columns.trip` at the far end of a relationship.
///
/// Generated code makes one an entity, with a member for each property that a store keeps.
public protocol EntityColumns<ApusRoot>: Sendable {
    /// The class of the objects that are fetched.
    associatedtype ApusRoot: PersistentModel

    /// The class of the objects that have the properties.
    associatedtype ApusModel: PersistentModel

    /// Creates the properties at the end of a way.
    init(apusPath: ColumnPath<ApusRoot>)

    /// The way to the object that has the properties.
    var apusPath: ColumnPath<ApusRoot> { get }
}

extension EntityColumns {
    /// It is that object; `nil`: there is none.
    public static func == (columns: Self, object: ApusModel?) -> ModelPredicate<ApusRoot> {
        compare(columns, .equalTo, object)
    }

    /// It is not that object; `nil`: there is one.
    public static func != (columns: Self, object: ApusModel?) -> ModelPredicate<ApusRoot> {
        compare(columns, .notEqualTo, object)
    }

    /// It is the object of that identifier.
    public static func == (columns: Self, identifier: PersistentIdentifier) -> ModelPredicate<ApusRoot> {
        compare(columns, .equalTo, identifier)
    }

    /// It is not the object of that identifier.
    public static func != (columns: Self, identifier: PersistentIdentifier) -> ModelPredicate<ApusRoot> {
        compare(columns, .notEqualTo, identifier)
    }

    /// It is the same object as another one.
    public static func == <Other: EntityColumns>(columns: Self, other: Other) -> ModelPredicate<ApusRoot>
    where Other.ApusRoot == ApusRoot {
        ModelPredicate(columns.apusPath.expression, .equalTo, other.apusPath.expression)
    }

    /// It is another object than another one.
    public static func != <Other: EntityColumns>(columns: Self, other: Other) -> ModelPredicate<ApusRoot>
    where Other.ApusRoot == ApusRoot {
        ModelPredicate(columns.apusPath.expression, .notEqualTo, other.apusPath.expression)
    }

    /// It is one of some objects.
    public func isIn(_ objects: some Sequence<ApusModel>) -> ModelPredicate<ApusRoot> {
        Self.compare(self, .in, Array(objects))
    }

    private static func compare(
        _ columns: Self,
        _ sign: PredicateFormat.Operator,
        _ value: some PredicateValue
    ) -> ModelPredicate<ApusRoot> {
        ModelPredicate(columns.apusPath.expression, sign, value: value)
    }
}

/// The parts of a composite, to fetch by: `Contact.columns.home.city`. Generated code makes one a composite.
public protocol CompositeColumns<ApusRoot>: Sendable {
    /// The class of the objects that are fetched.
    associatedtype ApusRoot: PersistentModel

    /// The composite's structure.
    associatedtype ApusValue: PredicateValue

    /// Creates the parts at the end of a way.
    init(apusPath: ColumnPath<ApusRoot>)

    /// The way to the value that has the parts.
    var apusPath: ColumnPath<ApusRoot> { get }
}

extension CompositeColumns {
    /// All parts are equal; `nil`: there is no value.
    public static func == (columns: Self, value: ApusValue?) -> ModelPredicate<ApusRoot> {
        ModelPredicate(columns.apusPath.expression, .equalTo, value: value)
    }

    /// Some part is different; `nil`: there is a value.
    public static func != (columns: Self, value: ApusValue?) -> ModelPredicate<ApusRoot> {
        ModelPredicate(columns.apusPath.expression, .notEqualTo, value: value)
    }
}

extension ModelPredicate {
    /// Two expressions compare so.
    init(
        _ left: ExpressionFormat,
        _ sign: PredicateFormat.Operator,
        _ right: ExpressionFormat,
        _ arguments: [PredicateArgument] = [],
        options: PredicateFormat.Options = []
    ) {
        let comparison = PredicateFormat.Comparison(left, sign, right, options: options)
        self.init(PredicateFormat(.comparison(comparison)), arguments)
    }

    /// An expression compares so with a value, which comes behind those that it has.
    init(
        _ left: ExpressionFormat,
        _ sign: PredicateFormat.Operator,
        value: some PredicateValue,
        behind arguments: [PredicateArgument] = [],
        options: PredicateFormat.Options = []
    ) {
        let right = ExpressionFormat(.variable("\(arguments.count)"))
        self.init(left, sign, right, arguments + [value.predicateArgument], options: options)
    }
}
