import ApusSchema

/// What the words of a model mean, for editors that show it beside a word.
enum WordMeanings {
    /// The meaning of one of the words that a key can have, or of a type.
    static func meaning(_ word: String) -> String? {
        meanings[word]
            ?? ScalarType(rawValue: word).map { type in
                type.expectation.prefix(1).uppercased() + type.expectation.dropFirst()
            }
    }

    private static let meanings: [String: String] = [
        // How a class is generated.
        "class": "The class and its properties are generated, as by Xcode's Class Definition",
        "extension": "You own the class, its properties are generated, as by Xcode's Category/Extension",
        "none": "Nothing is generated, as by Xcode's Manual/None",
        // Who can use it.
        "internal": "The module that it is in",
        "package": "The modules of the same package",
        "public": "Every module",
        // What a deletion does to the far end.
        "noAction": "Nothing; the far end's reference back is left to the app",
        "nullify": "The far end's reference back is set to nil",
        "cascade": "The far end is deleted too",
        "deny": "The deletion is refused while there is a far end",
        // How an index is built.
        "binary": "Sorted values, for equality, ranges and order",
        "rtree": "Rectangles of up to five dimensions, for numbers",
        // What a fetch gives.
        "objects": "Objects",
        "identifiers": "The objects' identifiers",
        "dictionaries": "Dictionaries of the properties to fetch",
        "count": "How many objects there are",
        // Types of the user's own.
        "transformable": "A Swift type that a value transformer turns into bytes; say it with 'swiftType'",
        "codable": "A Swift type that is Codable; say it with 'swiftType'",
        "undefined": "Any Swift type, of a transient attribute only; say it with 'swiftType'",
    ]
}
