import ApusSchema

extension OrderedJSON {
    /// The JSON Schema of a model's files, made of the same tables of keys that the reader of these files follows.
    static let model: OrderedJSON = OrderedJSON.keys(Schema.keys, required: ["model"])
        .with([
            // Each file brings something.
            Member("anyOf", .list(contents.map { ["required": [.scalar(.text($0))]] })),
            Member("definitions", definitions),
        ])
        .described("The model's entities and what else belongs to it. One model may be in several files.")
        .document("A model of Apus")

    private static let contents: [String] = [
        "entities", "composites", "enums", "fetchRequests", "configurations", "localization",
    ]

    private static let definitions: OrderedJSON = [
        "entity": OrderedJSON.keys(Entity.keys, canBeEmpty: true)
            .described("A kind of object that a store holds, as in Core Data"),
        "attribute": attribute(Attribute.keys)
            .described("A value: a type such as 'string', 'string?' or 'int32 = 1', or keys with values"),
        "relationship": OrderedJSON.either(
            .matching(NamePatterns.relationship, orElse: "'to Entity', 'to Entity?' or 'toMany Entity'"),
            OrderedJSON.keys(Relationship.keys)
                .with([Member("oneOf", [["required": ["to"]], ["required": ["toMany"]]])])
        )
        .described("References to objects: 'to Entity', 'to Entity?' or 'toMany Entity', or keys with values"),
        "fetchedProperty": OrderedJSON.keys(FetchedProperty.keys, required: ["entity"])
            .described("Objects that are fetched when asked for; '$FETCH_SOURCE' in the predicate is the owner"),
        "index": OrderedJSON.either(.names, .keys(Entity.Index.keys, required: ["of"]))
            .described("What is indexed: '[property, property desc]', or keys with values"),
        "composite": OrderedJSON.keys(Composite.keys, canBeEmpty: true)
            .described("A value of several parts that attributes can have"),
        "part": attribute(Attribute.partKeys)
            .described("A part of a composite: a type such as 'string', 'string?' or 'int32 = 1', or keys with values"),
        "enum": OrderedJSON.either(.names, .keys(Enumeration.keys, required: ["cases"]))
            .described("A value that is one of a few: '[open, closed]', or keys with values"),
        "case": OrderedJSON.either(.anyText, .keys(Enumeration.Case.keys, required: ["rawValue"]))
            .described("What a store keeps for the case: a text or a whole number, or keys with values"),
        "fetchRequest": OrderedJSON.keys(FetchRequest.keys, required: ["entity"])
            .described("A question that the model asks by name"),
        "configuration": OrderedJSON.either(.names, .keys(Configuration.keys))
            .described("The entities that one store holds: '[Trip, Item]', or keys with values"),
    ]

    private static func attribute(_ keys: [ApusSchema.Key<Attribute>]) -> OrderedJSON {
        let scalars: [String] = ScalarType.allCases.flatMap { [$0.rawValue, $0.rawValue + "?"] }
        return .either(
            .words(scalars) { word in
                let type: String = word.hasSuffix("?") ? String(word.dropLast()) : word
                return WordMeanings.meaning(type).map { type == word ? $0 : $0 + ", or none" }
            },
            .matching(NamePatterns.attribute, orElse: "A type such as 'string', 'string?' or 'int32 = 1'"),
            .keys(keys, required: ["type"])
        )
    }
}
