/// A value of an entity's objects, or a part of a composite.
public struct Attribute: Hashable, Sendable {
    /// The name, which is also the Swift property's and, unless ``column`` is set, the column's.
    public var name: String

    /// The name in an older version, if the attribute was renamed.
    public var originalName: String?

    /// The type of the values.
    public var type: AttributeType

    /// The Swift type of a transformable, codable or undefined attribute, as Swift source (`[Tag]`, `CGRect`); `Int` for
    /// integers of 64 bits that are `Int` in Swift, which a model file calls `int`.
    public var swiftType: String?

    /// Whether the value may be `nil`.
    public var isOptional: Bool

    /// The value of a new object, and of existing rows when a scalar attribute is added or made required.
    public var defaultValue: Value?

    /// The value of a new object, for a type that is not a scalar: the name of an enum's case, or Swift source.
    public var defaultExpression: String?

    /// Whether the value is in memory only, so that stores do not contain the attribute.
    public var isTransient: Bool = false

    /// Whether changes of the value are tracked although it is not stored (SwiftData's `.ephemeral`).
    public var isEphemeral: Bool = false

    /// Whether no two objects of the entity may have the same value.
    public var isUnique: Bool = false

    /// Whether a large value may be kept in a file beside the store.
    public var usesExternalStorage: Bool = false

    /// Whether the history of changes keeps the value of a deleted object.
    public var preservesValueOnDeletion: Bool = false

    /// Whether Spotlight indexes the value; supported for Apple's platforms.
    public var isIndexedBySpotlight: Bool = false

    /// Whether CloudKit keeps the value encrypted; supported for Apple's platforms.
    public var allowsCloudEncryption: Bool = false

    /// The name of the key with which a store keeps the values encrypted; `nil` if it keeps them as they are.
    public var encryptionKey: String?

    /// Whether a store can look up encrypted values: it knows which ones are equal.
    public var allowsLookup: Bool = false

    /// The expression with which the store computes a derived value.
    public var derivation: Derivation?

    /// The least valid value of a number or a date.
    public var minimum: Value?

    /// The greatest valid value of a number or a date.
    public var maximum: Value?

    /// The valid lengths of a string.
    public var length: Length?

    /// The regular expression that the whole string must match, in ICU's syntax, as in Core Data.
    public var pattern: String?

    /// The name of the value transformer of a transformable attribute; `nil` for the secure-coding one.
    public var transformer: String?

    /// The app's own value transformer; `nil` if Foundation archives the values, as its own names, which begin with `NS`, say, too.
    package var ownTransformer: String? { transformer.flatMap { $0.isEmpty || $0.hasPrefix("NS") ? nil : $0 } }

    /// The column's name, if it is not the attribute's.
    public var column: String?

    /// A string that distinguishes this version of the attribute from one that looks the same.
    public var hashModifier: String?

    /// The documentation comment in generated code.
    public var documentation: String?

    /// The author's own strings about the attribute.
    public var userInfo: [String: String] = [:]

    /// Creates an attribute. Further properties can be set afterwards.
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
