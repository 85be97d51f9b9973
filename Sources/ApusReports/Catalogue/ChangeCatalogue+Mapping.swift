import ApusMigration

extension ChangeCatalogue {
    /// The findings about lines of a mapping.
    static let mapping: [ChangePage] = [
        ChangePage(
            "AP403",
            "needlessAccept",
            title: "Needless accept",
            effects: [],
            reason: """
                A mapping is a record of decisions, so the stage must need each of its lines. A line that accepts
                what is not lost is a mistake or was left over from a reverted change, and could later accept a loss
                without a review. `accept` uses the names of the older version.
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
                      title: { type: string, originalName: name }
                """,
            mapping: """
                accept: [Trip.name]
                """,
            advice: """
                Remove the line, or correct its name.
                """
        ),
        ChangePage(
            "AP404",
            "needlessFill",
            title: "Needless fill",
            effects: [],
            reason: """
                Every row already has a value for the property: the property is not new and was not optional. The
                line would change nothing, so it is probably a mistake. `fill` uses the names of the newer version.
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
                fill: { Trip.name: "none" }
                """,
            advice: """
                Remove the line, or correct its name. A `fill` never changes existing values.
                """
        ),
        ChangePage(
            "AP405",
            "needlessConvert",
            title: "Needless convert",
            effects: [],
            reason: """
                The line names a conversion for a property whose type does not change, or for a new property, which
                has no values to convert. `convert` uses the names of the newer version.
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
                      note: string?
                """,
            mapping: """
                convert: { Trip.nights: rounded }
                """,
            advice: """
                Remove the line, or correct its name.
                """
        ),
        ChangePage(
            "AP406",
            "needlessRequire",
            title: "Needless require",
            effects: [],
            reason: """
                The line asserts that every row has a value, but the property was already required. There is nothing
                to check. `require` uses the names of the newer version.
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
                require: [Trip.name]
                """,
            advice: """
                Remove the line, or correct its name.
                """
        ),
        ChangePage(
            "AP407",
            "unusableFill",
            title: "Unusable fill",
            effects: [],
            reason: """
                The line has a value that the attribute cannot store: text that is not a number for an integer, a
                name that is not a case of the enum, `uuid()` for a date. The stage is refused before a store is
                opened.
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
                fill: { Trip.nights: many }
                """,
            advice: """
                Write a value of the attribute's type.
                """
        ),
        ChangePage(
            "AP408",
            "unusableConversion",
            title: "Unusable conversion",
            effects: [],
            reason: """
                Each conversion supports certain older and newer types, and this one does not support these.
                """,
            before: """
                entities:
                  Trip:
                    attributes:
                      price: int32
                """,
            after: """
                entities:
                  Trip:
                    attributes:
                      price: double
                """,
            mapping: """
                convert: { Trip.price: parsed }
                """,
            advice: """
                Write one of the conversions that the error lists.
                """
        ),
        ChangePage(
            "AP409",
            "needlessDuplicates",
            title: "Needless duplicates",
            effects: [],
            reason: """
                The line chooses among several objects of a to-one relationship, but in the older version each
                object had at most one. There is nothing to choose. `duplicates` uses the names of the newer
                version, and that of the entity that declares the relationship.
                """,
            before: """
                entities:
                  Trip:
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
                      note: string?
                    relationships:
                      guide: to Person?
                  Person:
                    attributes:
                      name: string
                """,
            mapping: """
                duplicates: { Trip.guide: first }
                """,
            advice: """
                Remove the line.
                """
        ),
        ChangePage(
            "AP425",
            "unlistedDifference",
            title: "Data of a direct mapping",
            effects: [],
            reason: """
                A direct mapping (`1-4.yaml`) is used in place of the stages 1 → 2 → 3 → 4, and a device that installed the
                releases between goes through these. The mapping lists under `differs` of which entities and properties it
                makes other data. The stage is refused if the two ways may differ in something that is not listed. Two ways
                are compared by their expressions, without a store, so values that are computed in two ways count as
                different.
                """,
            before: """
                entities:
                  Trip:
                    attributes:
                      name: string
                """,
            between: """
                entities:
                  Trip:
                    attributes:
                      name: string
                      summary: string = "old"
                """,
            after: """
                entities:
                  Trip:
                    attributes:
                      name: string
                      summary: string = "new"
                """,
            mapping: """
                fill: { Trip.summary: "new" }
                """,
            advice: """
                If the other data is meant, list the element under `differs`. Otherwise write in the direct mapping what
                the stages do, or remove it.
                """
        ),
        ChangePage(
            "AP426",
            "needlessDiffers",
            title: "Needless differs",
            effects: [],
            reason: """
                The line says that a direct mapping makes other data of the element than the stages that it skips, but both
                make the same, or there are no stages between: a mapping between versions that follow each other skips none.
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
                      summary: string?
                """,
            mapping: """
                differs: [Trip.summary]
                """,
            advice: """
                Remove the line.
                """
        ),
        ChangePage(
            "AP427",
            "needlessFunction",
            title: "Needless function",
            effects: [],
            reason: """
                The mapping declares a function in Swift that no expression of it calls.
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
                      summary: string?
                """,
            mapping: """
                functions: { geocode: { takes: [string], gives: string?, version: 1 } }
                """,
            advice: """
                Remove the line, or call the function in an expression below `values` or `entities`.
                """
        ),
        ChangePage(
            "AP410",
            "undecided",
            title: "Open decision",
            effects: [],
            reason: """
                The mapping lists the element under `undecided`: it does not say yet how the element is migrated.
                An import writes the line if the app had migration code of its own for the stage, because no model
                shows what that code did. Until the line is removed, no store is migrated through the stage.
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
                      summary: string?
                """,
            mapping: """
                undecided: [Trip.summary]
                """,
            advice: """
                Write what the app's code did (`fill`, `convert`, `accept` …), then remove the line. Remove it too if
                the values are right without. Lock the mapping of a frozen stage again with `apus freeze --mapping 3-4`.
                """
        ),
    ]
}
