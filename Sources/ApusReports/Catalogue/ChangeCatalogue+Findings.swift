import ApusMigration

// Findings are not differences and have no types of their own, so their pages are here.

extension ChangeCatalogue {
    /// The pages of findings that are not differences: likely renames, conflicts of names, and needless or unusable
    /// lines of a mapping.
    static let findings: [ChangePage] = matching + mapping + expressions

    private static let matching: [ChangePage] = [
        ChangePage(
            "AP103",
            "likelyEntityRename",
            title: "Entity possibly renamed",
            effects: [.mapped],
            reason: """
                One entity was removed, another one was added, and most of their properties have the same names.
                Either the author forgot to declare a rename, or the loss was overlooked. Apus never guesses; it
                asks. Core Data drops the older entity with all its objects.
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
                If the entity was renamed, write `originalName: Trip` on `Journey`; beside a frozen version,
                `entities: { Journey: { from: Trip } }` in the mapping. If not, accept the loss.
                """
        ),
        ChangePage(
            "AP203",
            "likelyPropertyRename",
            title: "Property possibly renamed",
            effects: [.mapped],
            reason: """
                One property of the entity was removed, and another one of the same kind was added. Type,
                optionality, similarity of the names and order of declaration indicate how likely it is that both
                are the same property. Apus never guesses; it asks. Core Data and SwiftData drop the older values.
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
                If the property was renamed, write `originalName: startDate` on `beginDate`; beside a frozen version,
                `values: { Trip.beginDate: "$source.startDate" }` in the mapping. If it is computed from older values,
                such as the parts of a name from the name, write how below `values`, and accept the loss of what it
                is made from. If the two have nothing to do with each other, accept the loss.
                """
        ),
        ChangePage(
            "AP401",
            "claimedTwice",
            title: "Older element claimed twice",
            effects: [.mapped],
            reason: """
                The values of an older element can go to only one newer element. If two newer elements have the same
                `originalName`, or if one has the older name and another one the matching `originalName`, it is
                undecided which of them gets the values. Core Data does not document what it does here.
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
                Write `originalName` only on the element that was renamed. The other one is then a new element.
                """
        ),
        ChangePage(
            "AP402",
            "ambiguousOriginalName",
            title: "Ambiguous originalName",
            effects: [.mapped],
            reason: """
                The older schema has an element of this name and another one with the same `originalName`, because
                it had that name before. The newer `originalName` may refer to either, and the older schema has
                neither under the newer element's own name.
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
                Write the name that the element has in the previous version, here `originalName: title`. If the
                other element is meant, rename in two versions: keep its name in this version, and remove the
                `originalName` from the element that also has it.
                """
        ),
    ]
}
