/// No two objects may share these properties any more.
public struct UniquenessAdded: Difference {
    /// The properties of the constraint.
    public let properties: [String]

    /// Creates the difference.
    public init(properties: [String]) {
        self.properties = properties
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { nil }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.added, "unique:", properties.constraint + ", duplicates are looked for", to: properties.constraint)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP110",
        "uniquenessAdded",
        title: "A unique constraint is new",
        effects: [.checked],
        reason: """
            No two objects may have the same values in these properties any more. Apus looks for duplicates
            before the first write, shows them, and stops where it finds some: which of them is right, only you
            know. Objects without a value in one of the properties clash with none. Core Data finds out while it
            migrates, and then does not open the store (error 134111).
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
              Trip:
                attributes:
                  name: string
                  start: date
                unique: [[name, start]]
            """,
        advice: """
            Run `apus plan` on stores that matter: it shows the duplicates. Mend them while the older version is
            in use, or leave the constraint out.
            """
    )
}
