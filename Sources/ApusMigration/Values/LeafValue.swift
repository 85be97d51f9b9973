import ApusSchema

/// Where the values of one stored leaf of a newer attribute come from.
struct LeafValue: Hashable {
    /// What the value is made of.
    enum Origin: Hashable {
        /// Of nothing: the leaf is new.
        case none
        /// An older value as it is.
        case carried(Schema.Leaf)
        /// An older value of another type.
        case converted(Schema.Leaf, Conversion)
        /// The raw value of an enum's case that has another one now.
        case recoded(Schema.Leaf, Recoding)

        /// The older leaf.
        var older: Schema.Leaf? {
            switch self {
            case .none: nil
            case .carried(let leaf), .converted(let leaf, _), .recoded(let leaf, _): leaf
            }
        }
    }

    /// What stands in for null.
    enum Filler: Hashable {
        /// The same value for every row; its text as a person wrote it.
        case literal(StoredValue, text: String)
        /// A value of each row's own, as the mapping says under that path.
        case generated(Fill.Generator, ElementPath)
    }

    /// Why there is no value.
    enum Obstacle: Hashable {
        /// Rows without a value get none, but must have one.
        case noValue
        /// The types have no conversion that loses nothing.
        case noConversion
        /// The mapping names a conversion that the two types do not have.
        case unknownConversion(String, ElementPath)
        /// Cases of an enum are gone that rows may have.
        case goneCases([ElementPath])
        /// The mapping fills with what is no value of the type.
        case badFill(String, ElementPath)
        /// The two have no values in common, so that no conversion can be named either.
        case incompatible
        /// A composite around it stands where there was something else, the part of that older path.
        case replaced(ElementPath)

        /// Whether it is that the types do not fit.
        var isOfTypes: Bool {
            switch self {
            case .noConversion, .unknownConversion, .incompatible: true
            case .noValue, .goneCases, .badFill, .replaced: false
            }
        }
    }

    var origin: Origin = .none
    var filler: Filler?
    /// Whether the mapping says that every row has a value.
    var isChecked: Bool = false
    /// Whether a filler is for the rows only whose composite is there: the older leaves that tell.
    var presence: [Schema.Leaf] = []
    var obstacle: Obstacle?
    /// What the value is made of; `nil` if there is an obstacle, and so no value.
    var source: Origin? { obstacle == nil ? origin : nil }
    /// The lines of the mapping that were needed.
    var lines: Set<Mapping.Line> = []
}
