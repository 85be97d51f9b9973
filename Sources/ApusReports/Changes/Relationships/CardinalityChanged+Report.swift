import ApusMigration

extension CardinalityChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        ChangeWords(
            .changed,
            name,
            isToMany ? "to-one → to-many" : "to-many → to-one",
            from: isToMany ? "to-one" : "to-many",
            to: isToMany ? "to-many" : "to-one"
        )
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "cardinalityChanged",
        title: "Cardinality changed",
        effects: [.lightweight],
        reason: """
            A to-one relationship that becomes to-many keeps its reference as the only one. Core Data infers
            this, too.

            A to-many relationship that becomes to-one keeps its reference where it has one. The migration looks
            for objects with several before it writes, and stops if there are any, unless the mapping says
            which one stays: `duplicates: { Trip.guide: first }`.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  guide: to Person?
              Person:
                attributes:
                  name: string
            """,
        after: """
            entities:
              Trip:
                attributes:
                  name: string
                relationships:
                  guides: { toMany: Person, originalName: guide }
              Person:
                attributes:
                  name: string
            """,
        advice: """
            Nothing. If some objects have several references where one can stay, choose with `duplicates`, or
            accept the loss of all references under the older name.
            """
    )
}
