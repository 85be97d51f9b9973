/// The type of an attribute: a scalar, a composite or an enum of the model, or the user's own Swift type.
public enum AttributeType: Hashable, Sendable {
    /// A type that a column holds directly.
    case scalar(ScalarType)
    /// A composite or an enum of the schema, by its name.
    case named(String)
    /// A Swift type that a value transformer converts to bytes; see ``Attribute/transformer`` and
    /// ``Attribute/swiftType``.
    case transformable
    /// A Swift type that is `Codable`; see ``Attribute/swiftType``.
    case codable
    /// Any Swift type, for transient attributes only; see ``Attribute/swiftType``.
    case undefined

    /// Parses a type's name: a scalar's, `transformable`, `codable`, `undefined`, or else that of a composite or an
    /// enum.
    public init(name: String) {
        self =
            switch name {
            case "transformable": .transformable
            case "codable": .codable
            case "undefined": .undefined
            default: ScalarType(rawValue: name).map { .scalar($0) } ?? .named(name)
            }
    }

    /// The type's name in a model.
    public var name: String {
        switch self {
        case .scalar(let type): type.rawValue
        case .named(let name): name
        case .transformable: "transformable"
        case .codable: "codable"
        case .undefined: "undefined"
        }
    }

    /// The scalar, if the type is one.
    public var scalar: ScalarType? {
        if case .scalar(let type) = self { type } else { nil }
    }

    /// Whether the values are of the user's own Swift type.
    public var isForeign: Bool {
        switch self {
        case .transformable, .codable, .undefined: true
        case .scalar, .named: false
        }
    }

    /// The names of types in every model: the scalars', then those of the kinds of Swift types.
    public static let reservedNames: [String] =
        ScalarType.allCases.map(\.rawValue) + [Attribute.intName, "transformable", "codable", "undefined"]
}

extension Attribute {
    /// What a model file calls integers of 64 bits that are `Int` in Swift. For a store they are those of `int64`.
    package static let intName = "int"

    /// Creates an attribute whose type has a name in a model file, such as ``intName``.
    package init(_ name: String, typeName: String, isOptional: Bool = false) {
        let isInt = typeName == Self.intName
        self.init(name, isInt ? .int64 : AttributeType(name: typeName), isOptional: isOptional)
        if isInt { swiftType = "Int" }
    }

    /// Whether the values are integers of 64 bits that are `Int` in Swift.
    package var isInt: Bool { type == .int64 && swiftType == "Int" }

    /// The type's name in a model file.
    package var typeName: String { isInt ? Self.intName : type.name }
}

extension AttributeType {
    /// A signed integer of 16 bits.
    public static let int16: AttributeType = .scalar(.int16)
    /// A signed integer of 32 bits.
    public static let int32: AttributeType = .scalar(.int32)
    /// A signed integer of 64 bits.
    public static let int64: AttributeType = .scalar(.int64)
    /// An exact decimal number of 38 digits, or of 39 if 128 bits hold them.
    public static let decimal: AttributeType = .scalar(.decimal)
    /// A binary floating-point number of 64 bits; never NaN.
    public static let double: AttributeType = .scalar(.double)
    /// A binary floating-point number of 32 bits; never NaN.
    public static let float: AttributeType = .scalar(.float)
    /// A string.
    public static let string: AttributeType = .scalar(.string)
    /// True or false.
    public static let bool: AttributeType = .scalar(.bool)
    /// A point in time, as exact as Foundation's `Date`.
    public static let date: AttributeType = .scalar(.date)
    /// Bytes.
    public static let data: AttributeType = .scalar(.data)
    /// A universally unique identifier.
    public static let uuid: AttributeType = .scalar(.uuid)
    /// A URL.
    public static let url: AttributeType = .scalar(.url)
}
