import ApusSchema

extension MappingCheck {
    /// What is required must have an object to point to, or a value, in the newer version.
    mutating func checkRequirement(_ line: Mapping.Line, in version: VersionNames) {
        let path: ElementPath = line.path
        guard let element = element(MappingName(line), in: version) else { return }
        let reason: String? =
            switch element {
            case .attribute(let attribute), .part(let attribute):
                if !attribute.isStored {
                    "no store keeps '\(path)'"
                } else if attribute.derivation != nil {
                    "the store computes '\(path)'"
                } else {
                    attribute.isOptional ? "'\(path)' is optional in \(version.title)" : nil
                }
            case .relationship(let relationship):
                if relationship.isTransient {
                    "no store keeps '\(path)'"
                } else if relationship.isToMany {
                    "'\(path)' is to-many, and may be empty"
                } else {
                    relationship.isOptional ? "'\(path)' is optional in \(version.title)" : nil
                }
            case .fetchedProperty: "'\(path)' is a fetched property"
            case .enumCase: "'\(path)' is a case of an enum"
            case .entity, .enumeration, .composite: "'\(path)' has no values"
            }
        guard let reason else { return }
        error(
            "\(reason), so there is nothing to require",
            at: line.location,
            help: ["remove it: 'require' is for what \(version.title) does not let be empty"]
        )
    }
}
