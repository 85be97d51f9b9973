import ApusSchema

extension MappingCheck {
    /// An accepted loss is one of something that the older version has.
    mutating func checkLoss(_ line: Mapping.Line, in version: VersionNames) {
        let path: ElementPath = line.path
        guard let element = element(MappingName(line), in: version) else { return }
        switch element {
        case .entity, .relationship, .enumCase, .part: break
        case .enumeration, .composite:
            let isEnum = if case .enumeration = element { true } else { false }
            let names: [String] = version.names(of: path.entity, limit: 12)
            error(
                "'\(path)' is \(isEnum ? "an enum, whose cases" : "a composite, whose parts") are accepted one by one",
                at: line.location,
                help: ["expected one of \(names.map { "'\(ElementPath(path.entity, $0))'" }.joined(separator: ", "))"]
            )
        case .attribute(let attribute):
            guard !attribute.isStored else { break }
            error(
                "no store of \(version.title) keeps '\(path)', so nothing of it can be lost",
                at: line.location,
                help: ["remove it"]
            )
        case .fetchedProperty:
            error(
                "'\(path)' is a fetched property, so nothing of it can be lost",
                at: line.location,
                help: ["remove it"]
            )
        }
    }
}
