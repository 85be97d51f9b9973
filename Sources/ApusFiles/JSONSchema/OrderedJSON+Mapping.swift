import ApusSchema

extension OrderedJSON {
    /// The JSON Schema of a mapping's file.
    static let mapping: OrderedJSON = OrderedJSON.keys(
        Mapping.Key.allCases.map { OrderedJSON.Member($0.rawValue, $0.definition.jsonSchema) },
        canBeEmpty: true
    )
    .with([
        Member(
            "definitions",
            ["origin": origin, "duplicateObjects": duplicateObjects, "assertion": assertion, "function": function]
        )
    ])
    .described("The decisions about the stage between two versions.")
    .document("Apus mapping")

    /// The JSON Schema of an assertion.
    private static let assertion: OrderedJSON = .keys(
        Mapping.AssertionKey.allCases.map {
            OrderedJSON.Member($0.rawValue, OrderedJSON.anyText.described($0.summary))
        },
        required: Mapping.AssertionKey.allCases.map(\.rawValue)
    )
    .described("What holds")

    /// The JSON Schema of a function.
    private static let function: OrderedJSON = .keys(
        Mapping.FunctionKey.allCases.map { OrderedJSON.Member($0.rawValue, $0.jsonSchema.described($0.summary)) },
        required: Mapping.FunctionKey.allCases.map(\.rawValue)
    )
    .described("A function in Swift")

    /// The JSON Schema of a name, or of a list of names.
    fileprivate static let oneOrMoreNames: OrderedJSON = [
        "type": ["string", "array"], "pattern": "\(NamePatterns.whole(NamePatterns.name))",
        "patternErrorMessage": "\(NamePatterns.rule)", "items": .name, "minItems": 1, "uniqueItems": true,
    ]

    /// The JSON Schema of a choice among objects with the same unique values.
    private static let duplicateObjects: OrderedJSON = .keys(
        Mapping.DuplicateObjects.Key.allCases.map { Member($0.rawValue, $0.jsonSchema.described($0.summary)) },
        required: [Mapping.DuplicateObjects.Key.kept.rawValue]
    )
    .described("What happens to objects with the same unique values")

    /// The JSON Schema of an origin.
    private static let origin: OrderedJSON = .keys(
        Mapping.Origin.Key.allCases.map { Member($0.rawValue, $0.jsonSchema.described($0.summary)) },
        required: [Mapping.Origin.Key.from.rawValue]
    )
    .described("Where objects come from")
}

extension Mapping.AssertionKey {
    /// What the key says.
    fileprivate var summary: String {
        switch self {
        case .that:
            "A condition on all objects, as a predicate in Core Data's format: 'Entity.count' are those of the newer version, "
                + "'$old.Entity.count' those of the older one"
        case .message:
            "What the condition means, in one line; a migration stops with it where the condition does not hold"
        }
    }
}

extension Mapping.FunctionKey {
    /// What the key says.
    fileprivate var summary: String {
        switch self {
        case .takes: "The types of the arguments; with '?' for one that can be null"
        case .gives: "The type of the result; with '?' if it can be null"
        case .version: "The version of the code, which changes when it gives other values"
        }
    }

    /// The JSON Schema of the key's value.
    fileprivate var jsonSchema: OrderedJSON {
        let names = ScalarType.allCases.map(\.rawValue)
        let type: OrderedJSON = .matching(
            NamePatterns.whole("(\(names.joined(separator: "|")))\\??"),
            orElse: names.map { "'\($0)'" }.alternatives
        )
        return switch self {
        case .takes: ["type": "array", "items": type, "maxItems": .scalar(.number(FunctionDeclaration.mostArguments))]
        case .gives: type
        case .version: ["type": "integer", "minimum": 1]
        }
    }
}

extension Mapping.DuplicateObjects.Key {
    /// What the key says.
    fileprivate var summary: String {
        switch self {
        case .properties: "The properties of the unique constraint; not needed if the entity has one constraint only"
        case .kept:
            "The object that stays: 'first', 'newest', or the first or last by an attribute, such as 'newest(updatedAt)'; or "
                + "'numbered(name)': all of them, with a number behind this text"
        case .setsAside: "Whether the store keeps the values of the other objects in the table 'apus_set_aside'"
        }
    }

    /// The JSON Schema of the key's value.
    fileprivate var jsonSchema: OrderedJSON {
        switch self {
        case .properties: .oneOrMoreNames
        case .kept: .matching(NamePatterns.kept, orElse: Mapping.DuplicateObjects.Kept.examples.alternatives)
        case .setsAside: ["type": "boolean"]
        }
    }
}

