extension MappingFile {
    /// The keys of a mapping, for its reader and for editors.
    static let keys: [FileKey] = [
        FileKey(
            "accept",
            "What of the older version may be lost, by the older version's names",
            [
                "type": ["array", "null"],
                "items": .matching(NamePatterns.elementPath, orElse: "'Entity' or 'Entity.property'"),
                "uniqueItems": true,
            ]
        )
    ]
}

extension OrderedJSON {
    /// The JSON Schema of a mapping's file.
    static let mapping: OrderedJSON = OrderedJSON.keys(MappingFile.keys, canBeEmpty: true)
        .described("What a person decided about the stage between two versions.")
        .document("A mapping of Apus")
}
