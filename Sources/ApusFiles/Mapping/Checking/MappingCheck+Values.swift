import ApusDiagnostics
import ApusSchema

extension MappingCheck {
    /// An expression computes the values of an attribute as a whole, or those that a relationship leads to.
    /// Whether it can be computed is seen when the versions are matched.
    mutating func checkComputed(_ name: MappingName, in version: VersionNames) {
        guard let element = element(name, in: version) else { return }
        if case .relationship(let relationship) = element { return check(relationship, name, in: version) }
        guard let attribute = attribute(element, name, in: version) else { return }
        if attribute.type.isForeign {
            error(
                "'\(name.path)' is \(attribute.type.name), and only the app writes its bytes, so it cannot be computed",
                at: name.location,
                help: ["remove it"]
            )
        } else if case .part = element {
            error(
                "'\(name.path)' is a part of a composite, and an expression computes the values of an attribute",
                at: name.location,
                help: ["name an attribute of an entity"]
            )
        }
    }

    private mutating func check(_ relationship: Relationship, _ name: MappingName, in version: VersionNames) {
        if relationship.isTransient {
            error(
                "no store of \(version.title) keeps '\(name.path)', so \(name.consequence)",
                at: name.location,
                help: ["remove it"]
            )
        } else if relationship.isToMany, let back = relationship.inverse {
            let inverse = ElementPath(relationship.destination, back)
            guard case .relationship(let other)? = version[inverse], !other.isToMany else { return }
            error(
                "'\(inverse)' has the references of '\(name.path)', so \(name.consequence)",
                at: name.location,
                help: ["write the value of '\(inverse)'"]
            )
        }
    }
}
