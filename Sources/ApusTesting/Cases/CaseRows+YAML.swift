import ApusSchema
import ApusYAML

extension CaseRows {
    /// The objects as a case's `expect`: every concrete entity, with all values that the store keeps.
    var yaml: YAMLValue { yaml { _ in true } }

    /// The same for some entities.
    func yaml(of isIncluded: (String) -> Bool) -> YAMLValue {
        .mapping(
            schema.entities.filter { !$0.isAbstract && isIncluded($0.name) }.map { entity in
                let objects = self.objects[entity.name] ?? []
                let rows = objects.map { YAMLValue.Entry($0.name, .mapping(entries(of: $0, entity))) }
                return YAMLValue.Entry(entity.name, rows.isEmpty ? .word("0") : .mapping(rows))
            }
        )
    }

    /// The values and references of an object, those of its root first. What the store computes is left out.
    private func entries(of object: Object, _ entity: Entity) -> [YAMLValue.Entry] {
        let line = ([entity] + schema.ancestors(of: entity)).reversed()
        return line.flatMap { owner in
            owner.attributes.filter(\.isKept).map { entry(of: $0, at: [$0.name], object, entity) }
        }
            + line.flatMap { owner in
                owner.relationships.compactMap { relationship in
                    object.references[relationship.name].map { names in
                        let value: YAMLValue =
                            relationship.isToMany
                            ? .sequence((relationship.isOrdered ? names : names.sorted()).map { .text($0) }, .flow)
                            : names.first.map { .text($0) } ?? .word("null")
                        return YAMLValue.Entry(relationship.name, value)
                    }
                }
            }
    }

    private func entry(
        of attribute: Attribute,
        at path: [String],
        _ object: Object,
        _ entity: Entity
    ) -> YAMLValue.Entry {
        if case .named(let name) = attribute.type, let composite = schema.composite(name) {
            let parts = composite.attributes.map { entry(of: $0, at: path + [$0.name], object, entity) }
            let isAbsent = schema.leaves(of: attribute).allSatisfy { leaf in
                object.values[path.dropLast() + leaf.path] ?? .null == .null
            }
            return YAMLValue.Entry(attribute.name, isAbsent ? .word("null") : .mapping(parts, .flow))
        }
        guard let text = text(of: object.values[path] ?? .null, at: path, in: entity.name) else {
            return YAMLValue.Entry(attribute.name, .word("null"))
        }
        let isWord = ![.string, .url].contains(schema.storedType(of: attribute))
        return YAMLValue.Entry(attribute.name, isWord ? .word(text) : .text(text))
    }

    /// A value as a case writes it; `nil` for null.
    func text(of value: StoredValue, at path: [String], in entity: String) -> String? {
        guard let owner = schema.entity(entity), let attribute = schema.attribute(path[0], of: owner),
            let leaf = schema.leaves(of: attribute).first(where: { $0.path == path })
        else { return value == .null ? nil : value.shown }
        if case .named(let name) = leaf.attribute.type,
            let found = schema.enumeration(name)?.cases.first(where: { $0.rawValue.stored == value })
        {
            return found.name
        }
        return value == .null ? nil : Value(value, of: leaf.type)?.text ?? value.shown
    }

    /// A relationship that an entity declares or inherits.
    func property(_ name: String, of entity: String) -> Relationship? {
        schema.entity(entity).flatMap { schema.relationship(name, of: $0)?.relationship }
    }
}
