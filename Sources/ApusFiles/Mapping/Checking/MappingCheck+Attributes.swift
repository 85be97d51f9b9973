import ApusDiagnostics
import ApusSchema

extension MappingCheck {
    /// The attribute or part with a name, if a migration can give it values; `nil` otherwise, which is reported.
    mutating func attribute(_ name: MappingName, in version: VersionNames) -> Attribute? {
        element(name, in: version).flatMap { attribute($0, name, in: version) }
    }

    /// The attribute or part that an element is, if a migration can give it values; `nil` otherwise, which is reported.
    mutating func attribute(
        _ element: VersionNames.Element,
        _ name: MappingName,
        in version: VersionNames,
        allowsComposite: Bool = false
    ) -> Attribute? {
        let (path, location, consequence) = (name.path, name.location, name.consequence)
        switch element {
        case .attribute(let attribute), .part(let attribute):
            guard let obstacle = obstacle(of: attribute, name, in: version, allowsComposite: allowsComposite) else {
                return attribute
            }
            error("\(obstacle.reason), so \(consequence)", at: location, help: [obstacle.help])
        case .relationship:
            error(
                "'\(path)' is a relationship, so \(consequence)",
                at: location,
                help: ["remove it: no value says which object a reference points to"]
            )
        case .enumCase:
            error(
                "'\(path)' is a case of an enum, so \(consequence)",
                at: location,
                help: ["name an attribute of the type '\(path.entity)'"]
            )
        case .fetchedProperty:
            error("'\(path)' is a fetched property, so \(consequence)", at: location, help: ["remove it"])
        case .entity, .enumeration, .composite:
            error("'\(path)' has no values, so \(consequence)", at: location, help: ["name an attribute"])
        }
        return nil
    }

    /// Why a migration gives an attribute no values, and what to do; `nil` where it can.
    private func obstacle(
        of attribute: Attribute,
        _ named: MappingName,
        in version: VersionNames,
        allowsComposite: Bool
    ) -> (reason: String, help: String)? {
        let path = named.path
        if !attribute.isStored { return ("no store of \(version.title) keeps '\(path)'", "remove it") }
        if attribute.derivation != nil { return ("the store computes '\(path)'", "remove it") }
        guard !allowsComposite, case .named(let name) = attribute.type, case .composite? = version[ElementPath(name)]
        else { return nil }
        let parts: [String] = version.names(of: name, limit: 12).map { part in
            let isOfAttribute = named.subjects.allowsPartsOfAttributes
            return isOfAttribute
                ? "'\(named.text(of: ElementPath(path.entity, "\(path.property ?? "").\(part)")))'"
                : "'\(ElementPath(name, part))'"
        }
        return ("'\(path)' is a composite", "name its parts: \(parts.joined(separator: ", "))")
    }
}
