package import ApusSchema

extension SchemaGenerator {
    /// A valid schema of entities, scalar attributes and relationships only: what every part of Apus carries.
    package static func storable(seed: UInt64) -> Schema {
        StorableSchemaGenerator.schema(seed: seed)
    }
}

private struct StorableSchemaGenerator {
    private var random: SplitMix64
    private var entities: [Entity] = []

    static func schema(seed: UInt64) -> Schema {
        var generator = StorableSchemaGenerator(random: SplitMix64(seed: seed))
        return generator.generate()
    }

    private init(random: SplitMix64) {
        self.random = random
    }

    private mutating func generate() -> Schema {
        for number in 0..<random.below(6) {
            entities.append(
                Entity(
                    "E\(number)_" + random.pick(["Größe", "日程", "order", "Caf\u{E9}"]),
                    originalName: originalName(),
                    codegen: random.pick(Entity.Codegen.allCases)
                )
            )
            for _ in 0..<random.below(6) { entities[number].attributes.append(attribute(of: entities[number])) }
        }
        if !entities.isEmpty { for _ in 0..<random.below(8) { addRelationship() } }
        return Schema(model: "M", entities: entities)
    }

    private mutating func originalName() -> String? {
        random.chance(30) ? random.pick(["old", "Ä", "e\u{301}"]) : nil
    }

    private func name(in entity: Entity) -> String {
        "p\(entity.properties.count)"
    }

    private mutating func attribute(of entity: Entity) -> Attribute {
        let type: ScalarType = random.pick(ScalarType.allCases)
        return Attribute(
            name(in: entity),
            .scalar(type),
            isOptional: random.chance(50),
            default: random.chance(60) ? ValueGenerator.value(of: type, &random) : nil,
            originalName: originalName()
        )
    }

    private mutating func addRelationship() {
        let (here, there): (Int, Int) = (random.below(entities.count), random.below(entities.count))
        let name: String = name(in: entities[here])
        let hasInverse = random.chance(70)
        let isSelfInverse = hasInverse && here == there && random.chance(50)
        let back: String = isSelfInverse ? name : here == there ? name + "_back" : self.name(in: entities[there])
        let isToMany = random.chance(50)
        let isBackToMany = isSelfInverse ? isToMany : random.chance(50)
        let holdsKey: Bool? = random.pick(isSelfInverse ? [nil, true] : [nil, nil, true, false])
        let isSymmetric = isToMany == isBackToMany
        entities[here].relationships.append(
            relationship(
                name,
                to: there,
                isToMany,
                inverse: hasInverse ? back : nil,
                holdsKey: hasInverse && isSymmetric ? holdsKey : nil
            )
        )
        if hasInverse, !isSelfInverse {
            entities[there].relationships.append(
                relationship(
                    back,
                    to: here,
                    isBackToMany,
                    inverse: name,
                    holdsKey: isSymmetric && random.chance(30) ? holdsKey.map { !$0 } : nil
                )
            )
        }
    }

    private mutating func relationship(
        _ name: String,
        to destination: Int,
        _ isToMany: Bool,
        inverse: String?,
        holdsKey: Bool?
    ) -> Relationship {
        let (far, rule): (String, Relationship.DeleteRule) = (
            entities[destination].name, random.pick(Relationship.DeleteRule.allCases)
        )
        return isToMany
            ? .toMany(
                name,
                far,
                inverse: inverse,
                deleteRule: rule,
                originalName: originalName(),
                holdsKey: holdsKey
            )
            : .toOne(
                name,
                far,
                isOptional: random.chance(70),
                inverse: inverse,
                deleteRule: rule,
                originalName: originalName(),
                holdsKey: holdsKey
            )
    }
}
