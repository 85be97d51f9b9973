import ApusSchema

extension SchemaGenerator {
    /// Entities, some of which inherit from those before them.
    mutating func addEntities() {
        for _ in 0..<(1 + random.below(6)) {
            var entity = Entity(
                typeName("E"),
                originalName: originalName(),
                parent: random.chance(40) ? random.pickAny(schema.entities)?.name : nil,
                codegen: random.pick(Entity.Codegen.allCases)
            )
            entity.className = random.chance(20) ? random.pick(["Klasse", "_K", "クラス"]) + "\(next())" : nil
            // No class is more visible than the one that it inherits from.
            let widest: AccessLevel? = entity.parent.flatMap { schema.entity($0)?.access }
            let levels: [AccessLevel] = [.internal, .package, .public]
            let isInherited = entity.parent != nil
            entity.access =
                isInherited && widest == nil || random.chance(70)
                ? nil : random.pick(Array(levels.prefix { $0 != widest }) + (widest.map { [$0] } ?? []))
            if entity.parent == nil {
                entity.table = uniqueText(15)
                entity.primaryKey = uniqueText(10)
            }
            entity.hashModifier = text(10)
            entity.documentation = text(25)
            entity.userInfo = texts(20)
            // Not drawn, so that a seed goes on meaning the schema that it meant.
            entity.hasValueType = entity.userInfo.count == 1
            for _ in 0..<random.below(7) { entity.attributes.append(attribute()) }
            schema.entities.append(entity)
        }
        for index in schema.entities.indices where !schema.children(of: schema.entities[index]).isEmpty {
            schema.entities[index].isAbstract = random.chance(50)
        }
        // A parent may stand behind its sub-entities.
        schema.entities = random.shuffled(schema.entities)
    }

    /// Adds constraints, none of which follows from another one: each property is in one at most.
    mutating func addConstraints(to index: Int) {
        let entity: Entity = schema.entities[index]
        let values: [String] = entity.attributes.filter { attribute in
            attributes(of: entity).contains(attribute) && !attribute.isUnique && !attribute.usesExternalStorage
                && attribute.type != .data
        }.map(\.name)
        let references: [String] = entity.relationships.filter {
            !$0.isToMany && !$0.isTransient && !$0.isUnique && schema.storage(of: $0, in: entity) == .ownKey
        }.map(\.name)
        var names: [String] = random.shuffled(values + references)
        while random.chance(40), !names.isEmpty {
            let count: Int = 1 + random.below(3)
            schema.entities[index].uniquenessConstraints.append(Array(names.prefix(count)))
            names.removeFirst(min(count, names.count))
        }
    }

    /// Configurations that hold with each entity those of its hierarchy and those that their relationships lead to.
    mutating func addConfigurations() {
        for _ in 0..<random.below(3) {
            var names: [String] = random.some(2, of: schema.entities.map(\.name))
            var index = 0
            while index < names.count {
                let entity: Entity? = schema.entity(names[index])
                let near: [Entity] = entity.map { schema.ancestors(of: $0) + schema.children(of: $0) } ?? []
                let far: [String] = entity?.relationships.map(\.destination) ?? []
                for name in near.map(\.name) + far where !names.contains(name) { names.append(name) }
                index += 1
            }
            guard !names.isEmpty else { continue }
            schema.configurations.append(
                Configuration(
                    "\(random.pick(["Cloud", "a: b #", "null", "Größe"])) \(next())",
                    entities: names,
                    usedWithCloudKit: random.chance(30)
                )
            )
        }
    }
}
