import ApusSchema

// Enums and composites.

extension SchemaGenerator {
    mutating func addEnumerations() {
        for _ in 0..<random.below(4) {
            var enumeration = Enumeration(typeName("Kind"), type: random.pick(Enumeration.rawTypes))
            enumeration.originalName = originalName()
            enumeration.documentation = text(20)
            enumeration.userInfo = texts(20)
            let names: [String] = random.shuffled(["open", "class", "default", "größe", "_b", "null", "x1"])
            for name in names.prefix(1 + random.below(names.count)) {
                guard let value = rawValue(of: name, enumeration) else { continue }
                enumeration.cases.append(Enumeration.Case(name, value, documentation: text(30)))
            }
            schema.enumerations.append(enumeration)
        }
    }

    /// The case's name or any other value that the enum does not have yet.
    private mutating func rawValue(of name: String, _ enumeration: Enumeration) -> Value? {
        let isPlain = enumeration.type == .string && random.chance(40)
        let value: Value = isPlain ? .string(name) : ValueGenerator.value(of: enumeration.type, &random)
        return enumeration.cases.contains { $0.rawValue == value } ? nil : value
    }

    /// Composites, each of which may have those before it as parts.
    mutating func addComposites() {
        for _ in 0..<random.below(5) {
            var composite = Composite(typeName("Part"), originalName: originalName())
            composite.documentation = text(20)
            composite.userInfo = texts(20)
            if let inner = schema.composites.last, random.chance(70) {
                composite.attributes.append(
                    Attribute(propertyName(), .named(inner.name), isOptional: random.chance(50))
                )
            }
            for _ in 0...random.below(3) { composite.attributes.append(part()) }
            schema.composites.append(composite)
        }
    }

    /// An attribute of a composite, with the keys that such a one can have.
    private mutating func part() -> Attribute {
        var part = Attribute(propertyName(), type(), isOptional: random.chance(40), originalName: originalName())
        describe(&part)
        return part
    }

    /// Adds an attribute to the first entity for each unused composite or enum.
    mutating func useEveryType() {
        let attributes: [Attribute] = schema.entities.flatMap(\.attributes) + schema.composites.flatMap(\.attributes)
        let used: Set<String> = Set(attributes.map(\.type.name))
        if schema.entities.isEmpty { schema.entities.append(Entity(typeName("E"))) }
        for name in schema.composites.map(\.name) + schema.enumerations.map(\.name) where !used.contains(name) {
            schema.entities[0].attributes.append(Attribute(propertyName(), .named(name), isOptional: true))
        }
    }

    /// Nests some enums in classes whose access is not too narrow for any of them.
    mutating func nestEnumerations() {
        let classes = schema.entities.filter { $0.access == .public }.map(\.name)
        // Without random choices, so that the others stay what they are.
        for (index, name) in zip(schema.enumerations.indices, classes) {
            schema.enumerations[index].enclosingEntity = name
        }
    }

    /// Any type but `undefined`, which is for transient attributes.
    mutating func type() -> AttributeType {
        let named: [String] = schema.enumerations.map(\.name) + schema.composites.map(\.name)
        if random.chance(25), let name = random.pickAny(named) { return .named(name) }
        return random.chance(15) ? random.pick([.transformable, .codable]) : .scalar(random.pick(ScalarType.allCases))
    }
}
