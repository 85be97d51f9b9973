/// Every row must have a value, although the property was required before.
public struct ValuesRequired: Difference {
    /// The property's newer name.
    public let name: String

    /// Creates the difference.
    public init(name: String) {
        self.name = name
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { name }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.changed, name, "rows that would be without a value are looked for")
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP223",
        "valuesRequired",
        title: "A migration stops where a value would be missing",
        effects: [.written],
        reason: """
            What another change takes away would leave some rows without a value that they must have: a
            reference to an object that goes, or text that a conversion cannot read. `require` says that there
            are no such rows. That is checked before the first write, and the migration stops where there is one.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  nights: string
            """,
        after: """
            entities:
              Trip:
                attributes:
                  nights: int32
            """,
        mapping: """
            require: [Trip.nights]
            convert: { Trip.nights: parsedOrNull }
            """,
        advice: """
            Nothing, where there are no such rows. Otherwise give the attribute a `fill`, or make the
            relationship optional.
            """
    )
}
