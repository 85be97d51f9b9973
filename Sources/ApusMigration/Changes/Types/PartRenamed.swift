/// A part of a composite has another name.
public struct PartRenamed: Difference {
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
        "AP258",
        "partRenamed",
        title: "A part of a composite is renamed",
        effects: [.lightweight],
        reason: """
            `originalName` says that the part is the one that had another name. Its values stay, in every
            attribute of the composite; the columns are renamed, and no row is written.
            """,
        before: """
            entities:
              Person:
                attributes:
                  home: Address
            composites:
              Address:
                attributes:
                  town: string
            """,
        after: """
            entities:
              Person:
                attributes:
                  home: Address
            composites:
              Address:
                attributes:
                  city: { type: string, originalName: town }
            """,
        advice: """
            Nothing.
            """
    )
}
