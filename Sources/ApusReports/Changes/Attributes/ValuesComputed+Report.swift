import ApusMigration

extension ValuesComputed: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(.changed, name, "computed: \(expression)", to: expression)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "valuesComputed",
        title: "Values computed",
        effects: [.written],
        reason: """
            `values` computes the values of an attribute from those of the older object, and of objects that it
            refers to. A migration stops before its first write at a value that cannot be computed, or that the
            attribute's type cannot hold. Where an expression computes an attribute that existed before without
            reading it, its older values are lost, and the loss has to be accepted.
            """,
        before: """
            entities:
              Person:
                attributes:
                  first: string
                  last: string
                  code: string
            """,
        after: """
            entities:
              Person:
                attributes:
                  first: string
                  last: string
                  code: string
            """,
        mapping: """
            values: { Person.code: "uppercase($source.code)" }
            """,
        advice: """
            Nothing, if this is intended: the line is the decision.
            """
    )
}
