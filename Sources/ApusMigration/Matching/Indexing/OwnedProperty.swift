package import ApusSchema

/// A property and the entity that declares it.
package struct OwnedProperty: Sendable {
    /// Attributes and relationships say much; here they are handed on again and again, and mostly for one fact.
    private final class Storage: Sendable {
        let owner: String
        let name: String
        let originalName: String?
        let property: Property
        let isAttribute: Bool
        let isOfModelType: Bool
        let isComputed: Bool
        let isToMany: Bool
        let member: Extent.Member?

        init(_ owner: String, _ property: Property) {
            self.owner = owner
            name = property.name
            originalName = property.originalName
            self.property = property
            switch property {
            case .attribute(let attribute):
                isAttribute = true
                if case .named = attribute.type { isOfModelType = true } else { isOfModelType = false }
                isComputed = attribute.isStored && attribute.derivation != nil
                isToMany = false
                member = attribute.member
            case .relationship(let relationship):
                isAttribute = false
                isOfModelType = false
                isComputed = false
                isToMany = relationship.isToMany
                member = nil
            }
        }
    }

    private let storage: Storage

    init(owner: String, property: Property) {
        storage = Storage(owner, property)
    }

    /// The entity that declares it.
    package var owner: String { storage.owner }

    /// The property's name.
    package var name: String { storage.name }

    /// The name that it had before, where it was renamed.
    var originalName: String? { storage.originalName }

    /// The property.
    package var property: Property { storage.property }

    /// The property under the entity that declares it.
    package var path: ElementPath { ElementPath(owner, name) }

    /// Whether it is an attribute.
    var isAttribute: Bool { storage.isAttribute }

    /// Whether it is an attribute of a type that the model defines, an enum or a composite.
    var isOfModelType: Bool { storage.isOfModelType }

    /// Whether it is an attribute whose values are stored and follow from others.
    var isComputed: Bool { storage.isComputed }

    /// Whether it is a to-many relationship.
    var isToMany: Bool { storage.isToMany }

    /// The value that objects have by it, where it is an attribute whose type says so without the model's other types.
    var member: Extent.Member? { storage.member }

    /// Whether both are one and the same value, so that not even their owners differ; true only where that is known
    /// without looking.
    func isIdentical(to other: OwnedProperty) -> Bool { storage === other.storage }
}

extension OwnedProperty: Hashable {
    /// Two are equal where owner and property are.
    package static func == (lhs: OwnedProperty, rhs: OwnedProperty) -> Bool {
        lhs.storage === rhs.storage
            || (lhs.name == rhs.name && lhs.owner == rhs.owner && lhs.storage.property == rhs.storage.property)
    }

    /// Hashes what tells most properties apart.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(owner)
        hasher.combine(name)
    }
}
