import ApusSchema

extension SchemaGenerator {
    mutating func addIndexes(to index: Int) {
        let entity: Entity = schema.entities[index]
        for _ in 0..<random.below(4) {
            let name: String = random.pick(["by", "order", "größe", "null"]) + "\(next())"
            let elements: [Entity.Index.Element]
            let kind: Entity.Index.Kind = random.chance(25) ? .rtree : .binary
            switch kind {
            case .binary: elements = self.elements(of: entity)
            case .rtree:
                let numbers: [Attribute] = attributes(of: entity).filter {
                    $0.type.isNumber && $0.type != .decimal || $0.type == .date
                }
                elements = random.some(5, of: numbers).map { Entity.Index.Element(.property([$0.name])) }
            }
            if elements.isEmpty { continue }
            let predicate: String? = random.chance(30) ? self.predicate(of: entity) : nil
            schema.entities[index].indexes.append(
                Entity.Index(name, elements, kind: kind, predicate: kind == .binary ? predicate : nil)
            )
        }
    }

    private mutating func elements(of entity: Entity) -> [Entity.Index.Element] {
        // What is unique has an index already.
        let unique: [[String]] = ([entity] + schema.ancestors(of: entity)).flatMap(\.uniquenessConstraints)
        let values: [Attribute] = attributes(of: entity).filter {
            !$0.isUnique && !unique.contains([$0.name]) && !$0.usesExternalStorage && $0.type != .data
        }
        var terms: [Entity.Index.Element.Term] = values.map { .property([$0.name]) }
        terms += values.filter { $0.type == .int32 }.map { .expression("\(written($0.name)) * 2 + 1") }
        terms += values.filter { $0.type == .int16 }.map {
            .expression("TERNARY(\(written($0.name)) BETWEEN {1, 5}, abs:(\(written($0.name))), -1)")
        }
        for owner in [entity] + schema.ancestors(of: entity) {
            terms += owner.relationships.filter { relationship in
                let isKey: Bool =
                    !relationship.isToMany && !relationship.isTransient
                    && schema.storage(of: relationship, in: owner) == .ownKey
                return isKey && !relationship.isUnique && !unique.contains([relationship.name])
            }.map { .property([$0.name]) }
        }
        for attribute in entity.attributes where !attribute.isTransient && !attribute.isEphemeral {
            guard case .named(let name) = attribute.type, let parts = schema.composite(name)?.attributes else {
                continue
            }
            terms += parts.filter { $0.type.scalar != nil && $0.type != .data }.map {
                .property([attribute.name, $0.name])
            }
        }
        return random.some(3, of: terms).map { Entity.Index.Element($0, isDescending: random.chance(30)) }
    }

    /// A predicate without variables over the values of an object.
    private mutating func predicate(of entity: Entity) -> String? {
        random.pickAny(attributes(of: entity).filter { !$0.usesExternalStorage }).map { attribute in
            let name: String = written(attribute.name)
            return switch attribute.type {
            case .bool: "\(name) == YES"
            case .string: "\(name) BEGINSWITH \"a # 'b': \" AND \(name) != nil"
            case .int16, .int32, .int64: "\(name) > 1"
            default: "\(name) != nil"
            }
        }
    }
}
