import ApusMigration

extension InverseChanged: ReportedDifference {
    /// The difference as a diff prints it.
    package var words: ChangeWords {
        // Another relationship may have the name of the older one.
        let isNamesake = from != nil && from == to
        let detail: String = isNamesake ? "inverse is a different '\(to ?? "")'" : "inverse " + change(from, to)
        return ChangeWords(.changed, name, detail, from: from, to: to)
    }

    /// The difference's page in the catalogue.
    package static let page = ChangePage(
        code,
        "inverseChanged",
        title: "Inverse changed",
        effects: [.lightweight, .mapped, .loss],
        reason: """
            A new inverse of an existing relationship has the same references, seen from the other side. If an
            inverse is removed, the relationship keeps its references. If two relationships stop being each
            other's inverse, both keep all references.

            If the new inverse is to-one, no object can be led to by several others. If two one-way relationships
            become each other's inverse and one of them is to-one, the references of both stay, and no object can
            have several. The migration looks for such objects before it writes, and stops if there are
            any, unless the mapping says which one stays: `duplicates: { Person.trip: newest }`.

            Two to-many relationships that were independent cannot become one, nor can a relationship whose older
            inverse is another one: each has references of its own, which may disagree, so the change is refused.
            A one-way relationship that becomes its own inverse is refused as well.
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
                  guide: { to: Person, optional: true, inverse: guidedTrips }
              Person:
                attributes:
                  name: string
                relationships:
                  guidedTrips: { toMany: Trip, inverse: guide }
            """,
        advice: """
            Nothing, if only one of the two relationships existed before. Otherwise, accept the loss of one of
            them: both then have the references of the other.
            """
    )
}
