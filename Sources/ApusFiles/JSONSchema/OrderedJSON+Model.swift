import ApusSchema

extension OrderedJSON {
    /// The JSON Schema of a model's files, made from the same tables of keys that their reader follows.
    static let model: OrderedJSON = OrderedJSON.keys(Schema.keys, required: ["model"])
        .with([
            // A file must not be empty.
            Member("anyOf", .list(contents.map { ["required": [.scalar(.text($0))]] })),
            Member("definitions", definitions),
        ])
        .described("The entities and other parts of a model, which may be in several files.")
        .document("Apus model")

    private static let contents: [String] = [
        "entities", "composites", "enums", "fetchRequests", "configurations", "localization",
    ]

    private static let definitions: OrderedJSON = [
        "entity": OrderedJSON.keys(Entity.keys, canBeEmpty: true)
            .described("A type of objects in a store, as in Core Data"),
        "attribute": attribute(Attribute.keys)
            .described("A value: a type such as 'string', 'string?' or 'int32 = 1', or keys and values"),
        "relationship": OrderedJSON.either(
            .matching(NamePatterns.relationship, orElse: "'to Entity', 'to Entity?' or 'toMany Entity'"),
            OrderedJSON.keys(Relationship.keys)
                .with([Member("oneOf", [["required": ["to"]], ["required": ["toMany"]]])])
        )
        .described("References to objects: 'to Entity', 'to Entity?' or 'toMany Entity', or keys and values"),
        "fetchedProperty": OrderedJSON.keys(FetchedProperty.keys, required: ["entity"])
            .described("Objects that are fetched on access; '$FETCH_SOURCE' in the predicate is the owner"),
        "index": OrderedJSON.either(.names, .keys(Entity.Index.keys, required: ["of"]))
            .described("The indexed properties: '[property, property desc]', or keys and values"),
        "composite": OrderedJSON.keys(Composite.keys, canBeEmpty: true)
            .described("A type of attributes with several parts"),
        "part": attribute(Attribute.partKeys)
            .described("A part of a composite: a type such as 'string', 'string?' or 'int32 = 1', or keys and values"),
        "enum": OrderedJSON.either(.names, .keys(Enumeration.keys, required: ["cases"]))
            .described("A type with a few cases: '[open, closed]', or keys and values"),
        "case": OrderedJSON.either(.anyText, .keys(Enumeration.Case.keys, required: ["rawValue"]))
            .described("The stored value of the case: a string or a whole number, or keys and values"),
        "fetchRequest": OrderedJSON.keys(FetchRequest.keys, required: ["entity"])
            .described("A named fetch request"),
        "configuration": OrderedJSON.either(.names, .keys(Configuration.keys))
            .described("The entities of a store: '[Trip, Item]', or keys and values"),
    ]

    private static func attribute(_ keys: [ApusSchema.Key<Attribute>]) -> OrderedJSON {
        let scalars = (ScalarType.allCases.map(\.rawValue) + [Attribute.intName]).flatMap { [$0, $0 + "?"] }
        return .either(
            .words(scalars) { word in
                let type = word.hasSuffix("?") ? String(word.dropLast()) : word
                return WordMeanings.meaning(type).map { type == word ? $0 : $0 + ", or none" }
            },
            .matching(NamePatterns.attribute, orElse: "A type such as 'string', 'string?' or 'int32 = 1'"),
            .keys(keys, required: ["type"])
        )
    }
}
