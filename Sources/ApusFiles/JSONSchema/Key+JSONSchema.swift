import ApusSchema

extension Key {
    /// The JSON Schema of the key's value.
    var jsonSchema: OrderedJSON {
        let shape: OrderedJSON =
            switch form {
            // These refer to elements of the model; other strings may come from elsewhere, such as a database.
            case .text: ["model", "parent", "inverse", "entity", "in"].contains(name) ? .name : .anyText
            case .flag(_, let usual): ["type": "boolean", "default": .scalar(.truth(usual))]
            case .choice: ["type": "boolean"]
            case .count: ["type": "integer", "minimum": 0]
            case .word(let words, _): .words(words)
            case .coded: name == "length" ? .length : .anyText
            case .names: .names
            case .texts: .texts
            // The attributes of a composite have fewer keys.
            case .structure(.attributes) where Element.self == Composite.self: .elements("part")
            case .structure(let structure): structure.jsonSchema
            }
        return shape.described(summary)
    }
}

extension KeyStructure {
    /// The JSON Schema of the structure.
    var jsonSchema: OrderedJSON {
        switch self {
        case .type: .typeName
        case .destination: .name
        case .attributes: .elements("attribute")
        case .relationships: .elements("relationship")
        case .fetchedProperties: .elements("fetchedProperty")
        case .constraints: .constraints
        case .indexes: .elements("index", areNamed: false)
        case .indexElements: .names
        case .sortKeys: .sortKeys
        case .variables: .variables
        case .cases: .cases
        case .rawValue: .anyText
        case .entities: .elements("entity")
        case .composites: .elements("composite")
        case .enumerations: .elements("enum")
        case .fetchRequests: .elements("fetchRequest", areNamed: false)
        case .configurations: .elements("configuration", areNamed: false)
        }
    }
}

extension OrderedJSON {
    /// The name of a type. Editors suggest those that every model has.
    fileprivate static let typeName: OrderedJSON = .either(
        .words(AttributeType.reservedNames),
        .matching(
            NamePatterns.whole(NamePatterns.name),
            orElse: "A type such as 'string', or the name of a composite or an enum"
        )
    )

    fileprivate static let sortKeys: OrderedJSON = {
        let message = "'property', 'property desc' or 'relationship.property'"
        return [
            "type": ["string", "array"], "pattern": "\(NamePatterns.sortKey)", "patternErrorMessage": "\(message)",
            "items": .matching(NamePatterns.sortKey, orElse: message),
        ]
    }()

    fileprivate static let variables: OrderedJSON = [
        "type": ["object", "null"],
        "additionalProperties": .either(
            .words(ScalarType.allCases.map(\.rawValue)),
            .matching(
                NamePatterns.variable,
                orElse: "A type such as 'date', an entity, or a list of them in quotes: '[string]'"
            )
        ),
    ]

    /// Names, whose raw values are as in Swift, or names with raw values.
    fileprivate static let cases: OrderedJSON = [
        "type": ["string", "array", "object"],
        "items": ["type": ["string", "boolean"]],
        "additionalProperties": .reference("case"),
    ]
}
