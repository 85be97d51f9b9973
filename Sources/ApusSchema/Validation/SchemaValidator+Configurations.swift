extension SchemaValidator {
    mutating func checkConfigurations() {
        var space = NameSpace()
        for configuration in schema.configurations {
            let place: ModelPath = .element("configurations", configuration.name)
            if configuration.name.isEmpty { error("the name of a configuration cannot be empty", at: place) }
            checkSpace(configuration.name, .configuration, in: &space, at: place)
            checkEntities(of: configuration, at: place.key("entities"))
        }
        guard !schema.configurations.isEmpty, index.isWhole else { return }
        checkWaysOut()
    }

    private mutating func checkEntities(of configuration: Configuration, at place: ModelPath) {
        var seen: Set<String> = []
        for (number, name) in configuration.entities.enumerated() {
            let place: ModelPath = place.index(number)
            if !seen.insert(name).inserted {
                error(
                    "the configuration '\(configuration.name)' has '\(name)' twice",
                    at: place,
                    help: ["remove one of them"]
                )
            } else if case .missing = index.entity(name) {
                unknown(
                    "the configuration '\(configuration.name)' has '\(name)', but there is no such entity",
                    name,
                    among: schema.entities.map(\.name),
                    at: place
                )
            }
        }
    }

    /// Warns of relationships between entities that no configuration has both of.
    private mutating func checkWaysOut() {
        var homes: [String: Set<String>] = [:]
        for configuration in schema.configurations {
            for name in configuration.entities { homes[name, default: []].insert(configuration.name) }
        }
        // The rows of a hierarchy are in one table.
        var roots: [String: Set<String>] = [:]
        for entity in schema.entities {
            let root: String = index.line(of: entity).last?.name ?? entity.name
            roots[root, default: []].formUnion(homes[entity.name] ?? [])
        }
        func home(of entity: Entity) -> Set<String> { roots[index.line(of: entity).last?.name ?? entity.name] ?? [] }
        for entity in schema.entities {
            let own: Set<String> = home(of: entity)
            guard let one = own.min() else { continue }
            for relationship in entity.relationships where !relationship.isTransient {
                guard case .found(let far) = index.entity(relationship.destination),
                    own.isDisjoint(with: home(of: far))
                else { continue }
                warn(
                    "'\(entity.name).\(relationship.name)' leads from the configuration '\(one)' to '\(far.name)', "
                        + "which is not in it",
                    at: entity.place(of: relationship),
                    notes: ["an object of one store does not refer to objects of another"],
                    help: ["put both entities into one configuration, or keep the identifier in an attribute"]
                )
            }
        }
    }
}
