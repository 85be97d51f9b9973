/// A value that is one of a few, each kept as its raw value: a Swift enum.
public struct Enumeration: Hashable, Sendable {
    /// One of the values.
    public struct Case: Hashable, Sendable {
        /// The name, which is also the Swift case's.
        public var name: String

        /// What a store keeps.
        public var rawValue: Value

        /// What the case means.
        public var documentation: String?

        /// Creates a case.
        public init(_ name: String, _ rawValue: Value, documentation: String? = nil) {
            self.name = name
            self.rawValue = rawValue
            self.documentation = documentation
        }
    }

    /// The name, which is also the Swift type's.
    public var name: String

    /// The name in an older version, where the enum was renamed.
    public var originalName: String?

    /// The type of the raw values: text or an integer.
    public var type: ScalarType

    /// The cases, in the author's order.
    public var cases: [Case]

    /// What the enum means, for the people who use the generated type.
    public var documentation: String?

    /// Whatever the model's author keeps with the enum.
    public var userInfo: [String: String] = [:]

    /// Creates an enum.
    public init(_ name: String, originalName: String? = nil, type: ScalarType = .string, cases: [Case] = []) {
        self.name = name
        self.originalName = originalName
        self.type = type
        self.cases = cases
    }

    /// The types that raw values can have.
    public static let rawTypes: [ScalarType] = [.string, .int16, .int32, .int64]
}
