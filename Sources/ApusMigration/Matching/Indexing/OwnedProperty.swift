package import ApusSchema

/// A property and the entity that declares it.
package struct OwnedProperty: Sendable {
    /// Attributes and relationships are large values. Planning copies owned properties often and mostly reads single
    /// facts, so the storage is shared and holds these facts.
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

    /// The property's name before a rename.
    var originalName: String? { storage.originalName }

    /// The property.
    package var property: Property { storage.property }

    /// The path of the property, with the entity that declares it.
    package var path: ElementPath { ElementPath(owner, name) }

    /// Whether it is an attribute.
    var isAttribute: Bool { storage.isAttribute }

    /// Whether it is an attribute whose type is an enum or a composite of the model.
    var isOfModelType: Bool { storage.isOfModelType }

    /// Whether it is a stored derived attribute.
    var isComputed: Bool { storage.isComputed }

    /// Whether it is a to-many relationship.
    var isToMany: Bool { storage.isToMany }

    /// The member of the entity's extent, if it is an attribute whose member does not depend on other types of the
    /// model.
    var member: Extent.Member? { storage.member }

    /// Returns whether both share their storage, and so are equal. `false` does not mean that they differ.
    func isIdentical(to other: OwnedProperty) -> Bool { storage === other.storage }
}

extension OwnedProperty: Hashable {
    /// Returns whether the owners and the properties are equal.
    package static func == (lhs: OwnedProperty, rhs: OwnedProperty) -> Bool {
        lhs.storage === rhs.storage
            || (lhs.name == rhs.name && lhs.owner == rhs.owner && lhs.storage.property == rhs.storage.property)
    }

    /// Hashes the owner and the name, which distinguish most properties.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(owner)
        hasher.combine(name)
    }
}
