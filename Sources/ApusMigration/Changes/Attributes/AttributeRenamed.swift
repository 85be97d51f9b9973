/// An attribute has another name.
public struct AttributeRenamed: Difference {
    /// The older name.
    public let from: String

    /// The newer name.
    public let to: String

    /// Creates the difference.
    public init(from: String, to: String) {
        self.from = from
        self.to = to
    }

    /// The property, as ``Difference/property`` says.
    public var property: String? { to }

    /// How people are told.
    public var words: ChangeWords {
        ChangeWords(.renamed, "\(from) → \(to)", "renamed", from: from, to: to)
    }

    /// What the catalogue says.
    public static let page = ChangePage(
        "AP204",
        "attributeRenamed",
        title: "An attribute is renamed",
        effects: [.lightweight],
        reason: """
            `originalName` says that the attribute is the one that had another name. Its values stay; the column
            is renamed, and no row is written. Two attributes may swap their names. As in Core Data and
            SwiftData, a chain of renames may keep the first name for ever, and stores may skip versions.
            """,
        before: """
            entities:
              Trip:
                attributes:
                  begin: date
            """,
        after: """
            entities:
              Trip:
                attributes:
                  start: { type: date, originalName: begin }
            """,
        advice: """
            Nothing. The line may stay for ever: Apus knows when a rename has happened before.
            """
    )
}
