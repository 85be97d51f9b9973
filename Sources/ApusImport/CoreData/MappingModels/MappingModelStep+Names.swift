import ApusSchema

extension MappingExpression {
    /// The older property that gives the value.
    var property: String? {
        switch self {
        case .source(let steps), .instances(let steps, _, _): steps.count == 1 ? steps[0] : nil
        case .constant, .nothing, .call, .other: nil
        }
    }

    /// Whether it gives the new objects of an older property, which is the usual way to map a relationship.
    func isInstances(of property: String?) -> Bool {
        if case .instances(let steps, _, _) = self { steps == [property] } else { false }
    }
}

extension Schema {
    /// The path of an element in the version before, as original names say.
    func olderPath(of path: ElementPath) -> ElementPath {
        guard let entity = entity(path.entity) else { return path }
        let name = entity.originalName ?? entity.name
        guard let property = path.property else { return ElementPath(name) }
        let declared = ([entity] + ancestors(of: entity)).lazy.flatMap(\.properties).first { $0.name == property }
        return ElementPath(name, declared?.originalName ?? property)
    }
}

extension Entity {
    func has(_ property: String) -> Bool { properties.contains { $0.name == property } }

    /// Whether stores keep a property that the entity declares.
    func keeps(_ property: String) -> Bool {
        attributes.contains { $0.name == property && $0.isStored && $0.derivation == nil }
            || relationships.contains { $0.name == property && !$0.isTransient }
    }
}
