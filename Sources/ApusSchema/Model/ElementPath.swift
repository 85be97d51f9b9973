/// The name of one element of a schema, as mappings and messages write it: `Trip`, `Trip.startDate`.
public struct ElementPath: Hashable, Sendable {
    /// The entity's name.
    public let entity: String

    /// The property's name; `nil` where the entity itself is meant.
    public let property: String?

    /// Names an entity or one of its properties.
    public init(_ entity: String, _ property: String? = nil) {
        self.entity = entity
        self.property = property
    }

    /// Reads `Trip` or `Trip.startDate`; `nil` for any other number of parts or an empty one.
    public init?(parsing text: String) {
        let parts: [String] = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), !parts.contains("") else { return nil }
        self.init(parts[0], parts.count == 2 ? parts[1] : nil)
    }
}

extension ElementPath: CustomStringConvertible {
    /// The path as it is written: `Trip`, `Trip.startDate`.
    public var description: String {
        property.map { "\(entity).\($0)" } ?? entity
    }
}

extension ElementPath: Comparable {
    /// Orders by entity, then property.
    public static func < (lhs: ElementPath, rhs: ElementPath) -> Bool {
        (lhs.entity, lhs.property ?? "") < (rhs.entity, rhs.property ?? "")
    }
}
