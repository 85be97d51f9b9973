import ApusDiagnostics
import ApusSchema

extension MappingCheck {
    /// An expression computes the values of an attribute, of a part of its composite, or those that a relationship points to.
    /// Whether it can be computed is seen when the versions are matched.
    mutating func checkComputed(_ name: MappingName, in version: VersionNames) {
        if name.path.isPart, !isPart(name, in: version) { return }
        guard let element = element(name, in: version) else { return }
        if case .relationship(let relationship) = element { return check(relationship, name, in: version) }
        if case .part = element, !name.path.isPart { return reportType(name, in: version) }
        _ = attribute(element, name, in: version)
    }

    /// Whether the names before a part's are those of an attribute and of composites; otherwise it is reported, unless the
    /// attribute is unknown.
    private mutating func isPart(_ name: MappingName, in version: VersionNames) -> Bool {
        let path = name.path
        guard version[path.whole] != nil else { return true }
        for count in 1..<path.names.count {
            let above = ElementPath(path.entity, path.names.prefix(count).joined(separator: "."))
            guard let element = version[above] else { return true }
            if let type = element.type, case .composite? = version[ElementPath(type)] {
                if count == 1, attribute(element, name.renamed(above), in: version, allowsComposite: true) == nil {
                    return false
                }
                continue
            }
            let what: String =
                switch element {
                case .relationship: "a relationship"
                case .attribute(let attribute), .part(let attribute): attribute.type.name.withArticle
                default: "no attribute"
                }
            error(
                "'\(above)' is \(what), which has no parts",
                at: name.location,
                help: ["write '\(name.text(of: above))'"]
            )
            return false
        }
        return true
    }

    /// The name of a type in place of that of an attribute.
    private mutating func reportType(_ name: MappingName, in version: VersionNames) {
        let attributes: [ElementPath] = version.attributes(of: name.path.entity)
        let parts: [String] = attributes.prefix(12).map { attribute in
            "'\(attribute).\(name.path.property ?? "")'"
        }
        error(
            "'\(name.path)' is a part of a type, and an expression computes that of one attribute",
            at: name.location,
            help: [parts.isEmpty ? "remove it: no attribute has the type" : "write \(parts.alternatives)"]
        )
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
