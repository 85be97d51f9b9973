import ApusSchema

// Shapes of values, as JSON Schemas. The reader of models reads everything without quotes as a string, while editors
// read `1.2` as a number and `true` as a Boolean, so a string's shape allows those too.

extension OrderedJSON {
    /// Any string that is not a name.
    static let anyText: OrderedJSON = ["type": ["string", "number", "boolean"]]

    /// The name of an element of the model.
    static let name: OrderedJSON = .matching(NamePatterns.whole(NamePatterns.name), orElse: NamePatterns.rule)

    /// A list of names, or one name.
    static let names: OrderedJSON = ["type": ["string", "array"], "items": ["type": "string"]]

    /// Names, or lists of names.
    static let constraints: OrderedJSON = ["type": ["string", "array"], "items": names]

    /// Strings with arbitrary keys.
    static let texts: OrderedJSON = ["type": ["object", "null"], "additionalProperties": anyText]

    /// The limits of a string's length.
    static let length: OrderedJSON = [
        "type": ["string", "integer"], "minimum": 0, "pattern": #"^([0-9]+(\.\.\.[0-9]*)?|\.\.\.[0-9]+)$"#,
        "patternErrorMessage": "A range such as 1...80, 1..., ...80, or a number",
    ]

    /// One of several words, each with its meaning.
    static func words(_ words: [String], _ meaning: (String) -> String? = WordMeanings.meaning) -> OrderedJSON {
        [
            "type": "string",
            "enum": .list(words.map { .scalar(.text($0)) }),
            "enumDescriptions": .list(words.map { .scalar(.text(meaning($0) ?? "")) }),
        ]
    }

    /// A string that matches a pattern.
    static func matching(_ pattern: String, orElse message: String) -> OrderedJSON {
        ["type": "string", "pattern": "\(pattern)", "patternErrorMessage": "\(message)"]
    }

    /// A reference to one of the schema's definitions.
    static func reference(_ definition: String) -> OrderedJSON { ["$ref": "#/definitions/\(definition)"] }

    /// Elements by name. A section may be empty.
    static func elements(_ definition: String, areNamed: Bool = true) -> OrderedJSON {
        let type: OrderedJSON = ["type": ["object", "null"]]
        return type.with(areNamed ? [Member("propertyNames", .name)] : [])
            .with([Member("additionalProperties", .reference(definition))])
    }

    /// One of several shapes.
    static func either(_ shapes: OrderedJSON...) -> OrderedJSON { ["anyOf": .list(shapes)] }

    /// An object with the keys of an element and no others. The `required` ones must not be missing. If the element
    /// `canBeEmpty`, the value may be missing.
    static func keys(_ keys: [Member], required: [String] = [], canBeEmpty: Bool = false) -> OrderedJSON {
        let type: OrderedJSON = ["type": canBeEmpty ? ["object", "null"] : "object"]
        let names: [OrderedJSON] = required.map { .scalar(.text($0)) }
        return type.with([Member("properties", .object(keys))])
            .with(names.isEmpty ? [] : [Member("required", .list(names))])
            .with([Member("additionalProperties", false)])
    }

    /// An object with the keys of a table and no others.
    static func keys<Element>(
        _ keys: [ApusSchema.Key<Element>],
        required: [String] = [],
        canBeEmpty: Bool = false
    ) -> OrderedJSON {
        .keys(keys.map { Member($0.name, $0.jsonSchema) }, required: required, canBeEmpty: canBeEmpty)
    }

    /// Returns the schema with more keywords at its end.
    func with(_ members: [Member]) -> OrderedJSON {
        if case .object(let own) = self { .object(own + members) } else { self }
    }

    /// Returns the schema with a description at its beginning.
    func described(_ text: String) -> OrderedJSON {
        if case .object(let own) = self { .object([Member("description", .scalar(.text(text)))] + own) } else { self }
    }

    /// Returns the schema as a whole document.
    func document(_ title: String) -> OrderedJSON {
        let head: OrderedJSON = ["$schema": "http://json-schema.org/draft-07/schema#", "title": "\(title)"]
        if case .object(let own) = self { return head.with(own) }
        return self
    }
}