extension Mapping.Origin.Key {
    /// What the key says.
    fileprivate var summary: String {
        switch self {
        case .from:
            "The entities of the older version whose objects become objects of this one, those of sub-entities included"
        case .name: "A name for 'same(name)', which is the object that this origin makes of an older one"
        case .each:
            "An expression of a list, such as split($source.tags, ';'), or of the objects of a to-many relationship: each "
                + "element, '$each', becomes an object of its own"
        case .condition: "The older objects that are meant, as a predicate in Core Data's format; otherwise all of them"
        case .distinct:
            "Expressions by whose values older objects become one object, that of the one that was created first"
        case .values:
            "Expressions for attributes, parts of composites and relationships of the newer entity; others keep the values of the older "
                + "properties that match them"
        }
    }

    /// The JSON Schema of the key's value.
    fileprivate var jsonSchema: OrderedJSON {
        switch self {
        case .from: .oneOrMoreNames
        case .name: .name
        case .each: .anyText
        case .condition: ["type": "string"]
        case .distinct: ["type": ["string", "array"], "items": .anyText, "minItems": 1, "uniqueItems": true]
        case .values:
            [
                "type": ["object", "null"],
                "propertyNames": .matching(
                    NamePatterns.computedBelow,
                    orElse: "'property' or 'attribute.part'"
                ),
                "additionalProperties": .anyText,
            ]
        }
    }
}

extension Mapping.Key.Definition {
    /// The JSON Schema of the key's value: a list of elements, or values under elements.
    fileprivate var jsonSchema: OrderedJSON {
        if subjects == .statements {
            let list: OrderedJSON = ["type": ["array", "null"], "items": .reference("assertion"), "uniqueItems": true]
            return list.described("\(summary)\(details)")
        }
        if subjects == .code {
            let name: OrderedJSON = .matching(NamePatterns.whole(Self.codeName), orElse: "'Stages.name'")
            let keys: OrderedJSON = .keys(
                Mapping.SwiftKey.allCases.map { key in
                    switch key {
                    case .name: OrderedJSON.Member(key.rawValue, name.described("The name"))
                    case .version:
                        OrderedJSON.Member(
                            key.rawValue,
                            (["type": "integer", "minimum": 1] as OrderedJSON)
                                .described("The version of the code, which changes when it makes other data")
                        )
                    }
                },
                required: Mapping.SwiftKey.allCases.map(\.rawValue)
            )
            return OrderedJSON.either(name, keys).described("\(summary)\(details)")
        }
        let names =
            subjects.areElements ? ", by the names of the stage's \(subjects.areOlder ? "older" : "newer") version" : ""
        let shape: OrderedJSON =
            if let value {
                [
                    "type": ["object", "null"], "propertyNames": subjects.jsonSchema,
                    "additionalProperties": value.jsonSchema,
                ]
            } else {
                ["type": ["array", "null"], "items": subjects.jsonSchema, "uniqueItems": true]
            }
        return shape.described("\(summary)\(names)\(details)")
    }

    private static let codeName = "\(NamePatterns.name)(\\.\(NamePatterns.name))*"
}

extension Mapping.Subjects {
    /// The JSON Schema of an element's name.
    fileprivate var jsonSchema: OrderedJSON {
        if areOwners || !areElements { return .name }
        let forms: [String] = examples + (allowsParts ? ["Composite.part"] : [])
        return .matching(
            allowsWildcards
                ? NamePatterns.acceptance
                : allowsPartsOfAttributes
                    ? NamePatterns.computed : allowsOwners ? NamePatterns.element : NamePatterns.property,
            orElse: forms.map { "'\($0)'" }.alternatives
        )
    }
}

extension Mapping.ValueForm {
    /// The JSON Schema of a value.
    fileprivate var jsonSchema: OrderedJSON {
        switch self {
        case .fill: .either(.words(Fill.Generator.allCases.map(\.rawValue), Self.meaning(ofGenerator:)), .anyText)
        case .conversion: .words(ConversionNames.all, ConversionNames.meaning)
        case .expression, .message: .anyText
        case .function: .reference("function")
        case .version: ["type": "integer", "minimum": 1]
        case .origins: .either(.reference("origin"), ["type": "array", "items": .reference("origin"), "minItems": 1])
        case .duplicates:
            .either(
                .words(Mapping.Duplicates.allCases.map(\.rawValue), Self.meaning(ofChoice:)),
                Mapping.DuplicateObjects.Key.kept.jsonSchema,
                .reference("duplicateObjects"),
                ["type": "array", "items": .reference("duplicateObjects"), "minItems": 1]
            )
        }
    }

    private static func meaning(ofChoice word: String) -> String? {
        switch Mapping.Duplicates(rawValue: word) {
        case .first: "The first in the relationship's order, or else the object that was created first"
        case .newest: "The last in the relationship's order, or else the object that was created last"
        case nil: nil
        }
    }

    private static func meaning(ofGenerator word: String) -> String? {
        switch Fill.Generator(rawValue: word) {
        case .uuid: "A new UUID for each row, for uuid and string"
        case .now: "The moment of the migration, the same for all rows, for date"
        case .rowNumber: "1, 2, 3 … in the order of the rows' identities, for integers"
        case nil: nil
        }
    }
}
