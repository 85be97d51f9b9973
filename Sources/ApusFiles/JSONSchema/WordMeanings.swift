import ApusSchema

/// The meanings of the words of a model, which editors show beside them.
enum WordMeanings {
    /// The meaning of a type or of a word that a key can have.
    static func meaning(_ word: String) -> String? {
        meanings[word]
            ?? ScalarType(rawValue: word).map { type in
                type.expectation.prefix(1).uppercased() + type.expectation.dropFirst()
            }
    }

    /// The meaning of a rule of seed data.
    static func seedRule(_ word: String) -> String? { seedRules[word] }

    private static let seedRules: [String: String] = [
        "keep": "The object stays as it is",
        "merge": "It gets each value that the user has not changed",
        "replace": "It gets all values that the file gives",
        "delete": "It is deleted, unless something of it was changed",
    ]

    private static let meanings: [String: String] = [
        // Codegen modes.
        "class": "The class and its properties are generated, as with Xcode's Class Definition",
        "extension": "You write the class, and its properties are generated, as with Xcode's Category/Extension",
        "none": "Nothing is generated, as with Xcode's Manual/None",
        // Access levels.
        "internal": "Accessible in its module",
        "package": "Accessible in its package",
        "public": "Accessible everywhere",
        // Delete rules.
        "noAction": "Nothing happens; the app must update the inverse",
        "nullify": "The inverse is set to nil",
        "cascade": "The destination is deleted too",
        "deny": "The deletion is refused while there is a destination",
        // Relationships of values.
        "identifier": "The values have the identifiers of the related objects",
        "nested": "The values contain those of the related objects",
        // Kinds of indexes.
        "binary": "Sorted values, for equality, ranges and sorting",
        "rtree": "An R-tree of up to five dimensions, for numbers",
        // Results of fetches.
        "objects": "Objects",
        "identifiers": "The objects' identifiers",
        "dictionaries": "Dictionaries of the properties to fetch",
        "count": "The number of objects",
        // Types without a scalar of their own.
        Attribute.intName: "An 'int64' that is an 'Int' in Swift",
        "transformable": "A Swift type that a value transformer converts to bytes; set it with 'swiftType'",
        "codable": "A Swift type that is Codable; set it with 'swiftType'",
        "undefined": "Any Swift type, for transient attributes only; set it with 'swiftType'",
    ]
}
