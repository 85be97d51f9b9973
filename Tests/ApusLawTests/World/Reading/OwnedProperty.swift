import ApusSchema

/// A property that a kind of object has, and the entity that declares it.
struct OwnedProperty: Sendable {
    let owner: String
    let property: Property

    var name: String { property.name }
    var path: ElementPath { ElementPath(owner, name) }

    var attribute: Attribute? {
        if case .attribute(let attribute) = property { attribute } else { nil }
    }

    var relationship: Relationship? {
        if case .relationship(let relationship) = property { relationship } else { nil }
    }

    /// The attribute, where a store keeps its values.
    var storedAttribute: Attribute? {
        attribute.flatMap { $0.isTransient || $0.isEphemeral ? nil : $0 }
    }
}
