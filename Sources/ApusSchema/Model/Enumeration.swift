/// A Swift enum, which is stored by raw values.
public struct Enumeration: Hashable, Sendable {
    /// A case of an enum.
    public struct Case: Hashable, Sendable {
        /// The name, which is also the Swift case's.
        public var name: String

        /// The stored value.
        public var rawValue: Value

        /// The documentation comment in generated code.
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

    /// The name in an older version, if the enum was renamed.
    public var originalName: String?

    /// The type of the raw values: string or an integer.
    public var type: ScalarType

    /// The entity in whose class the Swift type is nested; `nil` for a type of its own.
    public var enclosingEntity: String?

    /// The cases, in the author's order.
    public var cases: [Case]

    /// The documentation comment in generated code.
    public var documentation: String?

    /// The author's own strings about the enum.
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
