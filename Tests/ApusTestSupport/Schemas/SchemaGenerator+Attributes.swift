import ApusDiagnostics
import ApusSchema

extension SchemaGenerator {
    mutating func attribute() -> Attribute {
        var attribute = Attribute(propertyName(), type(), isOptional: random.chance(40), originalName: originalName())
        attribute.isTransient = random.chance(10)
        if attribute.isTransient, random.chance(50) { attribute.type = .undefined }
        describe(&attribute)
        if !attribute.isTransient { keep(&attribute) }
        return attribute
    }

    /// Sets what attributes of entities and of composites can say: default, limits, texts.
    mutating func describe(_ attribute: inout Attribute) {
        attribute.hashModifier = text(10)
        attribute.documentation = text(15)
        attribute.userInfo = texts(10)
        switch attribute.type {
        case .scalar(let type):
            // Without a random choice, so that the others stay what they are.
            if type == .int64, attribute.name.utf8.count.isMultiple(of: 2) { attribute.swiftType = "Int" }
            if random.chance(20), limit(&attribute, type) { return }
            if random.chance(50) { attribute.defaultValue = ValueGenerator.value(of: type, &random) }
        case .named(let name):
            if random.chance(50), let cases = schema.enumeration(name)?.cases {
                attribute.defaultExpression = random.pickAny(cases)?.name
            }
        case .transformable, .codable, .undefined:
            let hasType = attribute.type != .transformable || random.chance(60)
            attribute.swiftType = hasType ? random.pick(["[Tag]", "CGRect", "[String: [Int?]]", "(any P)?"]) : nil
            if attribute.type == .transformable, random.chance(50) { attribute.transformer = "Tags: \"T\"" }
            if random.chance(50) {
                attribute.defaultExpression = random.pick([
                    ".init()", #"["a # b": "c: d"]"#, "null", "1", "[]", "{ 1 }()",
                ])
            }
        }
    }

    /// Sets what valid values are, and a default that is one; false for types that have no limits.
    private mutating func limit(_ attribute: inout Attribute, _ type: ScalarType) -> Bool {
        switch type {
        case .int16, .int32, .int64, .decimal, .double, .float, .date:
            var (lower, upper) = (ValueGenerator.value(of: type, &random), ValueGenerator.value(of: type, &random))
            if upper.isBelow(lower) { swap(&lower, &upper) }
            attribute.minimum = random.chance(70) ? lower : nil
            attribute.maximum = random.chance(70) ? upper : nil
            attribute.defaultValue = random.pick([attribute.minimum, attribute.maximum, nil])
        case .string:
            let lengths: [Length?] = [
                Length(minimum: 3, maximum: 3), Length(minimum: 1, maximum: 80), Length(minimum: 1),
                Length(maximum: 80), Length(minimum: 0, maximum: 3), nil,
            ]
            attribute.length = random.pick(lengths)
            attribute.pattern = random.pick(["[a-z]+", ##"[^"#: ]*"##, #"\p{L}+ ?"#, ".{3}", "a: (b|bc) # c|abc", nil])
            attribute.defaultValue = random.pick([.string("abc"), nil])
        case .bool, .data, .uuid, .url: return false
        }
        return true
    }

    /// Sets how a store keeps the attribute.
    private mutating func keep(_ attribute: inout Attribute) {
        attribute.allowsCloudEncryption = random.chance(8)
        if case .named(let name) = attribute.type, schema.composite(name) != nil { return }
        attribute.isEphemeral = random.chance(6)
        if attribute.isEphemeral { return }
        let isLarge = attribute.type.isForeign || [.data, .string].contains(attribute.type.scalar)
        attribute.usesExternalStorage = isLarge && random.chance(20)
        attribute.isUnique =
            !attribute.usesExternalStorage && !attribute.type.isForeign && attribute.type != .data && random.chance(15)
        attribute.preservesValueOnDeletion = random.chance(10)
        attribute.isIndexedBySpotlight = random.chance(10)
        attribute.column = uniqueText(10)
    }

    /// Encrypts some attributes and parts that nothing compares. Not drawn, so that a seed goes on meaning the schema that it meant.
    mutating func encryptAttributes() {
        func encrypt(_ attribute: inout Attribute) {
            if attribute.name.utf8.count.isMultiple(of: 3), attribute.isKept, !attribute.isUnique {
                attribute.encryptionKey = "own"
                let isScalar = !attribute.type.isForeign && attribute.type != .scalar(.bool)
                attribute.allowsLookup = isScalar && attribute.name.utf8.count.isMultiple(of: 2)
            }
        }
        for index in schema.entities.indices {
            for number in schema.entities[index].attributes.indices {
                let before = schema
                encrypt(&schema.entities[index].attributes[number])
                if schema != before, schema.validate().contains(where: { $0.severity == .error }) { schema = before }
            }
        }
        for index in schema.composites.indices {
            for number in schema.composites[index].attributes.indices {
                let before = schema
                encrypt(&schema.composites[index].attributes[number])
                if schema != before, schema.validate().contains(where: { $0.severity == .error }) { schema = before }
            }
        }
    }

    /// Adds attributes that the store computes from stored ones.
    mutating func addDerivedAttributes(to index: Int) {
        let entity: Entity = schema.entities[index]
        var derivations: [(Derivation, AttributeType)] = [(.now, .date)]
        let own: [Attribute] = attributes(of: entity).filter { $0.type.scalar != nil && !$0.usesExternalStorage }
        derivations += own.map { (.keyPath([$0.name]), $0.type) }
        for attribute in own where attribute.type == .string {
            derivations += Derivation.Function.allCases.map { (.function($0, of: [attribute.name]), .string) }
        }
        for relationship in relationships(of: entity) {
            guard let far = schema.entity(relationship.destination) else { continue }
            let values: [Attribute] = attributes(of: far).filter { $0.type.scalar != nil && !$0.usesExternalStorage }
            if relationship.isToMany {
                derivations.append((.count([relationship.name]), random.pick([.int16, .int32, .int64])))
                derivations += values.filter { $0.type.isNumber }.map {
                    (.sum([relationship.name], of: $0.name), $0.type)
                }
            } else {
                derivations += values.map { (.keyPath([relationship.name, $0.name]), $0.type) }
            }
        }
        for (derivation, type) in random.some(2, of: derivations) where random.chance(50) {
            var attribute = Attribute(propertyName(), type, isOptional: true)
            attribute.derivation = derivation
            attribute.documentation = text(15)
            schema.entities[index].attributes.append(attribute)
        }
    }
}

extension AttributeType {
    var isNumber: Bool { [.int16, .int32, .int64, .decimal, .double, .float].contains(self) }
}

extension Value {
    /// Whether the value comes before another one of its type; false where the type has no order.
    fileprivate func isBelow(_ other: Value) -> Bool {
        switch (self, other) {
        case (.int(let one), .int(let two)): one < two
        case (.decimal(let one), .decimal(let two)): one < two
        case (.double(let one), .double(let two)), (.date(let one), .date(let two)): one < two
        default: false
        }
    }
}
