import ApusMigration

extension ValuesRequired: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "rows that would be without a value are looked for")
    }

    /// The page of the catalogue.
    package static let page = ChangePage(
        code,
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
