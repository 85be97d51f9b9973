import ApusSchema

extension OrderedJSON {
    /// The JSON Schema of a mapping's file.
    static let mapping: OrderedJSON = OrderedJSON.keys(
        Mapping.Key.allCases.map { OrderedJSON.Member($0.rawValue, $0.definition.jsonSchema) },
        canBeEmpty: true
    )
    .described("The decisions about the stage between two versions.")
    .document("Apus mapping")
}

extension Mapping.Key.Definition {
    /// The JSON Schema of the key's value: a list of elements, or values under elements.
    fileprivate var jsonSchema: OrderedJSON {
        let version: String = subjects.areOlder ? "from" : "to"
        let shape: OrderedJSON =
            if let value {
                [
                    "type": ["object", "null"], "propertyNames": subjects.jsonSchema,
                    "additionalProperties": value.jsonSchema,
                ]
            } else {
                ["type": ["array", "null"], "items": subjects.jsonSchema, "uniqueItems": true]
            }
        return shape.described("\(summary), by the names of the version that the stage leads \(version)\(details)")
    }
}

extension Mapping.Subjects {
    /// The JSON Schema of an element's name.
    fileprivate var jsonSchema: OrderedJSON {
        let forms: [String] = examples + (allowsOwners ? [] : ["Composite.part"])
        return .matching(
            allowsWildcards
                ? NamePatterns.acceptance : allowsOwners ? NamePatterns.element : NamePatterns.property,
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
        case .expression: .anyText
        case .duplicates: .words(Mapping.Duplicates.allCases.map(\.rawValue), Self.meaning(ofChoice:))
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
