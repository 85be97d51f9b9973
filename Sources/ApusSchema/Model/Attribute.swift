/// A value that each object of an entity, or each value of a composite, has.
public struct Attribute: Hashable, Sendable {
    /// The name, which is also the Swift property's and, where ``column`` says nothing else, the column's.
    public var name: String

    /// The name in an older version, where the attribute was renamed.
    public var originalName: String?

    /// The type of the values.
    public var type: AttributeType

    /// The user's own Swift type of the values, as Swift source (`[Tag]`, `CGRect`): of an attribute that is
    /// transformable, codable or undefined.
    public var swiftType: String?

    /// Whether an object may have no value here.
    public var isOptional: Bool

    /// The value of a new object, and of the rows that exist when a scalar attribute is added or made required.
    public var defaultValue: Value?

    /// The value of a new object, for a type that is no scalar: the name of an enum's case, or Swift source.
    public var defaultExpression: String?

    /// Whether the value lives in memory only and no store knows the attribute.
    public var isTransient: Bool = false

    /// Whether changes of the value are tracked although no store keeps it (SwiftData's `.ephemeral`).
    public var isEphemeral: Bool = false

    /// Whether no two objects of the entity may have one value.
    public var isUnique: Bool = false

    /// Whether a large value may be kept in a file beside the store.
    public var usesExternalStorage: Bool = false

    /// Whether the history of changes keeps the value of a deleted object.
    public var preservesValueOnDeletion: Bool = false

    /// Whether Spotlight indexes the value; carried for Apple's platforms.
    public var isIndexedBySpotlight: Bool = false

    /// Whether CloudKit keeps the value encrypted; carried for Apple's platforms.
    public var allowsCloudEncryption: Bool = false

    /// How the store computes the value, where it is derived.
    public var derivation: Derivation?

    /// The least value that is valid, of a number or a date.
    public var minimum: Value?

    /// The greatest value that is valid, of a number or a date.
    public var maximum: Value?

    /// How many characters a valid text has.
    public var length: Length?

    /// The regular expression that a valid text matches as a whole, in ICU's syntax as Core Data has it.
    public var pattern: String?

    /// The name of the value transformer of a transformable attribute; `nil` for the secure-coding one.
    public var transformer: String?

    /// The column's name, where it is not the attribute's.
    public var column: String?

    /// A text that tells this version of the attribute from one that looks the same.
    public var hashModifier: String?

    /// What the attribute means, for the people who use the generated class.
    public var documentation: String?

    /// Whatever the model's author keeps with the attribute.
    public var userInfo: [String: String] = [:]

    /// Creates an attribute; what is not a parameter is set afterwards.
    public init(
        _ name: String,
        _ type: AttributeType,
        isOptional: Bool = false,
        default defaultValue: Value? = nil,
        originalName: String? = nil
    ) {
        self.name = name
        self.originalName = originalName
        self.type = type
        self.isOptional = isOptional
        self.defaultValue = defaultValue
    }
}
