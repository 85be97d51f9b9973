/// A value of several parts that attributes can have, as Core Data's composite attribute.
public struct Composite: Hashable, Sendable {
    /// The name, which is also the Swift type's.
    public var name: String

    /// The name in an older version, where the composite was renamed.
    public var originalName: String?

    /// The parts, in the author's order; they may be composites themselves.
    public var attributes: [Attribute]

    /// What the composite means, for the people who use the generated type.
    public var documentation: String?

    /// Whatever the model's author keeps with the composite.
    public var userInfo: [String: String] = [:]

    /// Creates a composite.
    public init(_ name: String, originalName: String? = nil, attributes: [Attribute] = []) {
        self.name = name
        self.originalName = originalName
        self.attributes = attributes
    }
}
