import ApusSchema

extension OrderedJSON {
    /// The JSON Schema of a model's files with seed data: rows by entity, with the properties that each can have.
    ///
    /// - Parameter schema: The model's schema.
    /// - Returns: The JSON Schema.
    static func seedData(of schema: Schema) -> OrderedJSON {
        let entities = schema.entities.filter { !$0.isAbstract }
        let shapes = SeedDataShapes(schema: schema)
        let rows = entities.map { Member($0.name, Self.rows(of: $0)) }
        let definitions = entities.map { Member($0.name, shapes.row(of: $0)) }
        let members = [
            Member("edited", rule(SeedRows.EditRule.allCases.map(\.rawValue), "of a row that the data changes")),
            Member(
                "removed",
                rule(SeedRows.RemovalRule.allCases.map(\.rawValue), "of a row that the data no longer has")
            ),
            Member("rows", OrderedJSON.keys(rows, canBeEmpty: true).described("The rows by entity and key")),
        ]
        return OrderedJSON.keys(members, required: ["rows"])
            .with([Member("definitions", .object(definitions))])
            .described("The rows that ship with the model '\(schema.model)', which may be in several files.")
            .document("Apus seed data of \(schema.model)")
    }

    private static func rows(of entity: Entity) -> OrderedJSON {
        ["type": ["object", "null"], "additionalProperties": .reference(entity.name)]
    }

    private static func rule(_ words: [String], _ what: String) -> OrderedJSON {
        OrderedJSON.words(words, WordMeanings.seedRule).described("What happens to the stored object \(what)")
    }
}

/// The shapes of rows, as JSON Schemas.
private struct SeedDataShapes {
    let schema: Schema

    private typealias Member = OrderedJSON.Member

    /// A row, with the inherited properties.
    func row(of entity: Entity) -> OrderedJSON {
        let line = Array(([entity] + schema.ancestors(of: entity)).reversed())
        // Only what `apus check` allows: encrypted values would be readable in the app.
        let attributes = line.flatMap(\.attributes).filter { $0.isKept && $0.encryptionKey == nil }
        let relationships = line.flatMap(\.relationships).filter { !$0.isTransient }
        let members =
            attributes.map { Member($0.name, value(of: $0)) } + relationships.map { Member($0.name, references($0)) }
        let required = attributes.filter(isRequired).map(\.name)
        return OrderedJSON.keys(members, required: required, canBeEmpty: required.isEmpty)
            .described("A row of \(entity.name): its properties")
    }

    /// Whether a value has to be given: nothing else says what it is.
    private func isRequired(_ attribute: Attribute) -> Bool {
        !attribute.isOptional
            && schema.leaves(of: attribute).contains { leaf in
                !leaf.isNullable && schema.storedDefault(of: leaf.attribute) == nil
            }
    }

    private func value(of attribute: Attribute) -> OrderedJSON {
        let text = title(of: attribute)
        let shape = shape(of: attribute)
        if !attribute.isOptional { return shape.described(text) }
        guard let absent = absentComposite(attribute) else {
            return OrderedJSON.either(shape, ["type": "null"]).described(text)
        }
        return OrderedJSON.either(shape, absent, ["type": "null"]).described(text)
    }

    /// An optional composite whose parts are all missing or null, which is absent; `nil` if the attribute is not one.
    private func absentComposite(_ attribute: Attribute) -> OrderedJSON? {
        guard case .named(let name) = attribute.type, let composite = schema.composite(name) else { return nil }
        return OrderedJSON.keys(composite.attributes.filter(\.isKept).map { Member($0.name, ["type": "null"]) })
    }

    /// The attribute as a model writes it in short: `int32 = 1`.
    private func title(of attribute: Attribute) -> String {
        let type: String
        if case .named(let name) = attribute.type {
            type = name
        } else {
            type = schema.storedType(of: attribute).rawValue
        }
        return type + (attribute.isOptional ? "?" : "") + (attribute.defaultValue.map { " = \($0.text)" } ?? "")
    }

    private func shape(of attribute: Attribute) -> OrderedJSON {
        if case .named(let name) = attribute.type {
            if let composite = schema.composite(name) {
                let parts = composite.attributes.filter(\.isKept)
                let members = parts.map { Member($0.name, value(of: $0)) }
                return OrderedJSON.keys(members, required: parts.filter(isRequired).map(\.name))
            }
            if let enumeration = schema.enumeration(name) {
                return OrderedJSON.words(enumeration.cases.map(\.name)) { "The case '\($0)' of \(name)" }
            }
        }
        return shape(of: schema.storedType(of: attribute))
    }

    /// The reader takes every scalar for its text, so a string is as good as a number.
    private func shape(of type: ScalarType) -> OrderedJSON {
        switch type {
        case .int16, .int32, .int64:
            let shape: OrderedJSON = [
                "type": ["integer", "string"], "pattern": "^[-+]?[0-9]+$", "patternErrorMessage": "\(type.expectation)",
            ]
            // An editor reads numbers as binary ones, so it could not check the bounds of 64 bits.
            guard type != .int64, let range = type.integerRange else { return shape }
            return shape.with([
                Member("minimum", .scalar(.number(Int(range.lowerBound)))),
                Member("maximum", .scalar(.number(Int(range.upperBound)))),
            ])
        case .double, .float, .decimal:
            return [
                "type": ["number", "string"], "pattern": "[0-9]|inf", "patternErrorMessage": "\(type.expectation)",
            ]
        case .bool: return ["type": ["boolean", "string"], "pattern": "^(true|false)$"]
        case .data:
            // Base64 may look like a number or a Boolean.
            return [
                "type": ["string", "number", "boolean"], "pattern": "^[A-Za-z0-9+/]*={0,2}$",
                "patternErrorMessage": "\(type.expectation)",
            ]
        case .uuid: return .matching("^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$", orElse: type.expectation)
        case .date: return ["type": ["string", "number"]]
        case .string, .url: return .anyText
        }
    }

    private func references(_ relationship: Relationship) -> OrderedJSON {
        let key = OrderedJSON.anyText
        let destination = relationship.destination
        guard relationship.isToMany else {
            let shape = relationship.needsObject ? key : OrderedJSON.either(key, ["type": "null"])
            return shape.described("to \(destination)\(relationship.needsObject ? "" : "?"): the key of its row")
        }
        let order = relationship.isOrdered ? ", in their order" : ""
        return OrderedJSON.either(key, ["type": "array", "items": key], ["type": "null"])
            .described("toMany \(destination): the keys of their rows\(order)")
    }
}
