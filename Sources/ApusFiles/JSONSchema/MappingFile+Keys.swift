import ApusSchema

extension MappingFile {
    /// The keys of a mapping, for its reader and for editors.
    static let keys: [FileKey] = [
        FileKey(
            "accept",
            "What may be lost, by the names of the version that the stage leads from: 'Entity', 'Entity.property', "
                + "'Entity.*' for every loss of its properties, 'Enum.case', 'Composite.part'",
            [
                "type": ["array", "null"],
                "items": .matching(NamePatterns.acceptance, orElse: "'Entity', 'Entity.property' or 'Entity.*'"),
                "uniqueItems": true,
            ]
        ),
        FileKey(
            "fill",
            "Values for rows that have none, by the names of the version that the stage leads to: the same value for "
                + "every row, or one of each row's own from 'uuid()', 'now()' or 'rowNumber()'",
            .table(.either(.words(Fill.Generator.allCases.map(\.rawValue), generatorMeaning), .anyText))
        ),
        FileKey(
            "convert",
            "How values become ones of another type where that cannot be inferred, by the names of the version that the "
                + "stage leads to; '…OrNull' makes null of a value that cannot be held, instead of stopping",
            .table(.words(ConversionNames.all, ConversionNames.meaning))
        ),
        FileKey(
            "require",
            "What has a value in every row already, by the names of the version that the stage leads to; the migration "
                + "stops before its first write where a row has none",
            [
                "type": ["array", "null"],
                "items": .matching(NamePatterns.property, orElse: "'Entity.property' or 'Composite.part'"),
                "uniqueItems": true,
            ]
        ),
    ]

    private static func generatorMeaning(_ word: String) -> String? {
        switch Fill.Generator(rawValue: word) {
        case .uuid: "A new UUID for each row, for uuid and string"
        case .now: "The moment of the migration, the same for all rows, for date"
        case .rowNumber: "1, 2, 3 … in the order of the rows' identities, for integers"
        case nil: nil
        }
    }
}

extension OrderedJSON {
    /// The JSON Schema of a mapping's file.
    static let mapping: OrderedJSON = OrderedJSON.keys(MappingFile.keys, canBeEmpty: true)
        .described("What a person decided about the stage between two versions.")
        .document("A mapping of Apus")

    /// Values under the paths of attributes.
    fileprivate static func table(_ value: OrderedJSON) -> OrderedJSON {
        [
            "type": ["object", "null"],
            "propertyNames": .matching(NamePatterns.property, orElse: "'Entity.attribute' or 'Composite.part'"),
            "additionalProperties": value,
        ]
    }
}
