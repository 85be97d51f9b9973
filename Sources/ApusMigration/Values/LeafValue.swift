import ApusSchema

/// The source of the values of one stored leaf of a newer attribute.
struct LeafValue: Hashable {
    /// The origin of a value.
    enum Origin: Hashable {
        /// None: the leaf is new.
        case none
        /// An older value, unchanged.
        case carried(Schema.Leaf)
        /// An older value of another type.
        case converted(Schema.Leaf, Conversion)
        /// The raw value of an enum case whose raw value changed.
        case recoded(Schema.Leaf, Recoding)
        /// A value that the mapping computes.
        case computed(ComputedValue)

        /// What the mapping computes.
        var computed: ComputedValue? {
            if case .computed(let value) = self { value } else { nil }
        }

        /// The older leaf.
        var older: Schema.Leaf? {
            switch self {
            case .none, .computed: nil
            case .carried(let leaf), .converted(let leaf, _), .recoded(let leaf, _): leaf
            }
        }
    }

    /// The replacement for null.
    enum Filler: Hashable {
        /// The same value for every row, with its text in the mapping or the model.
        case literal(StoredValue, text: String)
        /// A different value for each row, from the mapping's line with this path.
        case generated(Fill.Generator, ElementPath)
    }

    /// The reason why a leaf has no value.
    enum Obstacle: Hashable {
        /// A required leaf has no value in some rows.
        case noValue
        /// No lossless conversion is inferred, and the mapping names none.
        case noConversion
        /// The mapping names a conversion that does not support the two types.
        case unknownConversion(String, ElementPath)
        /// Enum cases that rows may have were removed.
        case goneCases([ElementPath])
        /// The mapping's fill is not a value of the type.
        case badFill(String, ElementPath)
        /// The mapping's expression, with this path, cannot be computed, or its values are not the attribute's.
        case badExpression(String, PredicateProblem, ElementPath)
        /// The types have no conversion at all.
        case incompatible
        /// A composite around the leaf replaces an older part, with this path, that was something else.
        case replaced(ElementPath)

        /// Whether the types do not fit.
        var isOfTypes: Bool {
            switch self {
            case .noConversion, .unknownConversion, .incompatible: true
            case .noValue, .goneCases, .badFill, .badExpression, .replaced: false
            }
        }

        /// Whether an expression of the mapping cannot be used.
        var isOfExpression: Bool {
            if case .badExpression = self { true } else { false }
        }
    }

    /// A value by which a row has an optional composite.
    struct Sign: Hashable {
        let origin: Origin
        let type: ScalarType
    }

    var origin: Origin = .none
    var filler: Filler?
    /// Whether an older value that becomes null is set aside.
    var setsAside = false
    /// Whether the mapping requires a value in every row.
    var isChecked = false
    /// What has a value, or some of it, in the rows that have the composite around the leaf; empty if all rows have it. Only
    /// these rows are filled and checked.
    var presence: [Sign] = []
    var obstacle: Obstacle?
    /// The origin of the value; `nil` if there is an obstacle, and so no value.
    var source: Origin? { obstacle == nil ? origin : nil }
    /// The lines of the mapping that the value uses.
    var lines: Set<Mapping.Line> = []
}
