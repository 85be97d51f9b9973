/// A type of attributes with several parts, such as Core Data's composite attribute.
public struct Composite: Hashable, Sendable {
    /// The name, which is also the Swift type's.
    public var name: String

    /// The name in an older version, if the composite was renamed.
    public var originalName: String?

    /// The parts, in the author's order, which may be composites themselves.
    public var attributes: [Attribute]

    /// The documentation comment in generated code.
    public var documentation: String?

    /// The author's own strings about the composite.
    public var userInfo: [String: String] = [:]

    /// Creates a composite.
    public init(_ name: String, originalName: String? = nil, attributes: [Attribute] = []) {
        self.name = name
        self.originalName = originalName
        self.attributes = attributes
    }
}
