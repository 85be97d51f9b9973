import ApusDiagnostics
import ApusSchema

extension MappingCheck {
    /// Checks where the objects of an entity come from: entities of the older version, and expressions for properties of
    /// the newer one.
    mutating func checkOrigins(_ line: Mapping.Line, in version: VersionNames) {
        if let element = element(MappingName(line), in: version) { checkOwner(line, element, in: version) }
        for (index, origin) in (line.origins ?? []).enumerated() {
            for source in origin.sources {
                checkSource(source, at: line.location(of: .source(source), inOriginAt: index))
            }
            if let name = origin.name, case .entity? = version[ElementPath(name)] {
                error(
                    "'\(name)' is an entity of \(version.title), so it cannot be the name of an origin",
                    at: line.location(of: .name, inOriginAt: index),
                    help: ["choose another name"]
                )
            }
            guard case .entity? = version[line.path] else { continue }
            for property in origin.values.keys.sorted() {
                checkComputed(
                    MappingName(
                        path: ElementPath(line.path.entity, property),
                        key: "values",
                        subjects: .computed,
                        consequence: Mapping.Key.values.definition.consequence,
                        location: line.location(of: .value(property), inOriginAt: index),
                        isProperty: true
                    ),
                    in: version
                )
            }
        }
    }

    /// The entity of a line has objects of its own.
    private mutating func checkOwner(_ line: Mapping.Line, _ element: VersionNames.Element, in version: VersionNames) {
        let path = line.path
        switch element {
        case .entity(isAbstract: false, _): break
        case .entity:
            let isCompared = nearMisses.mayCompare(with: version.owners.count)
            let names = isCompared ? version.concreteEntities(below: path.entity).prefix(12).map { "'\($0)'" } : []
            error(
                "'\(path)' is abstract, so it has no objects of its own",
                at: line.location,
                help: [names.isEmpty ? "remove it" : "name its sub-entities: \(names.joined(separator: ", "))"]
            )
        case .attribute, .relationship, .fetchedProperty, .enumeration, .enumCase, .composite, .part:
            error(
                "'\(path)' is not an entity, so it has no objects",
                at: line.location,
                help: ["expected an entity of \(version.title)"]
            )
        }
    }

    /// Objects come from an entity of the older version.
    private mutating func checkSource(_ source: String, at location: SourceLocation?) {
        guard let older else { return }
        let name = MappingName(
            path: ElementPath(source),
            key: Mapping.Origin.Key.from.rawValue,
            subjects: .losses,
            consequence: "no objects come from it",
            location: location
        )
        guard let element = element(name, in: older) else { return }
        if case .entity = element { return }
        error(
            "'\(source)' is not an entity, so no objects come from it",
            at: location,
            help: ["expected an entity of \(older.title)"]
        )
    }
}
