import ApusDiagnostics

extension SchemaValidator {
    mutating func checkConfigurations() {
        var space = NameSpace()
        for configuration in schema.configurations {
            let modelPath: ModelPath = .element("configurations", configuration.name)
            if configuration.name.isEmpty { error("the name of a configuration cannot be empty", at: modelPath) }
            checkSpace(configuration.name, .configuration, in: &space, at: modelPath)
            checkEntities(of: configuration, at: modelPath.key("entities"))
        }
        guard !schema.configurations.isEmpty, index.isWhole else { return }
        checkCrossReferences()
    }

    private mutating func checkEntities(of configuration: Configuration, at modelPath: ModelPath) {
        var seen: Set<String> = []
        for (number, name) in configuration.entities.enumerated() {
            let modelPath = modelPath.index(number)
            if !seen.insert(name).inserted {
                error(
                    "the configuration '\(configuration.name)' contains '\(name)' twice",
                    at: modelPath,
                    help: ["remove one of them"]
                )
            } else if case .missing = index.entity(name) {
                unknown(
                    "the configuration '\(configuration.name)' contains '\(name)', but there is no such entity",
                    name,
                    among: schema.entities.lazy.map(\.name),
                    at: modelPath
                )
            }
        }
    }

    /// Warns about relationships between entities that have no configuration in common.
    private mutating func checkCrossReferences() {
        var homes: [String: Set<String>] = [:]
        for configuration in schema.configurations {
            for name in configuration.entities { homes[name, default: []].insert(configuration.name) }
        }
        // The rows of a hierarchy are in one table.
        var roots: [String: Set<String>] = [:]
        for entity in schema.entities {
            let root = index.line(of: entity).last?.name ?? entity.name
            roots[root, default: []].formUnion(homes[entity.name] ?? [])
        }
        func home(of entity: Entity) -> Set<String> { roots[index.line(of: entity).last?.name ?? entity.name] ?? [] }
        for entity in schema.entities {
            let own = home(of: entity)
            guard let one = own.min() else { continue }
            for relationship in entity.relationships where !relationship.isTransient {
                guard case .found(let far) = index.entity(relationship.destination),
                    own.isDisjoint(with: home(of: far))
                else { continue }
                warn(
                    "'\(entity.name).\(relationship.name)' points from the configuration '\(one)' to '\(far.name)', "
                        + "which is not in it",
                    about: Topic("'\(entity.name).\(relationship.name)'"),
                    at: entity.path(of: relationship),
                    notes: ["an object cannot refer to an object of another store"],
                    help: ["put both entities into the same configuration, or store the identifier in an attribute"]
                )
            }
        }
    }
}
