import ApusSchema

/// The properties of an entity, for predicates and sort orders: `Trip.columns`, or those of a relationship's
/// destination: `Item.columns.trip`.
///
/// Generated code has a conforming type per entity, with a member for each persistent property.
public protocol EntityColumns<ApusRoot>: Sendable {
    /// The class of the fetched objects.
    associatedtype ApusRoot: PersistentModel

    /// The class of the objects that have the properties.
    associatedtype ApusModel: PersistentModel

    /// Creates the properties at the end of a path.
    init(apusPath: ColumnPath<ApusRoot>)

    /// The path to the object that has the properties.
    var apusPath: ColumnPath<ApusRoot> { get }
}

extension EntityColumns {
    /// Whether the object is the given one; with `nil`, whether there is no object.
    public static func == (columns: Self, object: ApusModel?) -> ModelPredicate<ApusRoot> {
        compare(columns, .equalTo, object)
    }

    /// Whether the object is not the given one; with `nil`, whether there is an object.
    public static func != (columns: Self, object: ApusModel?) -> ModelPredicate<ApusRoot> {
        compare(columns, .notEqualTo, object)
    }

    /// Whether the object has an identifier.
    public static func == (columns: Self, identifier: PersistentIdentifier) -> ModelPredicate<ApusRoot> {
        compare(columns, .equalTo, identifier)
    }

    /// Whether the object does not have an identifier.
    public static func != (columns: Self, identifier: PersistentIdentifier) -> ModelPredicate<ApusRoot> {
        compare(columns, .notEqualTo, identifier)
    }

    /// Whether both are the same object.
    public static func == <Other: EntityColumns>(columns: Self, other: Other) -> ModelPredicate<ApusRoot>
    where Other.ApusRoot == ApusRoot {
        ModelPredicate(columns.apusPath.expression, .equalTo, other.apusPath.expression)
    }

    /// Whether they are different objects.
    public static func != <Other: EntityColumns>(columns: Self, other: Other) -> ModelPredicate<ApusRoot>
    where Other.ApusRoot == ApusRoot {
        ModelPredicate(columns.apusPath.expression, .notEqualTo, other.apusPath.expression)
    }

    /// Whether the object is one of several.
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

/// The parts of a composite, for predicates and sort orders: `Contact.columns.home.city`.
///
/// Generated code has a conforming type per composite.
public protocol CompositeColumns<ApusRoot>: Sendable {
    /// The class of the fetched objects.
    associatedtype ApusRoot: PersistentModel

    /// The composite's structure.
    associatedtype ApusValue: PredicateValue

    /// Creates the parts at the end of a path.
    init(apusPath: ColumnPath<ApusRoot>)

    /// The path to the value that has the parts.
    var apusPath: ColumnPath<ApusRoot> { get }
}

extension CompositeColumns {
    /// Whether all parts are equal; with `nil`, whether there is no value.
    public static func == (columns: Self, value: ApusValue?) -> ModelPredicate<ApusRoot> {
        ModelPredicate(columns.apusPath.expression, .equalTo, value: value)
    }

    /// Whether any part differs; with `nil`, whether there is a value.
    public static func != (columns: Self, value: ApusValue?) -> ModelPredicate<ApusRoot> {
        ModelPredicate(columns.apusPath.expression, .notEqualTo, value: value)
    }
}

extension ModelPredicate {
    /// Creates a comparison of two expressions.
    init(
        _ left: ExpressionFormat,
        _ sign: PredicateFormat.Operator,
        _ right: ExpressionFormat,
        arguments: [PredicateArgument] = [],
        options: PredicateFormat.Options = []
    ) {
        let comparison = PredicateFormat.Comparison(left, sign, right, options: options)
        self.init(PredicateFormat(.comparison(comparison)), arguments)
    }

    /// Creates a comparison of an expression and a value, which is appended to the expression's arguments.
    init(
        _ left: ExpressionFormat,
        _ sign: PredicateFormat.Operator,
        value: some PredicateValue,
        behind arguments: [PredicateArgument] = [],
        options: PredicateFormat.Options = []
    ) {
        let right = ExpressionFormat(.variable("\(arguments.count)"))
        self.init(left, sign, right, arguments: arguments + [value.predicateArgument], options: options)
    }
}
