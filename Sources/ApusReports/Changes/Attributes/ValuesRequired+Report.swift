import ApusMigration

extension ValuesRequired: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "checked for rows without a value")
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "valuesRequired",
        title: "Missing values checked",
        effects: [.written],
        reason: """
            Another change would leave some rows without a required value: a reference to a removed object, or
            text that a conversion cannot parse. `require` asserts that there are no such rows. The migration
            checks this before the first write and stops if there is one.
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
            Nothing, if there are no such rows. Otherwise, write a `fill` for the attribute, or make the
            relationship optional.
            """
    )
}
