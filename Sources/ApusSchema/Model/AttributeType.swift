/// The type of an attribute: a scalar, a type that the model names, or a Swift type of the user's own.
public enum AttributeType: Hashable, Sendable {
    /// One of the types that a column holds as it is.
    case scalar(ScalarType)
    /// A composite or an enum of the schema, by its name.
    case named(String)
    /// A Swift type that a value transformer turns into bytes, see ``Attribute/transformer`` and
    /// ``Attribute/swiftType``.
    case transformable
    /// A Swift type that is `Codable`, see ``Attribute/swiftType``.
    case codable
    /// No type of the store's: only a transient attribute has it, for any Swift type, see ``Attribute/swiftType``.
    case undefined

    /// Reads a type's name: a scalar's, `transformable`, `codable`, `undefined`, or else that of a composite or an enum.
    public init(name: String) {
        self =
            switch name {
            case "transformable": .transformable
            case "codable": .codable
            case "undefined": .undefined
            default: ScalarType(rawValue: name).map { .scalar($0) } ?? .named(name)
            }
    }

    /// The type's name, as a model says it.
    public var name: String {
        switch self {
        case .scalar(let type): type.rawValue
        case .named(let name): name
        case .transformable: "transformable"
        case .codable: "codable"
        case .undefined: "undefined"
        }
    }

    /// The scalar, where the type is one.
    public var scalar: ScalarType? {
        if case .scalar(let type) = self { type } else { nil }
    }

    /// Whether the values are of a Swift type that the user wrote.
    public var isForeign: Bool {
        switch self {
        case .transformable, .codable, .undefined: true
        case .scalar, .named: false
        }
    }

    /// The names that mean a type in every model: the scalars', then those of the user's own types.
    public static let reservedNames: [String] =
        ScalarType.allCases.map(\.rawValue) + ["transformable", "codable", "undefined"]
}

extension AttributeType {
    /// A signed integer of 16 bits.
    public static let int16: AttributeType = .scalar(.int16)
    /// A signed integer of 32 bits.
    public static let int32: AttributeType = .scalar(.int32)
    /// A signed integer of 64 bits.
    public static let int64: AttributeType = .scalar(.int64)
    /// A decimal number of up to 38 digits, exact.
    public static let decimal: AttributeType = .scalar(.decimal)
    /// A binary floating-point number of 64 bits; never NaN.
    public static let double: AttributeType = .scalar(.double)
    /// A binary floating-point number of 32 bits; never NaN.
    public static let float: AttributeType = .scalar(.float)
    /// Text.
    public static let string: AttributeType = .scalar(.string)
    /// True or false.
    public static let bool: AttributeType = .scalar(.bool)
    /// A moment, to the bit of Foundation's `Date`.
    public static let date: AttributeType = .scalar(.date)
    /// Bytes.
    public static let data: AttributeType = .scalar(.data)
    /// A universally unique identifier.
    public static let uuid: AttributeType = .scalar(.uuid)
    /// A URL.
    public static let url: AttributeType = .scalar(.url)
}
