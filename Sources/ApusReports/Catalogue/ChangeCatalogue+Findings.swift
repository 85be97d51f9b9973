import ApusMigration

// Findings are no differences, so their pages stand here together.

extension ChangeCatalogue {
    /// The pages of findings that are no difference: likely renames, what matching cannot settle, and lines of a mapping
    /// that no stage needs.
    static let findings: [ChangePage] = matching + mapping

    private static let matching: [ChangePage] = [
        ChangePage(
            "AP103",
            "likelyEntityRename",
            title: "An entity looks renamed",
            effects: [.mapped],
            reason: """
                One entity is gone, another one is new, and most of their properties have the same names. That is a
                rename that somebody forgot to write, or a loss that somebody did not see. Apus never guesses which:
                it asks. Core Data drops the older entity with all its objects.
                """,
            before: """
                entities:
                  Trip:
                    attributes:
                      name: string
                      start: date
                """,
            after: """
                entities:
                  Journey:
                    attributes:
                      name: string
                      start: date
                """,
            mapping: """
                accept: [Trip]
                """,
            advice: """
                If it is a rename, write `originalName: Trip` at `Journey`. If it is not, accept the loss.
                """
        ),
        ChangePage(
            "AP203",
            "likelyPropertyRename",
            title: "A property looks renamed",
            effects: [.mapped],
            reason: """
                One property of the entity is gone, and another one of the same kind is new. Type, optionality, the
                distance between the names and the place among the others say how likely it is that they are one.
                Apus never guesses: it asks. Core Data and SwiftData drop the older values.
                """,
            before: """
                entities:
                  Trip:
                    attributes:
                      startDate: date?
                """,
            after: """
                entities:
                  Trip:
                    attributes:
                      beginDate: date?
                """,
            mapping: """
                accept: [Trip.startDate]
                """,
            advice: """
                If it is a rename, write `originalName: startDate` at `beginDate`. If it is not, accept the loss.
                """
        ),
        ChangePage(
            "AP401",
            "claimedTwice",
            title: "Two newer elements claim one older one",
            effects: [.mapped],
            reason: """
                Values have one place to go. Two elements of the newer schema whose `originalName` is the same older
                one, or one that has its name and one that claims it, leave open which of them gets the values. Core
                Data does not say what it does here.
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
                      label: { type: string, originalName: name }
                """,
            advice: """
                Write `originalName` at the one that it became, and none at the other, which is a new one.
                """
        ),
        ChangePage(
            "AP402",
            "ambiguousOriginalName",
            title: "An originalName may mean two older elements",
            effects: [.mapped],
            reason: """
                The older schema has an element of that name, and another one that says the same `originalName`,
                because it had that name before. The newer line may mean either, and neither is there under the
                newer one's own name.
                """,
            before: """
                entities:
                  Trip:
                    attributes:
                      name: string
                      title: { type: string, originalName: name }
                """,
            after: """
                entities:
                  Trip:
                    attributes:
                      label: { type: string, originalName: name }
                """,
            advice: """
                Write the name that the element has in the version just before, here `originalName: title`. If it is
                the other one, rename in two versions: leave it its name in this one, and take the line away from
                the element that says it too.
                """
        ),
    ]

    private static let mapping: [ChangePage] = [
        ChangePage(
            "AP403",
            "needlessAccept",
            title: "A mapping accepts what is not lost",
            effects: [],
            reason: """
                A mapping is a record of what was decided, so each of its lines says something that the stage needs.
                A line that accepts what is not lost is a slip of the pen, or is left over from a change that was
                taken back, and would one day accept a loss that nobody saw. `accept` takes the names of the older
                version.
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
                Take the line away, or correct the name in it.
                """
        ),
        ChangePage(
            "AP404",
            "needlessFill",
            title: "A mapping fills what needs no value",
            effects: [],
            reason: """
                The line gives a value to a property of which every row has one already: it is not new, and was not
                optional. It would change nothing, so it is not what somebody meant. `fill` takes the names of the
                newer version.
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
                Take the line away, or correct the name in it. A `fill` changes no value that is there.
                """
        ),
        ChangePage(
            "AP405",
            "needlessConvert",
            title: "A mapping converts what keeps its type",
            effects: [],
            reason: """
                The line names a conversion for a property whose type stays, or which is new and has no values to
                convert. `convert` takes the names of the newer version.
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
                Take the line away, or correct the name in it.
                """
        ),
        ChangePage(
            "AP406",
            "needlessRequire",
            title: "A mapping requires what is not in question",
            effects: [],
            reason: """
                The line says that every row has a value already, of a property that was required before. There is
                nothing to check. `require` takes the names of the newer version.
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
                Take the line away, or correct the name in it.
                """
        ),
        ChangePage(
            "AP407",
            "unusableFill",
            title: "A mapping fills with a value of another type",
            effects: [],
            reason: """
                The line gives a value that the attribute cannot have: a text that is not a number for an integer, a
                name that is not a case of the enum, `uuid()` for a date. No row would get it, so the stage is refused
                before a store is opened.
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
            title: "A mapping names a conversion that the types do not have",
            effects: [],
            reason: """
                Each conversion leads from certain types to certain others. One that does not lead from the older type
                to the newer one has no values to give. A store that an unreleased head made may hold another type than
                the newest version, and then a line that is right for released stores is not for that one.
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
                Write one of the conversions that the error lists. For the store of an unreleased head, leave the
                attribute as that store has it, or start with a new store.
                """
        ),
    ]
}
