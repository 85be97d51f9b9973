import ApusMigration

extension ChangeCatalogue {
    /// The pages of findings about the expressions of a mapping.
    static let expressions: [ChangePage] = [
        ChangePage(
            "AP411",
            "unusableExpression",
            title: "Unusable expression",
            effects: [],
            reason: """
                An expression below `values` uses names of the older version, and gives values of the newer attribute's
                type. This one names something that the older entity does not have, calls a function with values that it
                does not take, or gives values of another type.
                """,
            before: """
                entities:
                  Trip:
                    attributes:
                      nights: int32
                """,
            after: """
                entities:
                  Trip:
                    attributes:
                      nights: int32
                      days: int32?
                """,
            mapping: """
                values: { Trip.days: "$source.night + 1" }
                """,
            advice: """
                Correct the expression. Its names are those of the older version.
                """
        ),
        ChangePage(
            "AP412",
            "needlessExpression",
            title: "Needless expression",
            effects: [],
            reason: """
                The attribute has no older objects whose values could be computed: its entity is new. The line would
                change nothing, so it is probably a mistake.
                """,
            before: """
                entities:
                  Trip:
                    attributes:
                      name: string
                """,
            after: """
                entities:
                  Trip:
                    attributes:
                      name: string
                  Place:
                    attributes:
                      name: string
                """,
            mapping: """
                values: { Place.name: "$source.name" }
                """,
            advice: """
                Remove the line, or write `originalName` if the entity was renamed.
                """
        ),
        ChangePage(
            "AP413",
            "needlessOrigin",
            title: "Needless origin",
            effects: [],
            reason: """
                The line makes objects of those of the entity's older version, all of them and without other values. They
                stay without the line, too.
                """,
            before: """
                entities:
                  Trip:
                    attributes:
                      name: string
                """,
            after: """
                entities:
                  Trip:
                    attributes:
                      name: string
                      note: string?
                """,
            mapping: """
                entities:
                  Trip: { from: Trip }
                """,
            advice: """
                Remove the line.
                """
        ),
        ChangePage(
            "AP415",
            "unusableOrigin",
            title: "Unusable origin",
            effects: [],
            reason: """
                A line below `entities` cannot be carried out: it names an entity that the older version does not have, gives
                one property values of several types, or makes two objects with one identity of each older object.
                """,
            before: """
                entities:
                  Contact:
                    attributes:
                      name: string
                """,
            after: """
                entities:
                  Contact:
                    attributes:
                      name: string
                  Party:
                    abstract: true
                    attributes:
                      name: string
                  Person:
                    parent: Party
                  Company:
                    parent: Party
                """,
            mapping: """
                entities:
                  Person: { from: Contact }
                  Company: { from: Contact }
                """,
            advice: """
                Correct the line. Conditions say which objects become which.
                """
        ),
        ChangePage(
            "AP420",
            "unusableAssertion",
            title: "Unusable assertion",
            effects: [],
            reason: """
                The condition of an assertion compares values of all objects of entities: those of the newer version, and
                behind `$old` those of the older one. This one names something that its version does not have, a value of
                each object, or values of types that cannot be compared.
                """,
            before: """
                entities:
                  Trip:
                    attributes:
                      name: string
                """,
            after: """
                entities:
                  Trip:
                    attributes:
                      name: string
                      nights: int32?
                """,
            mapping: """
                assert:
                  - { that: "$old.Trip.@max.nights == nil", message: no trip has nights }
                """,
            advice: """
                Correct the condition. A value of each object is aggregated (`Trip.@max.nights`), or objects are counted that
                satisfy a condition: `SUBQUERY(Trip, $t, $t.nights > 7).@count`.
                """
        ),
        ChangePage(
            "AP421",
            "needlessAssertion",
            title: "Needless assertion",
            effects: [],
            reason: """
                The condition of an assertion compares constants only. It reads nothing of the store, so it always holds or
                never does, whatever the migration makes.
                """,
            before: """
                entities:
                  Trip:
                    attributes:
                      name: string
                """,
            after: """
                entities:
                  Trip:
                    attributes:
                      name: string
                      nights: int32?
                """,
            mapping: """
                assert:
                  - { that: "1 < 2", message: no trip is lost }
                """,
            advice: """
                Compare values of all objects, such as `Trip.count == $old.Trip.count`, or remove the line.
                """
        ),
    ]
}
