/// The name of an element of a schema in mappings and messages: `Trip`, `Trip.startDate`.
public struct ElementPath: Hashable, Sendable {
    /// The entity's name.
    public let entity: String

    /// The property's name; `nil` for the entity itself.
    public let property: String?

    /// Creates the path of an entity or one of its properties.
    public init(_ entity: String, _ property: String? = nil) {
        self.entity = entity
        self.property = property
    }

    /// Parses `Trip` or `Trip.startDate`; `nil` for any other number of parts or an empty part.
    public init?(parsing text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), !parts.contains("") else { return nil }
        self.init(parts[0], parts.count == 2 ? parts[1] : nil)
    }
}

extension ElementPath: CustomStringConvertible {
    /// The path as text: `Trip`, `Trip.startDate`.
    public var description: String {
        property.map { "\(entity).\($0)" } ?? entity
    }
}

extension ElementPath: Comparable {
    /// Orders paths by entity, then property.
    public static func < (lhs: ElementPath, rhs: ElementPath) -> Bool {
        (lhs.entity, lhs.property ?? "") < (rhs.entity, rhs.property ?? "")
    }
}
