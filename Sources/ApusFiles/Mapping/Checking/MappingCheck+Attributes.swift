import ApusDiagnostics
import ApusSchema

extension MappingCheck {
    /// The attribute or part that a line is about, where a migration can give it values; `nil` otherwise, which is
    /// reported.
    mutating func attribute(of line: Mapping.Line, in version: VersionNames) -> Attribute? {
        guard let element = element(of: line, in: version) else { return nil }
        let (path, location) = (line.path, line.location)
        let consequence: String = line.key.definition.consequence
        switch element {
        case .attribute(let attribute), .part(let attribute):
            guard let obstacle = obstacle(of: attribute, path, in: version) else { return attribute }
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
        _ path: ElementPath,
        in version: VersionNames
    ) -> (reason: String, help: String)? {
        if !attribute.isStored { return ("no store of \(version.title) keeps '\(path)'", "remove it") }
        if attribute.derivation != nil { return ("the store computes '\(path)'", "remove it") }
        guard case .named(let name) = attribute.type, case .composite? = version[ElementPath(name)] else { return nil }
        let parts: [String] = version.names(of: name, limit: 12).map { "'\(ElementPath(name, $0))'" }
        return ("'\(path)' is a composite", "name its parts: \(parts.joined(separator: ", "))")
    }
}
