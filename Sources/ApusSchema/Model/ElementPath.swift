/// The name of an element of a schema in mappings and messages: `Trip`, `Trip.startDate`.
///
/// The lines of a mapping that compute a part of a composite name it behind its attribute: `Person.home.city`.
public struct ElementPath: Hashable, Sendable {
    /// The entity's name.
    public let entity: String

    /// The property's name, followed by those of parts if one is meant: `home.city`; `nil` for the entity itself.
    public let property: String?

    /// Creates the path of an entity or one of its properties.
    public init(_ entity: String, _ property: String? = nil) {
        self.entity = entity
        self.property = property
    }

    /// Parses `Trip`, `Trip.startDate` or `Person.home.city`; `nil` if a name is empty.
    public init?(parsing text: String) {
        let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let entity = names.first, !names.contains("") else { return nil }
        self.init(entity, names.count > 1 ? names.dropFirst().joined(separator: ".") : nil)
    }

    /// The names below the entity: that of the property, then those of parts.
    package var names: [String] { property?.split(separator: ".").map(String.init) ?? [] }

    /// Whether a part of an attribute's composite is meant.
    package var isPart: Bool { property?.contains(".") == true }

    /// The property itself, without the names of parts.
    package var whole: ElementPath { isPart ? ElementPath(entity, names.first) : self }
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
