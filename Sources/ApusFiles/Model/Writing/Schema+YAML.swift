package import ApusSchema
package import ApusYAML

extension Schema {
    /// The schema as YAML.
    package var yaml: YAMLValue {
        .mapping(
            YAMLValue.Entry.settings(Schema.keys, of: self) { structure, _ in
                switch structure {
                case .entities: .mapping(entities.map { YAMLValue.Entry($0.name, $0.yaml) })
                case .composites: .elements(composites, \.name, \.yaml)
                case .enumerations: .elements(enumerations, \.name, \.yaml)
                case .fetchRequests: .elements(fetchRequests, \.name, \.yaml)
                case .configurations: .elements(configurations, \.name, \.yaml)
                default: nil
                }
            }
        )
    }
}

extension Entity {
    fileprivate var yaml: YAMLValue {
        .mapping(
            YAMLValue.Entry.settings(Entity.keys, of: self) { structure, _ in
                switch structure {
                case .attributes: .elements(attributes, \.name, \.yaml)
                case .relationships: .elements(relationships, \.name, \.yaml)
                case .fetchedProperties: .elements(fetchedProperties, \.name, \.yaml)
                case .constraints: constraints
                case .indexes: .elements(indexes, \.name, \.yaml)
                default: nil
                }
            }
        )
    }

    private var constraints: YAMLValue? {
        guard !uniquenessConstraints.isEmpty else { return nil }
        return .sequence(uniquenessConstraints.map { $0.count == 1 ? .text($0[0]) : .names($0) }, .flow)
    }
}

extension Entity.Index {
    fileprivate var yaml: YAMLValue {
        let list: YAMLValue = .sequence(elements.map { .text($0.text) }, .flow)
        if kind == .binary, predicate == nil { return list }
        return .compact(YAMLValue.Entry.settings(Entity.Index.keys, of: self) { _, _ in list })
    }
}

extension Relationship {
    fileprivate var yaml: YAMLValue {
        let entries: [YAMLValue.Entry] = YAMLValue.Entry.settings(Relationship.keys, of: self) { _, key in
            key == (isToMany ? "toMany" : "to") ? .text(destination) : nil
        }
        let isUsual = entries.allSatisfy { entry in
            ["to", "toMany"].contains(entry.key) || entry.key == "optional" && !isToMany
        }
        if isUsual, ScalarStyle.canBePlain(destination), !destination.contains("?") {
            return .word(isToMany ? "toMany \(destination)" : "to \(destination)\(isOptional ? "?" : "")")
        }
        return .compact(entries)
    }
}

extension FetchRequest {
    fileprivate var yaml: YAMLValue {
        .compact(YAMLValue.Entry.settings(FetchRequest.keys, of: self) { structure, _ in yaml(of: structure) })
    }

    fileprivate func yaml(of structure: KeyStructure) -> YAMLValue? {
        switch structure {
        case .variables:
            variables.isEmpty
                ? nil : .mapping(variables.map { YAMLValue.Entry($0.name, .text($0.text)) }, .flow)
        case .sortKeys: sortBy.isEmpty ? nil : .names(sortBy.map(\.text))
        default: nil
        }
    }
}

extension FetchedProperty {
    fileprivate var yaml: YAMLValue {
        .compact(
            YAMLValue.Entry.settings(FetchedProperty.keys, of: self) { structure, _ in request.yaml(of: structure) }
        )
    }
}

extension Configuration {
    fileprivate var yaml: YAMLValue {
        usedWithCloudKit ? .compact(YAMLValue.Entry.settings(Configuration.keys, of: self)) : .names(entities)
    }
}
