/// The type of a side of a comparison, and whether it is one value or several.
struct PredicateOperand {
    /// The type of one value.
    ///
    /// Indirect, because predicates nest and entities are large.
    indirect enum Kind {
        /// The type is unknown, or an error has been reported already.
        case unknown
        /// A constant in the text.
        case literal(ExpressionFormat.Constant)
        case scalar(ScalarType)
        case enumeration(Enumeration)
        case composite(Composite)
        /// A type that stores cannot read, by its name in models.
        case foreign(String)
        /// An object of an entity.
        case object(Entity)
    }

    var kind: Kind

    /// Whether the operand is several values instead of one.
    var isMany: Bool = false

    static let unknown = PredicateOperand(kind: .unknown)
    static let number = PredicateOperand(kind: .scalar(.double))
    static let integer = PredicateOperand(kind: .scalar(.int64))

    /// A group of types whose values can be compared with each other.
    enum Family {
        case text, number, bool, date, data, uuid, url, object, composite
    }

    /// The family, if the type has one.
    var family: Family? {
        switch kind {
        case .unknown, .foreign, .literal(.null): nil
        case .literal(.string): .text
        case .literal(.bool): .bool
        case .literal: .number
        case .scalar(let type): Self.family(of: type)
        case .enumeration(let enumeration): Self.family(of: enumeration.type)
        case .composite: .composite
        case .object: .object
        }
    }

    private static func family(of type: ScalarType) -> Family {
        switch type {
        case .int16, .int32, .int64, .decimal, .double, .float: .number
        case .string: .text
        case .bool: .bool
        case .date: .date
        case .data: .data
        case .uuid: .uuid
        case .url: .url
        }
    }

    var literal: ExpressionFormat.Constant? {
        if case .literal(let constant) = kind { constant } else { nil }
    }

    /// The type's name in a model or a message.
    var typeName: String {
        switch kind {
        case .unknown: "unknown"
        case .literal(.string): "text"
        case .literal(.bool): "bool"
        case .literal(.null): "NIL"
        case .literal: "number"
        case .scalar(let type): type.rawValue
        case .enumeration(let enumeration): enumeration.name
        case .composite(let composite): composite.name
        case .foreign(let name): name
        case .object(let entity): entity.name
        }
    }
}
