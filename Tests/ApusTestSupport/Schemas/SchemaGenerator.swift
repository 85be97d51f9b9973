package import ApusSchema

/// Makes valid schemas that, over some seeds, use every key of every element of a model, with names and texts that are
/// hard to carry.
package struct SchemaGenerator {
    var random: SplitMix64
    var schema: Schema

    /// Words that mean something in Swift, SQL, YAML or elsewhere, each to be used once.
    var propertyNames: [String]
    var typeNames: [String]
    private var number: Int = 0

    /// The schema of a seed: the same everywhere.
    package static func schema(seed: UInt64) -> Schema {
        var generator = SchemaGenerator(random: SplitMix64(seed: seed))
        generator.generate()
        return generator.schema
    }

    private init(random: SplitMix64) {
        self.random = random
        propertyNames = self.random.shuffled(Self.hostilePropertyNames)
        typeNames = self.random.shuffled(Self.hostileTypeNames)
        schema = Schema(model: self.random.pick(["M", "Größe", "yes", "日程"]))
    }

    private mutating func generate() {
        schema.documentation = text(40)
        schema.versionIdentifier = text(30)
        addEnumerations()
        addComposites()
        addEntities()
        for _ in 0..<random.below(8) { addRelationship() }
        nameStorage()
        for index in schema.entities.indices {
            addDerivedAttributes(to: index)
            addConstraints(to: index)
        }
        useEveryType()
        nestEnumerations()
        for index in schema.entities.indices {
            addIndexes(to: index)
            schema.entities[index].spotlightDisplayName = attributes(of: schema.entities[index]).first?.name
            addFetchedProperties(to: index)
        }
        addFetchRequests()
        addConfigurations()
        addLocalization()
        encryptAttributes()
        // Not drawn, so that a seed goes on meaning the schema that it meant.
        addValues()
        schema.keepsHistory = schema.entities.count.isMultiple(of: 3)
    }

    /// A number that has not been given before.
    mutating func next() -> Int {
        number += 1
        return number
    }

    /// A name that no other property of the schema has, so that a hierarchy never has one twice.
    mutating func propertyName() -> String {
        random.chance(50) ? propertyNames.popLast() ?? "p\(next())" : "p\(next())"
    }

    /// A name that no other entity, composite or enum has.
    mutating func typeName(_ kind: String) -> String {
        random.chance(30) ? typeNames.popLast() ?? "\(kind)\(next())" : "\(kind)\(next())"
    }

    /// An entity's own attributes, then those that it inherits, as far as a store keeps each in a column of its own.
    func attributes(of entity: Entity) -> [Attribute] {
        ([entity] + schema.ancestors(of: entity)).flatMap(\.attributes).filter { attribute in
            let isStored = !attribute.isTransient && !attribute.isEphemeral && attribute.derivation == nil
            return isStored && (attribute.type.scalar != nil || isEnumeration(attribute.type))
        }
    }

    /// An entity's own relationships, then those that it inherits, as far as a store keeps them.
    func relationships(of entity: Entity) -> [Relationship] {
        ([entity] + schema.ancestors(of: entity)).flatMap(\.relationships).filter { !$0.isTransient }
    }

    func isEnumeration(_ type: AttributeType) -> Bool {
        if case .named(let name) = type { schema.enumeration(name) != nil } else { false }
    }
}
